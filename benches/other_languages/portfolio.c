/* Serves the portfolio with gSOAP: `portfolio PORT`. The script `run` writes columns.h with the number of columns. */
#include "soapH.h"
#include "portfolio.nsmap"
#include "columns.h"
#include <sqlite3.h>

int ns__GetAllLearningPortfolioContent(struct soap *soap, char *username, char *password,
                                       struct ns__Answer *answer)
{
    sqlite3 *table;
    sqlite3_stmt *rows;
    int capacity = 0;
    if (sqlite3_open(getenv("PORTFOLIO"), &table)
        || sqlite3_prepare_v2(table, "SELECT * FROM portfolio", -1, &rows, NULL))
        return soap_receiver_fault(soap, sqlite3_errmsg(table), NULL);
    struct ns__Row *all = NULL;
    answer->Success = 1;
    while (sqlite3_step(rows) == SQLITE_ROW) {
        if (answer->__sizeRow == capacity)
            all = realloc(all, (capacity = capacity ? 2 * capacity : 1024) * sizeof *all);
        char **cells = (char **) &all[answer->__sizeRow++];
        for (int column = 0; column < COLUMNS; column++) {
            const char *text = (const char *) sqlite3_column_text(rows, column);
            cells[column] = text ? soap_strdup(soap, text) : NULL;
        }
    }
    answer->LearningPortfolioContentCached = soap_malloc(soap, answer->__sizeRow * sizeof *all);
    memcpy(answer->LearningPortfolioContentCached, all, answer->__sizeRow * sizeof *all);
    free(all);
    sqlite3_finalize(rows);
    sqlite3_close(table);
    return SOAP_OK;
}

int main(int count, char **arguments)
{
    struct soap *soap = soap_new1(SOAP_XML_TREE | SOAP_C_UTFSTRING);
    if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", atoi(arguments[1]), 16)))
        return 1;
    while (soap_valid_socket(soap_accept(soap))) {
        soap_serve(soap);
        soap_destroy(soap);
        soap_end(soap);
    }
    return 0;
}
