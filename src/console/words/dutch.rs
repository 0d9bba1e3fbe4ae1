//! What pages say in Dutch.

use super::Words;

pub static WORDS: Words = Words {
    code: "nl",
    product: "Leerappliance",
    skip: "Naar de inhoud",
    pages: "Pagina's",
    languages: "Taal",
    sign_in: "Inloggen",
    sign_out: "Uitloggen",
    name: "Naam",
    password: "Wachtwoord",
    wrong_password: "Naam of wachtwoord klopt niet.",
    too_many: "Er zijn te veel pogingen mislukt. Probeer het over {} seconden opnieuw.",
    session_ended: "Uw sessie is afgelopen en er is niets veranderd. Log opnieuw in.",
    not_of_this_page: "Het verzoek kwam niet van een pagina van deze sessie, dus er is niets veranderd. Ga terug, \
                       laad de pagina opnieuw en probeer het nog eens.",
    plain_http: "Het beheer is niet open over gewoon HTTP, waarop wachtwoorden en persoonsgegevens zijn mee te lezen. \
                 Gebruik het https-adres, of een browser op de machine zelf.",
    no_operator: "Nog niemand kan inloggen. Maak op de machine zelf een beheerder: \
                  lms-appliance operator add NAAM --role owner --db {}",
    refused: "Dit is niet gebeurd",
    nothing_here: "Op dit adres is niets te vinden.",
    internal: "Bij ons ging iets mis; er is niets veranderd. In het log staat meer onder {}.",
    data: "Gegevens",
    file: "Gegevensbestand",
    holds: "Bevat",
    rows: "Rijen",
    search: "Zoeken",
    search_in: "In {}",
    find: "Zoek",
    all: "alle",
    filters: "Filters",
    none_found: "Er is niets gevonden.",
    next_page: "Volgende rijen",
    first_page: "Naar de eerste rijen",
    sort_up: "Sorteer op {}, oplopend",
    sort_down: "Sorteer op {}, aflopend",
    yes: "ja",
    no: "nee",
};
