//! All texts of pages, in each language. Long, because it contains all of them.
//!
//! Labels of columns, files and operations are in their declarations; refusals have the API's texts.

use std::time::Duration;

use crate::model::language::Language;

/// Declares the texts by name, in English and Dutch. A macro, so that a missing translation or an unused text does not
/// compile.
macro_rules! words {
    ($($name:ident: $english:literal, $dutch:literal;)*) => {
        /// The texts in one language. `{}` stands for a value.
        pub struct Translations {
            $(pub $name: &'static str,)*
        }

        static ENGLISH: Translations = Translations { $($name: $english,)* };

        static DUTCH: Translations = Translations { $($name: $dutch,)* };
    };
}

words! {
    code: "en", "nl";
    product: "Learning appliance", "Leerappliance";
    skip: "To the content", "Naar de inhoud";
    pages: "Pages", "Pagina's";
    languages: "Language", "Taal";
    sign_in: "Sign in", "Inloggen";
    sign_out: "Sign out", "Uitloggen";
    name: "Name", "Naam";
    password: "Password", "Wachtwoord";
    wrong_password: "Name or password is wrong.", "Naam of wachtwoord klopt niet.";
    too_many:
        "Too many attempts have failed. Try again in {} seconds.",
        "Er zijn te veel pogingen mislukt. Probeer het over {} seconden opnieuw.";
    too_busy:
        "Too many people are signing in at once. Try again in {} seconds.",
        "Er loggen te veel mensen tegelijk in. Probeer het over {} seconden opnieuw.";
    present_password: "Your own present password", "Uw eigen huidige wachtwoord";
    present_says:
        "Whoever changes who may come in gives it again.",
        "Wie verandert wie er in mag, geeft het opnieuw.";
    present_for_owner:
        "Needed only to make somebody an owner.",
        "Alleen nodig om iemand owner te maken.";
    present_wrong:
        "This is not your present password, so nothing was changed.",
        "Dit is niet uw huidige wachtwoord, dus er is niets veranderd.";
    unknown_host:
        "On this machine the console answers to localhost and 127.0.0.1, and to the address of --base-url. Open it under one of those.",
        "Op deze machine is het beheer te bereiken als localhost en 127.0.0.1, en op het adres van --base-url. Open het onder een daarvan.";
    own_password:
        "Choose your own new password yourself: this session ends with it.",
        "Kies uw eigen nieuwe wachtwoord zelf: deze sessie eindigt ermee.";
    session_ended:
        "Your session has ended and nothing was changed. Sign in again.",
        "Uw sessie is afgelopen en er is niets veranderd. Log opnieuw in.";
    not_of_this_page:
        "The request did not come from a page of this session, so nothing was changed. Go back, load the page again and try once more.",
        "Het verzoek kwam niet van een pagina van deze sessie, dus er is niets veranderd. Ga terug, laad de pagina opnieuw en probeer het nog eens.";
    plain_http:
        "The console is not open over plain HTTP, on which passwords and personal data can be read. Use the https address, or a browser on the machine itself.",
        "Het beheer is niet open over gewoon HTTP, waarop wachtwoorden en persoonsgegevens zijn mee te lezen. Gebruik het https-adres, of een browser op de machine zelf.";
    no_operator:
        "Nobody can sign in yet. On the machine itself, make an operator: lms-appliance operator add NAME --role owner --db {}",
        "Nog niemand kan inloggen. Maak op de machine zelf een beheerder: lms-appliance operator add NAAM --role owner --db {}";
    refused: "This did not happen", "Dit is niet gebeurd";
    nothing_here: "There is nothing at this address.", "Op dit adres is niets te vinden.";
    internal:
        "Something went wrong on our side; nothing was changed. The log tells more under {}.",
        "Bij ons ging iets mis; er is niets veranderd. In het log staat meer onder {}.";
    data: "Data", "Gegevens";
    file: "Data file", "Gegevensbestand";
    holds: "Holds", "Bevat";
    rows: "Rows", "Rijen";
    search: "Search", "Zoeken";
    search_too_long:
        "Search: what you look for has {} characters; at most {most} are allowed.",
        "Zoeken: wat u zoekt heeft {} tekens; hoogstens {most} zijn toegestaan.";
    too_many_filters:
        "Filters: there are {}; at most {most} are allowed.",
        "Filters: het zijn er {}; hoogstens {most} zijn toegestaan.";
    search_in: "In {}", "In {}";
    find: "Find", "Zoek";
    all: "all", "alle";
    filters: "Filters", "Filters";
    filter_from: "{}, from", "{}, vanaf";
    filter_to: "{}, up to and including", "{}, tot en met";
    none_found: "Nothing was found.", "Er is niets gevonden.";
    rows_shown: "Rows shown: {}.", "Getoonde rijen: {}.";
    sent: "{} % is sent", "{} % is verzonden";
    not_sent:
        "The files could not be sent; nothing was changed. They may be too large, or changed since they were chosen.",
        "De bestanden konden niet verzonden worden; er is niets veranderd. Misschien zijn ze te groot, of gewijzigd sinds ze gekozen werden.";
    same_files:
        "{} files are the same as the data ({rows} rows).",
        "{} bestanden zijn gelijk aan de gegevens ({rows} rijen).";
    drop_here: "Or drop files, or a folder, here.", "Of sleep bestanden of een map hierheen.";
    next_page: "Next rows", "Volgende rijen";
    first_page: "To the first rows", "Naar de eerste rijen";
    sort_up: "Sort by {}, first to last", "Sorteer op {}, oplopend";
    sort_down: "Sort by {}, last to first", "Sorteer op {}, aflopend";
    unless_said: "{}, unless another origin stands below a value.", "{}, tenzij onder een waarde iets anders staat.";
    reports: "Reports", "Rapporten";
    reports_are:
        "What connectors can ask for, you can too. A report's address can be kept as a bookmark.",
        "Wat koppelingen kunnen opvragen, kunt u ook. Het adres van een rapport is als bladwijzer te bewaren.";
    report: "Report", "Rapport";
    show: "Show", "Tonen";
    save_as: "Save all of it as", "Alles bewaren als";
    not_saved_as:
        "format: this report is not saved as {}; allowed is {known}. Rows that hold others do not fit in CSV.",
        "format: dit rapport wordt niet als {} opgeslagen; toegestaan is {known}. Rijen waarin andere staan passen niet in CSV.";
    rows_that_hold: "Rows that have all of these words somewhere.", "Rijen waarin al deze woorden ergens staan.";
    rows_all: "Rows: {}.", "Rijen: {}.";
    all_rows_of: "All {count} rows of {}", "Alle {count} rijen van {}";
    rows_of: "Rows of {}", "Rijen van {}";
    rows_from_to: "Rows {} to {}.", "Rijen {} tot en met {}.";
    rows_found: "Found: {}, in rows {} to {}.", "Gevonden: {}, in rijen {} tot en met {}.";
    more_rows: "There are more.", "Er zijn er meer.";
    columns: "What the columns say", "Wat de kolommen zeggen";
    calls: "Ask for this from elsewhere", "Dit van elders opvragen";
    calls_say:
        "With the name and password of a connector that is granted it.",
        "Met de naam en het wachtwoord van een koppeling die dit mag.";
    today: "Today", "Vandaag";
    is_counted:
        "It is being counted. This page goes on by itself.",
        "Er wordt geteld. Deze pagina gaat vanzelf verder.";
    not_counted: "It could not be counted; the log says why.", "Het kon niet worden geteld; in het log staat waarom.";
    counted_at: "As it was at {}.", "Zoals het was om {}.";
    mandatory_due: "Mandatory trainings that are due", "Verplichte trainingen die aan de beurt zijn";
    division: "Division", "Divisie";
    all_divisions: "All together", "Alles samen";
    have_expired: "Expired", "Verlopen";
    expire_soon: "Expires within three months", "Verloopt binnen drie maanden";
    nothing_due:
        "No mandatory training has expired or expires within three months.",
        "Geen verplichte training is verlopen of verloopt binnen drie maanden.";
    first_of: "These are the first {} of {}.", "Dit zijn de eerste {} van {}.";
    whole_report: "All of them, of every division", "Allemaal, van elke divisie";
    person: "Person", "Persoon";
    classes_soon: "Classes within two weeks", "Klassen binnen twee weken";
    class: "Class", "Klas";
    begins: "Begins", "Begint";
    participants: "Participants", "Deelnemers";
    needs: "What is the matter", "Wat er is";
    lacks_trainer: "a contact moment has no trainer", "een contactmoment heeft geen trainer";
    is_overbooked: "more than the {} there can be", "meer dan de {} die erin kunnen";
    lacks_persons: "fewer than the {} it needs", "minder dan de {} die nodig zijn";
    no_class_in_need:
        "Every class within two weeks has its trainers and as many participants as it should.",
        "Elke klas binnen twee weken heeft haar trainers en zoveel deelnemers als moet.";
    connectors_in_trouble: "Connectors", "Koppelingen";
    connector: "Connector", "Koppeling";
    last_heard_of: "Last heard of", "Laatst iets gehoord";
    has_failed: "told of errors today: {}", "meldde vandaag fouten: {}";
    is_silent: "silent for {} days", "{} dagen stil";
    is_unusually_silent: "silent for {} days; at most {} before", "{} dagen stil; eerder hoogstens {}";
    similar_rows: "Similar identifiers, divisions and functions", "Gelijkende personeelsnummers, afdelingen en functies";
    one_row: "One", "De een";
    other_row: "Looks like", "Lijkt op";
    no_connector_in_trouble:
        "None failed today, and none is silent for longer than usual.",
        "Geen faalde vandaag, en geen is langer stil dan gewoonlijk.";
    backup: "Backup", "Back-up";
    no_backup:
        "None is known. Without one, whatever happens to this machine happens to the data.",
        "Er is er geen bekend. Zonder back-up overkomt de gegevens wat deze machine overkomt.";
    last_backup: "The last good one is of {}, {} hours ago.", "De laatste goede is van {}, {} uur geleden.";
    backup_failed: "The last attempt failed; the log says why.", "De laatste poging mislukte; in het log staat waarom.";
    portfolio_by_division: "Portfolios by division", "Portfolio's per divisie";
    completions: "Completed per month", "Afgerond per maand";
    month: "Month", "Maand";
    import_options: "Options", "Opties";
    not_listed: "Rows that the files do not list", "Rijen die niet in de bestanden staan";
    not_listed_stay: "stay", "blijven";
    not_listed_go: "go as well; persons are dismissed", "gaan ook weg; personen gaan uit dienst";
    max_removals: "Of each table at most", "Van elke tabel hoogstens";
    max_removals_says:
        "How many rows may go: a number such as 25, or a percentage such as 10%.",
        "Hoeveel rijen er weg mogen: een aantal, zoals 25, of een percentage, zoals 10%.";
    max_removals_wrong:
        "{} is neither a number of rows, such as 25, nor a percentage of 0 to 100, such as 10%.",
        "{} is geen aantal rijen, zoals 25, en geen percentage van 0 tot 100, zoals 10%.";
    similar:
        "New identifiers that differ from a stored one in leading zeros only",
        "Nieuwe personeelsnummers die alleen in voorloopnullen van een bestaand nummer verschillen";
    similar_refused: "are faults", "zijn fouten";
    similar_taken: "are taken", "worden aangenomen";
    look_again: "Look again", "Opnieuw bekijken";
    folder: "A folder", "Een map";
    folder_may:
        "The folder in which the data files are, with the pictures in its folder images.",
        "De map waarin de gegevensbestanden staan, met de plaatjes in de map images daarin.";
    persons: "Persons", "Personen";
    person_search:
        "Any part of a name, identifier or e-mail address.",
        "Een deel van een naam, personeelsnummer of e-mailadres.";
    search_on: "Search further", "Verder zoeken";
    is_dismissed: "This person is dismissed.", "Deze persoon is uit dienst.";
    is_anonymised: "This person is anonymised.", "Deze persoon is geanonimiseerd.";
    manager: "Manager", "Leidinggevende";
    team: "Team", "Team";
    all_fields: "All fields, and where their values came from", "Alle velden, en waar hun waarden vandaan komen";
    portfolio: "Learning portfolio", "Leerportfolio";
    no_portfolio: "There is nothing in the portfolio.", "Het portfolio is leeg.";
    training: "Training", "Training";
    step: "Step", "Stap";
    status: "Status", "Status";
    finished: "Completed", "Afgerond";
    valid_until: "Valid until", "Geldig tot";
    history: "History", "Geschiedenis";
    deeds: "Employment and privacy", "Dienstverband en privacy";
    contract_end: "End of the contract", "Einde van het contract";
    dismiss: "Dismiss", "Uit dienst melden";
    dismiss_says:
        "An end that is past dismisses; empty means now.",
        "Een einde dat voorbij is meldt uit dienst; leeg betekent nu.";
    re_employ: "Re-employ", "Weer in dienst nemen";
    re_employ_says:
        "A later end re-employs; empty means without an end.",
        "Een later einde neemt weer in dienst; leeg betekent zonder einde.";
    employment_changed: "The employment is changed.", "Het dienstverband is gewijzigd.";
    everything: "Everything about this person, as a .zip", "Alles over deze persoon, als .zip";
    anonymise: "Anonymise", "Anonimiseren";
    anonymise_says:
        "This takes the name out of the database for good and cannot be undone. Results and enrolments stay.",
        "Dit haalt de naam voorgoed uit de database en kan niet ongedaan gemaakt worden. Resultaten en inschrijvingen blijven.";
    confirm_identifier: "Type the external identifier to confirm", "Typ het personeelsnummer ter bevestiging";
    not_confirmed:
        "The identifier that was typed is another, so nothing was changed.",
        "Het getypte nummer is een ander, dus er is niets veranderd.";
    traces_stay:
        "The person is anonymised, but the file still holds traces of the data, since a long answer was being sent. On the machine itself `lms-appliance person anonymise` with the new identifier removes them.",
        "De persoon is geanonimiseerd, maar het bestand bevat nog sporen van de gegevens, omdat er een lang antwoord werd verzonden. Op de machine zelf verwijdert `lms-appliance person anonymise` met het nieuwe personeelsnummer ze.";
    anonymised_now:
        "The person is anonymised. Backups and exports made before still hold the data.",
        "De persoon is geanonimiseerd. Eerder gemaakte back-ups en exports bevatten de gegevens nog.";
    choose: "Choose what it means", "Kies wat dit betekent";
    leave_out: "Leave it out", "Overslaan";
    mend: "Read again with these corrections", "Opnieuw lezen met deze correcties";
    leave_row_out: "Leave this row out", "Deze rij overslaan";
    rows_left_out:
        "Rows of the files that are left out, as you chose: {}.",
        "Rijen van de bestanden die worden overgeslagen, zoals u koos: {}.";
    import_files: "Import", "Importeren";
    import_takes:
        "Data files come in as a whole or not at all. You see what every row would change before anything does.",
        "Gegevensbestanden komen in hun geheel binnen of helemaal niet. U ziet wat elke rij zou veranderen voordat er iets verandert.";
    import_goes_on: "Back to the files that you are looking at", "Terug naar de bestanden die u bekijkt";
    files: "Files", "Bestanden";
    files_may:
        "CSV files or Excel workbooks with the names of data files, such as persons.csv, or a .zip of them.",
        "CSV-bestanden of Excel-werkmappen met de namen van gegevensbestanden, zoals persons.csv, of een .zip daarvan.";
    look: "Look what they change", "Bekijk wat ze veranderen";
    no_files: "No file was chosen.", "Er is geen bestand gekozen.";
    preview: "Preview of the import", "Voorbeeld van de import";
    working:
        "The files are being read and compared with the data. This page goes on by itself.",
        "De bestanden worden gelezen en met de gegevens vergeleken. Deze pagina gaat vanzelf verder.";
    other_files: "Choose other files", "Andere bestanden kiezen";
    changed_since_shown:
        "Somebody changed the data since this was shown, so nothing was applied. This is what the files would do now.",
        "Iemand heeft de gegevens veranderd sinds dit getoond werd, dus er is niets doorgevoerd. Dit zouden de bestanden nu doen.";
    too_many_previews:
        "Too many imports are being looked at; try again later. Nothing was read.",
        "Er worden te veel imports tegelijk bekeken; probeer het later nog eens. Er is niets gelezen.";
    preview_ended:
        "This preview has ended; one is kept for half an hour. Nothing was applied; choose the files again.",
        "Dit voorbeeld is afgelopen; het blijft een half uur staan. Er is niets doorgevoerd; kies de bestanden opnieuw.";
    another_shown:
        "What you sent does not belong to what is here now: the data, the files or the options are others. Nothing was done with it; this is what the files would do now.",
        "Wat u verzond hoort niet bij wat hier nu staat: de gegevens, de bestanden of de opties zijn anders. Er is niets mee gedaan; dit zouden de bestanden nu doen.";
    more_left_alone:
        "{} more files are no data files and are left alone.",
        "Nog {} bestanden zijn geen gegevensbestanden en worden overgeslagen.";
    headers_kept: "Headers of other systems", "Kolomkoppen van andere systemen";
    headers_kept_are:
        "What a header was said to mean in an import that was applied is kept, for everybody. One that is wrong can be forgotten; it is asked again then.",
        "Wat een kolomkop betekent, gezegd bij een import die is doorgevoerd, wordt voor iedereen bewaard. Klopt er een niet, vergeet die dan; er wordt dan opnieuw naar gevraagd.";
    forget: "Forget those chosen", "Gekozen koppen vergeten";
    no_match:
        "Header {header} of {file} cannot mean {column}. A header that is no column of a data file can mean one of the columns of that file, or be left out. The files were not read again.",
        "Kolomkop {header} van {file} kan niet {column} betekenen. Een kop die geen kolom van een gegevensbestand is, kan een van de kolommen van dat bestand betekenen, of wordt weggelaten. Er is niets opnieuw gelezen.";
    foreign_header:
        "unknown column; say which of the file's columns it means, or leave it out",
        "onbekende kolom; kies welke kolom van het bestand ermee bedoeld is, of laat hem weg";
    left_alone: "{} is no data file and is left alone.", "{} is geen gegevensbestand en wordt overgeslagen.";
    faults_stand:
        "Nothing can be applied. Faults to be mended first, here or in the files: {}.",
        "Er kan niets worden doorgevoerd. Fouten die eerst moeten worden hersteld, hier of in de bestanden: {}.";
    faults: "Faults", "Fouten";
    warnings: "Warnings", "Waarschuwingen";
    warnings_stand: "Warnings: {}", "Waarschuwingen: {}";
    nothing_yet: "Nothing has changed yet.", "Er is nog niets veranderd.";
    rows_among: "Rows: {} of {}.", "Rijen: {} van {}.";
    apply: "Apply", "Doorvoeren";
    applied:
        "The files are applied, exactly as they were shown.",
        "De bestanden zijn doorgevoerd, precies zoals getoond.";
    changes_nothing:
        "All rows are in the data already; there is nothing to apply.",
        "Alle rijen staan al in de gegevens; er is niets door te voeren.";
    place: "Place", "Plaats";
    column: "Column", "Kolom";
    value: "Value", "Waarde";
    what_is_wrong: "What is said of it", "Wat ervan gezegd wordt";
    line: "Line", "Regel";
    back_to_preview: "Back to the preview", "Terug naar het voorbeeld";
    imports: "Imports", "Imports";
    imports_are:
        "Every change of the data by a file or a form, the last first. Each can be taken back.",
        "Elke wijziging van de gegevens door een bestand of een formulier, de laatste eerst. Elke is terug te draaien.";
    import: "Import", "Import";
    an_undo: "Undo", "Terugdraaiing";
    when: "When", "Wanneer";
    who: "Who", "Wie";
    what: "What", "Wat";
    created: "Created", "Nieuw";
    changed: "Changed", "Gewijzigd";
    unchanged: "Unchanged", "Ongewijzigd";
    gone: "Removed", "Verwijderd";
    dismissed: "Dismissed", "Uit dienst";
    undone_by: "Undone by", "Teruggedraaid door";
    undone_by_now: "It is undone, by undo {}.", "Het is ongedaan gemaakt, door terugdraaiing {}.";
    no_imports: "Nothing was imported yet.", "Er is nog niets geïmporteerd.";
    newest: "To the newest", "Naar de nieuwste";
    older: "Older", "Oudere";
    counts: "Rows by data file", "Rijen per gegevensbestand";
    row: "Row", "Rij";
    fields: "Fields", "Velden";
    no_details: "No details are kept of it.", "Er zijn geen details van bewaard.";
    undo_of: "Undo import {}", "Import {} ongedaan maken";
    undo_takes_back:
        "This is what would be taken back. Nothing has happened yet.",
        "Dit zou worden teruggedraaid. Er is nog niets gebeurd.";
    undo_looks:
        "What this takes back is being worked out, which takes about as long as the import did. This page goes on by itself.",
        "Er wordt uitgezocht wat dit terugneemt; dat duurt ongeveer zo lang als de import. Deze pagina gaat vanzelf verder.";
    undo_writes:
        "It is being undone. This page goes on by itself.",
        "Het wordt ongedaan gemaakt. Deze pagina gaat vanzelf verder.";
    too_many_undos:
        "Too many imports are being undone or looked at for that; try again later. Nothing was undone.",
        "Er worden te veel imports teruggedraaid of daarvoor bekeken; probeer het later nog eens. Er is niets ongedaan gemaakt.";
    undo_stands:
        "It cannot be undone as it is, since something later touched the same. Nothing has happened.",
        "Het kan zo niet ongedaan gemaakt worden, omdat iets later hetzelfde raakte. Er is niets gebeurd.";
    undo_keeping:
        "Look what would be taken back if all of that stays",
        "Bekijk wat zou worden teruggedraaid als dat alles blijft";
    new_row: "New row · {}", "Nieuwe rij · {}";
    add_row: "Add a row", "Rij toevoegen";
    save: "Save", "Opslaan";
    save_all_the_same: "Save all the same", "Toch opslaan";
    saved: "Saved, as import {}.", "Opgeslagen, als import {}.";
    undo: "Undo", "Ongedaan maken";
    undone: "Import {} is undone.", "Import {} is ongedaan gemaakt.";
    not_undone: "It cannot be undone: ", "Het kan niet ongedaan gemaakt worden: ";
    changed_by_you:
        "You have changed this row yourself since you opened this page: {}, {at}.",
        "U hebt deze rij zelf veranderd sinds u deze pagina opende: {}, {at}.";
    changed_by_another:
        "Somebody else has changed this row since you opened it: {}, {at}.",
        "Iemand anders heeft deze rij veranderd sinds u haar opende: {}, {at}.";
    changed_meanwhile:
        "Nothing was saved or removed. This is how it is now; change it once more if it is still wrong.",
        "Er is niets opgeslagen of verwijderd. Zo is zij nu; wijzig haar nog eens als zij nog niet klopt.";
    row_is_gone:
        "This row is there no longer. It was removed: {}, {at}.",
        "Deze rij is er niet meer. Zij is verwijderd: {}, {at}.";
    there_already:
        "A row with {} is there already, named above. Nothing was added: change that row, or give another.",
        "Er is al een rij met {}, hierboven genoemd. Er is niets toegevoegd: wijzig die rij, of vul iets anders in.";
    given_by: "From {}, {at}", "Uit {}, {at}";
    which_is_meant:
        "Several rows have this; choose the one that is meant.",
        "Meer rijen hebben dit; kies welke bedoeld is.";
    not_allowed:
        "Your role does not allow this. An owner can give you another.",
        "Uw rol staat dit niet toe. Een eigenaar kan u een andere geven.";
    remove_row: "Remove this row", "Deze rij verwijderen";
    dismiss_row: "Dismiss this person", "Deze persoon uit dienst melden";
    removed: "Removed, as import {}.", "Verwijderd, als import {}.";
    read_only:
        "The service was started to be read only, so nothing can be changed.",
        "De dienst is gestart om alleen te lezen, dus er kan niets gewijzigd worden.";
    classes: "Classes", "Klassen";
    trainers: "Trainers", "Trainers";
    enrolled: "Enrolled", "Ingeschreven";
    places: "Places", "Plaatsen";
    free_places: "Places left", "Vrije plaatsen";
    waiting: "Waiting", "Wachtend";
    waiting_list: "Waiting list", "Wachtlijst";
    no_classes: "No class begins in this month.", "In deze maand begint geen klas.";
    month_says:
        "Such as 2026-03. Classes stand in the month of their first contact moment.",
        "Zoals 2026-03. Een klas staat in de maand van haar eerste contactmoment.";
    not_a_month: "{} is not a month (yyyy-MM).", "{} is geen maand (jjjj-MM).";
    months:
        "January February March April May June July August September October November December",
        "januari februari maart april mei juni juli augustus september oktober november december";
    without_moments: "Without contact moments", "Zonder contactmomenten";
    is_cancelled: "Cancelled", "Geannuleerd";
    is_archived: "Archived", "Gearchiveerd";
    is_under_construction: "Under construction", "In opbouw";
    moments: "Contact moments", "Contactmomenten";
    date: "Date", "Datum";
    time: "Time", "Tijd";
    location: "Location", "Locatie";
    place_address: "Address", "Adres";
    identifier: "Identifier", "Personeelsnummer";
    enrolled_at: "Enrolled on", "Ingeschreven op";
    nobody: "Nobody.", "Niemand.";
    attendance: "Attendance list", "Presentielijst";
    attendance_says:
        "Print it with the browser (Ctrl+P); everything but the list stays off the paper.",
        "Druk de lijst af met de browser (Ctrl+P); alleen de lijst komt op papier.";
    signature: "Signature", "Handtekening";
    number: "Number", "Nummer";
    agenda: "Agenda", "Agenda";
    on_waiting_list: "on the waiting list", "op de wachtlijst";
    connectors: "Connectors", "Koppelingen";
    granted: "May call", "Mag aanroepen";
    last_used: "Last used", "Laatst gebruikt";
    never: "never", "nooit";
    errors: "Errors told of", "Gemelde fouten";
    errors_lately: "Errors in 7 days", "Fouten in 7 dagen";
    no_connectors: "No connector has been let in yet.", "Er is nog geen koppeling toegelaten.";
    no_errors: "No errors were told of.", "Er zijn geen fouten gemeld.";
    message: "Message", "Melding";
    name_taken:
        "There is {} already, whose own page gives a new password. Nothing was changed.",
        "De naam {} is al in gebruik, en er is niets veranderd. Een nieuw wachtwoord geeft u op de pagina van wie die naam heeft.";
    name_needed: "A name is needed.", "Een naam is nodig.";
    name_long: "The name is longer than {} characters.", "De naam is langer dan {} tekens.";
    name_unseen:
        "The name has the character {}, which cannot be seen or cannot be sent. Leave it out.",
        "De naam heeft het teken {}, dat niet te zien of niet te verzenden is. Laat het weg.";
    password_short:
        "The password has {} characters; at least {least} are needed.",
        "Het wachtwoord heeft {} tekens; minstens {least} zijn nodig.";
    password_long: "The password is longer than {} characters.", "Het wachtwoord is langer dan {} tekens.";
    password_forbidden:
        "The password has a character that XML forbids: no client could send it.",
        "Het wachtwoord heeft een teken dat XML verbiedt: geen programma kan het verzenden.";
    password_common:
        "The password is one of the common ones, which are guessed first. Leave the field empty and one is made.",
        "Het wachtwoord is een van de bekende, die het eerst geraden worden. Laat het veld leeg, dan wordt er een gemaakt.";
    unknown_role: "A role is viewer, editor or owner.", "Een rol is viewer, editor of owner.";
    unknown_operation: "{} is not an operation.", "{} is geen bewerking.";
    password_replaced:
        "{} has got another password since you opened this page, or the form was sent twice. Nothing was changed now. Open the page again if it is to be done once more.",
        "{} heeft al een ander wachtwoord gekregen sinds u deze pagina opende, of het formulier is twee keer verzonden. Er is nu niets veranderd. Open de pagina opnieuw als het nog eens moet.";
    password_given: "{} has a new password.", "{} heeft een nieuw wachtwoord.";
    old_ended: "The old one holds no longer.", "Het oude geldt niet meer.";
    old_goes_on: "The old one goes on for {}.", "Het oude geldt nog {}.";
    connector_added: "The connector {} is added.", "De koppeling {} is toegevoegd.";
    operator_added: "The operator {} is added.", "De beheerder {} is toegevoegd.";
    grants_saved: "What the connector may call is saved.", "Wat de koppeling mag aanroepen is opgeslagen.";
    role_given: "{} is {role} now.", "{} is nu {role}.";
    revoked: "{} is revoked and is not let in any more.", "{} is ingetrokken en komt niet meer binnen.";
    add_connector: "Add a connector", "Koppeling toevoegen";
    connector_name_says: "What the connector sends as username.", "Wat de koppeling als gebruikersnaam stuurt.";
    envelope: "Envelope", "Envelop";
    envelope_auto: "When the request asks for it", "Als het verzoek erom vraagt";
    envelope_always: "Always", "Altijd";
    old_password_until: "Old password until", "Oude wachtwoord tot";
    tokens: "Tokens", "Tokens";
    expires: "expires", "verloopt";
    add_token: "Add a token", "Token toevoegen";
    revoke_token: "Revoke a token", "Token intrekken";
    holds_for: "It holds for", "Het is geldig";
    until_revoked: "until it is revoked", "tot het wordt ingetrokken";
    token_added: "{} has a new token.", "{} heeft een nieuw token.";
    token_revoked: "The token {} is revoked.", "Het token {} is ingetrokken.";
    token_once:
        "The token, which is shown only now. Copy it before you go on.",
        "Het token, dat alleen nu getoond wordt. Kopieer het voordat u verdergaat.";
    provisioning: "Persons: provisioning", "Personen aanmaken en wijzigen";
    by_name_or_all: "The whole data, by name or with all", "Alle gegevens, bij naam of met all";
    by_name_only: "By name only", "Alleen bij naam";
    all_of_these: "all of these ({})", "deze allemaal ({})";
    password_made: "Leave it empty to have one made.", "Laat het leeg om er een te laten maken.";
    password_once:
        "The password, which is shown only now. Copy it before you go on.",
        "Het wachtwoord, dat alleen nu getoond wordt. Kopieer het voordat u verdergaat.";
    done: "Done", "Klaar";
    rotate: "New password", "Nieuw wachtwoord";
    keep_old: "The old password goes on for", "Het oude wachtwoord blijft geldig";
    no_longer: "It ends now", "Het vervalt nu";
    hours: "{} hours", "{} uur";
    days: "{} days", "{} dagen";
    revoke: "Revoke", "Intrekken";
    revoke_connector_says:
        "From then on the connector is not let in any more.",
        "Vanaf dan wordt de koppeling niet meer toegelaten.";
    operators: "Operators", "Beheerders";
    role: "Role", "Rol";
    viewer: "viewer: sees data and reports", "viewer: ziet gegevens en rapporten";
    editor: "editor: changes and imports too", "editor: wijzigt en importeert ook";
    owner: "owner: everything", "owner: alles";
    last_signed_in: "Last signed in", "Laatst ingelogd";
    add_operator: "Add an operator", "Beheerder toevoegen";
    this_is_you:
        "This is you: after a change you sign in again.",
        "Dit bent u zelf: na een wijziging logt u opnieuw in.";
    confirm_name: "Type the name to confirm", "Typ de naam ter bevestiging";
    last_owner:
        "This is the last owner. Without one nobody can change operators here; the command line alone can make another.",
        "Dit is de laatste owner. Zonder owner kan niemand hier nog beheerders wijzigen; alleen de opdrachtregel kan dan een andere maken.";
    revoke_operator_says:
        "From then on the operator cannot come in, and is signed out.",
        "Vanaf dan kan de beheerder niet meer binnenkomen, en wordt uitgelogd.";
    audit: "Audit", "Audit";
    from: "From", "Van";
    till: "Till", "Tot en met";
    not_a_date: "{} is not a date (yyyy-MM-dd).", "{} is geen datum (jjjj-MM-dd).";
    identifier_of_person: "Person (external identifier)", "Persoon (personeelsnummer)";
    about: "About", "Over";
    version: "Version", "Versie";
    licence: "Licence", "Licentie";
    database: "Database", "Database";
    size: "Size", "Grootte";
    schema_version: "Version of the schema", "Versie van het schema";
    limits: "Limits", "Grenzen";
    most_connections: "Connections at once", "Verbindingen tegelijk";
    most_body: "Largest request", "Grootste verzoek";
    most_upload: "Largest upload", "Grootste upload";
    longest_answer: "Longest answer", "Langste antwoord";
    long_answers: "Long answers at once of a connector", "Lange antwoorden tegelijk per koppeling";
    errors_kept: "Errors of connectors are kept", "Fouten van koppelingen worden bewaard";
    session_unused: "A session ends unused after", "Een ongebruikte sessie eindigt na";
    session_longest: "A session ends after", "Een sessie eindigt na";
    minutes: "{} minutes", "{} minuten";
    seconds: "{} seconds", "{} seconden";
    backup_last: "The last good one", "De laatste goede";
    backup_now: "Make one now", "Nu maken";
    backup_says:
        "A backup is a complete, checked copy of the database before it is handed over. It holds everybody's data: keep it as safe as the database itself.",
        "Een back-up is een volledige kopie van de database, gecontroleerd voordat u hem krijgt. Er staan ieders gegevens in: bewaar hem zo veilig als de database zelf.";
    backup_download: "Make a backup and download it", "Back-up maken en downloaden";
    backup_plan: "Made by the service itself", "Door de dienst zelf gemaakt";
    backup_every: "At most this old", "Hoogstens zo oud";
    backup_keep: "How many stay", "Hoeveel er blijven";
    no_backup_plan:
        "The service makes none by itself: serve --backup-dir says where it would.",
        "De dienst maakt er zelf geen: serve --backup-dir zegt waar dat zou gebeuren.";
    backup_made:
        "{} is a complete, checked copy of the database.",
        "{} is een volledige kopie van de database, gecontroleerd.";
    backup_not_made: "No backup was made: {}", "Er is geen back-up gemaakt: {}";
    database_file: "File", "Bestand";
}

impl Translations {
    /// Formats a duration in the largest unit that divides it.
    pub fn time(&self, time: Duration) -> String {
        let seconds = time.as_secs();
        let whole = [(self.days, 24 * 3600), (self.hours, 3600), (self.minutes, 60)].into_iter();
        let whole = whole.filter(|(_, unit)| seconds > *unit && seconds.is_multiple_of(*unit));
        let (says, unit) = whole.chain([(self.seconds, 1)]).next().unwrap_or_default();
        says.replace("{}", &(seconds / unit).to_string())
    }
}

/// Returns the texts in a language.
pub fn of(language: Language) -> &'static Translations {
    language.either(&ENGLISH, &DUTCH)
}
