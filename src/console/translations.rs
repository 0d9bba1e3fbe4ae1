//! All texts of pages, in each language. Long, because it contains all texts.
//!
//! Labels of columns, files and operations are in their declarations. Errors and refusals are in `model/messages.rs`.

use std::time::Duration;

use crate::model::language::Language;

/// Declares the texts by name in two languages. A missing translation or an unused text does not compile.
macro_rules! words {
    ($($name:ident: $english:literal, $dutch:literal;)*) => {
        /// The texts in one language. A text has `{}` at the place of a value.
        pub struct Translations {
            $(pub $name: &'static str,)*
        }

        static ENGLISH: Translations = Translations { $($name: $english,)* };

        static DUTCH: Translations = Translations { $($name: $dutch,)* };

        /// The texts by name, each in English and in Dutch.
        #[cfg(test)]
        const PAIRS: &[(&str, [&str; 2])] = &[$((stringify!($name), [$english, $dutch])),*];
    };
}

words! {
    language_code: "en", "nl";
    product: "Learning appliance", "Leersysteem";
    skip: "To the content", "Naar de inhoud";
    pages: "Pages", "Pagina's";
    languages: "Language", "Taal";
    sign_in: "Sign in", "Inloggen";
    sign_out: "Sign out", "Uitloggen";
    name: "Name", "Naam";
    password: "Password", "Wachtwoord";
    wrong_password: "Name or password is wrong.", "Naam of wachtwoord klopt niet.";
    too_many_attempts: "Too many attempts have failed. Try again in {} seconds.",
        "Er zijn te veel pogingen mislukt. Probeer het over {} seconden opnieuw.";
    too_many_sign_ins: "Too many people are signing in at once. Try again in {} seconds.",
        "Er loggen te veel mensen tegelijk in. Probeer het over {} seconden opnieuw.";
    second_factor: "Second factor", "Tweede factor";
    second_factor_required: "Your role needs a second factor at sign-in. Set it up first; until then nothing else is open.",
        "Voor uw rol is bij het inloggen een tweede factor nodig. Stel die eerst in; tot dan is niets anders toegankelijk.";
    second_factor_explanation: "You sign in with your password alone. With a second factor, a code from an app on your phone is needed as well.",
        "U logt in met alleen uw wachtwoord. Met een tweede factor is ook een code uit een app op uw telefoon nodig.";
    second_factor_of_proxy: "Your organisation signs you in, and also takes care of the second factor.",
        "Uw organisatie logt u in en zorgt ook voor de tweede factor.";
    second_factor_was_set_up: "Your second factor is set up. From now on a code is needed at sign-in.",
        "Uw tweede factor is ingesteld. Vanaf nu is bij het inloggen een code nodig.";
    set_up: "Set up", "Instellen";
    scan_qr_code: "Scan the QR code with an authenticator app, or type the secret into it.",
        "Scan de QR-code met een authenticator-app, of typ de sleutel daarin over.";
    qr_code: "QR code with the secret below", "QR-code met de sleutel hieronder";
    secret: "Secret", "Sleutel";
    sign_in_code: "Code", "Code";
    sign_in_code_hint: "The six digits that your authenticator app shows now, or one of your recovery codes.",
        "De zes cijfers die uw authenticator-app nu toont, of een van uw herstelcodes.";
    app_code_hint: "The six digits that the app shows.", "De zes cijfers die de app toont.";
    wrong_code: "This code is wrong, expired or used before. Wait for the next one.",
        "Deze code klopt niet, is verlopen of is al gebruikt. Wacht op de volgende.";
    sign_in_as_another: "Sign in as somebody else", "Als iemand anders inloggen";
    confirm_sign_in_change: "This changes how you sign in. Confirm it with your password.",
        "U wijzigt hoe u inlogt. Vul ter bevestiging uw wachtwoord in.";
    replace_second_factor: "Replace", "Vervangen";
    remove_second_factor: "Remove the second factor", "Tweede factor verwijderen";
    recovery_codes: "Recovery codes", "Herstelcodes";
    recovery_codes_left: "Recovery codes left", "Resterende herstelcodes";
    new_recovery_codes: "New recovery codes", "Nieuwe herstelcodes";
    recovery_codes_renewed: "There are new recovery codes. The earlier ones are no longer valid.",
        "Er zijn nieuwe herstelcodes. De vorige zijn niet meer geldig.";
    recovery_codes_shown_once: "Keep these codes where you can find them without your phone. Each works once instead of a code. They are not shown again.",
        "Bewaar deze codes waar u ze zonder uw telefoon kunt vinden. Elke code werkt één keer in plaats van een code uit de app. Ze worden niet nog eens getoond.";
    since: "Since", "Sinds";
    signed_out_here: "You have signed out here. Also sign out at your organisation's sign-in: otherwise it signs you in again.",
        "U bent hier uitgelogd. Log ook uit bij de aanmelding van uw organisatie: anders logt die u opnieuw in.";
    link_from_another_site: "Another site led you here. Open the page to continue.",
        "Een andere site heeft u hierheen geleid. Open de pagina om verder te gaan.";
    open_page: "Open the page", "Pagina openen";
    unknown_operator: "Your organisation signed you in as {}, but there is no operator of that name. Ask an owner to add one.",
        "Uw organisatie heeft u aangemeld als {}, maar er is geen beheerder met die naam. Vraag een eigenaar om die aan te maken.";
    calendar_feed: "Calendar feed", "Agenda-abonnement";
    calendar_feeds_of_divisions: "Calendar feeds of divisions", "Agenda-abonnementen van divisies";
    calendar_feeds_intro: "A feed is a private link that shows classes in a calendar program such as Outlook. It includes the classes of everyone in the division and its sub-divisions. Choose a division to create its link.",
        "Een abonnement is een link waarmee een agendaprogramma zoals Outlook klassen toont: die van iedereen in de divisie en de onderliggende divisies. Kies een divisie om de link aan te maken.";
    calendar_feed_explanation: "To see the sessions in a calendar program such as Outlook, create a private link and subscribe to it there. Anyone with the link can read it.",
        "Wilt u de bijeenkomsten in een agendaprogramma zoals Outlook zien? Maak hier een agendalink aan en voeg die in dat programma toe als abonnement. Iedereen met de link kan de agenda lezen.";
    feed_link_is_secret: "Anyone with this link can read the calendar. Renew it if the wrong people have it; the old link stops working at once.",
        "Iedereen met deze link kan de agenda lezen. Vernieuw de link als die bij de verkeerde mensen terecht is gekomen; de oude link werkt dan meteen niet meer.";
    feed_link: "Link", "Link";
    create_feed_link: "Create a private link", "Link aanmaken";
    renew_feed_link: "Renew the link", "Link vernieuwen";
    remove_feed_link: "Remove the link", "Link verwijderen";
    current_password: "Your current password", "Uw huidige wachtwoord";
    confirm_account_change: "To confirm, enter your own password, because this changes who can sign in.",
        "Vul ter bevestiging uw eigen wachtwoord in, omdat u wijzigt wie kan inloggen.";
    only_to_make_owner: "Needed only if you choose the role owner.", "Alleen nodig als u de rol eigenaar kiest.";
    wrong_current_password: "This is not your current password. Nothing was changed.",
        "Dit is niet uw huidige wachtwoord. Er is niets gewijzigd.";
    unknown_host: "On the server itself, open the console at localhost, 127.0.0.1 or the address of --base-url.",
        "Open het beheer op de server zelf via localhost, 127.0.0.1 of het adres van --base-url.";
    type_own_new_password: "Enter a new password yourself: you are signed out afterwards, so a generated one could not be shown.",
        "Vul zelf een nieuw wachtwoord in: u wordt hierna uitgelogd, dus een gemaakt wachtwoord zou u niet te zien krijgen.";
    session_ended: "Your session has ended. Nothing was changed. Sign in again.",
        "Uw sessie is verlopen. Er is niets gewijzigd. Log opnieuw in.";
    foreign_request: "The request did not come from a page of this session, so nothing was changed. Go back, reload the page and try again.",
        "Het verzoek kwam niet van een pagina van deze sessie, dus er is niets gewijzigd. Ga terug, laad de pagina opnieuw en probeer het nog eens.";
    plain_http_refused: "The console is not available over plain HTTP, because others could read passwords and personal data. Use the https address, or a browser on the server itself.",
        "Het beheer is niet beschikbaar via onversleuteld HTTP, omdat anderen dan wachtwoorden en persoonsgegevens kunnen meelezen. Gebruik het https-adres, of een browser op de server zelf.";
    no_operator_yet: "Nobody can sign in yet. Add an operator on the server itself: lms-appliance operator add NAME --role owner --db {}",
        "Er kan nog niemand inloggen. Maak op de server zelf een beheerder aan: lms-appliance operator add NAAM --role owner --db {}";
    not_done: "Not done", "Niet gelukt";
    wrong_address: "This address does not work", "Dit adres werkt niet";
    open_without_filters: "Open {} without filters", "{} openen zonder filters";
    not_found: "Page not found", "Pagina niet gevonden";
    nothing_at_address: "There is nothing at this address. It may be mistyped, or what it showed has been removed. Search above, or go to:",
        "Op dit adres is niets te vinden. Misschien is het verkeerd getypt, of is verwijderd wat er stond. Zoek hierboven, of ga naar:";
    cancel: "Cancel", "Annuleren";
    required: "required", "verplicht";
    print_page: "Print", "Afdrukken";
    copy: "Copy", "Kopiëren";
    copied: "Copied.", "Gekopieerd.";
    internal_error: "An internal error occurred; nothing was changed. The server log has details under {}.",
        "Er is een interne fout opgetreden; er is niets gewijzigd. Uw systeembeheerder vindt details in het serverlog onder {}.";
    database_in_use: "The database is in use by another import or program, so nothing was saved. Wait until that has finished, then try again. If this continues, ask your system administrator.",
        "De database is in gebruik door een andere import of een ander programma, dus er is niets opgeslagen. Wacht tot dat klaar is en probeer het dan opnieuw. Blijft dit gebeuren, vraag dan uw systeembeheerder om hulp.";
    database_unavailable: "The database cannot be written at the moment, so nothing was saved. Try again later. If this continues, ask your system administrator.",
        "De database is op dit moment niet te beschrijven, dus er is niets opgeslagen. Probeer het later opnieuw. Blijft dit gebeuren, vraag dan uw systeembeheerder om hulp.";
    disk_full: "The disk of the server is full, so nothing was saved. Ask your system administrator to free some space, then try again.",
        "De schijf van de server is vol, dus er is niets opgeslagen. Vraag uw systeembeheerder om ruimte vrij te maken en probeer het daarna opnieuw.";
    too_many_downloads: "You are downloading too many files at once: at most {}. Try again when one of them is complete.",
        "U downloadt te veel bestanden tegelijk: hoogstens {}. Probeer het opnieuw als er een klaar is.";
    menu: "Menu", "Menu";
    people: "People", "Mensen";
    data: "Data", "Gegevens";
    system: "System", "Systeem";
    table: "table", "tabel";
    tables: "Tables", "Tabellen";
    data_file: "Table", "Tabel";
    contents: "Contents", "Inhoud";
    rows: "Rows", "Rijen";
    percentage_of_mandatory: "Expiring soon means within three months. Percentages are of all mandatory trainings of all persons in the division.",
        "Bijna verlopen betekent: binnen drie maanden. De percentages gaan over alle verplichte trainingen van alle personen in de divisie.";
    percentage_of_portfolio: "Percentages are of all trainings in the learning portfolios of all persons in the division.",
        "De percentages gaan over alle trainingen in de leerportfolio's van alle personen in de divisie.";
    search: "Search", "Zoeken";
    search_placeholder: "Person, training or class", "Persoon, training of klas";
    search_all: "Search persons, trainings and classes", "Zoeken naar personen, trainingen en klassen";
    search_all_hint: "Type a part of a name, an employee number, an e-mail address or a code in the search field above.",
        "Typ bovenaan een deel van een naam, een personeelsnummer, een e-mailadres of een code in het zoekveld.";
    search_too_long: "Search: the text has {} characters; at most {most} are allowed.",
        "Zoeken: de zoektekst heeft {} tekens; maximaal {most} zijn toegestaan.";
    too_many_filters: "Filters: there are {}; at most {most} are allowed.",
        "Filters: het zijn er {}; hoogstens {most} zijn toegestaan.";
    search_in: "Searches: {}", "Zoekt in: {}";
    all: "all", "alle";
    filters: "Filters", "Filters";
    remove_filter: "Remove the filter {}", "Filter {} verwijderen";
    columns: "Columns", "Kolommen";
    more_columns: "More columns are behind Columns.", "Meer kolommen staan onder Kolommen.";
    columns_to_show: "Columns to show", "Te tonen kolommen";
    filter_from: "{} (from)", "{} (vanaf)";
    filter_to: "{} (up to and including)", "{} (tot en met)";
    nothing_found: "Nothing was found.", "Er is niets gevonden.";
    nothing_found_yet: "Nothing was found in the first rows. Choose Next rows to search on.",
        "In de eerste rijen is niets gevonden. Kies Volgende rijen om verder te zoeken.";
    unknown_field: "{} is not a filter or column of this page.",
        "{} is geen filter of kolom van deze pagina.";
    repeated_field: "The form contains the field {} several times, so nothing was changed. Go back, reload the page and try again.",
        "Het formulier bevat het veld {} meerdere keren, dus er is niets gewijzigd. Ga terug, laad de pagina opnieuw en probeer het nog eens.";
    no_rows_with_wrong_filter: "No rows are shown, because a filter is wrong. Correct the filter or remove it.",
        "Er worden geen rijen getoond, omdat een filter niet klopt. Verbeter het filter of verwijder het.";
    rows_shown: "Rows shown: {}.", "Getoonde rijen: {}.";
    percent_sent: "{}% sent", "{}% verzonden";
    files_not_sent: "The files could not be sent. Nothing was changed. They may be too large, or have changed since you chose them.",
        "De bestanden konden niet worden verzonden. Er is niets gewijzigd. Misschien zijn ze te groot, of gewijzigd sinds u ze koos.";
    files_without_changes: "{} files contain no changes ({rows} rows).", "In {} bestanden ({rows} rijen) verandert niets.";
    or_drop_files: "Or drop files, or a folder, here.", "Of sleep bestanden of een map hierheen.";
    next_rows: "Next rows", "Volgende rijen";
    to_first_rows: "To the first rows", "Naar de eerste rijen";
    sort_by: "Sort by:", "Sorteer op:";
    sort_ascending: "Sort by {}, ascending", "Sorteer op {}, oplopend";
    sort_descending: "Sort by {}, descending", "Sorteer op {}, aflopend";
    exceptions_are_noted: "{}. If a field was changed at another time, this is shown below the field.",
        "{}. Is een veld op een ander moment gewijzigd, dan staat dat onder het veld.";
    reports: "Reports", "Rapporten";
    reports_intro: "Choose a report. You can bookmark its address.",
        "Kies een rapport. De pagina van een rapport kunt u als bladwijzer bewaren.";
    report: "Report", "Rapport";
    show: "Show", "Tonen";
    save_selected_rows_as: "Save these rows as", "Deze rijen opslaan als";
    save_all_rows_as: "Save all rows as", "Alle rijen opslaan als";
    save_all_of_table_as: "Save all {} as", "Alle {} opslaan als";
    save_selection_of_table_as: "Save these {} as", "Deze {} opslaan als";
    format_not_available: "format: this report cannot be saved as {}; choose {known}. Rows with nested lists cannot be saved as CSV.",
        "format: dit rapport kan niet als {} worden opgeslagen; kies {known}. Rijen met lijsten erin passen niet in CSV.";
    row_search_hint: "Rows must contain all your words.", "De rij moet al uw woorden bevatten.";
    for_other_programs: "For other programs", "Voor andere programma's";
    fill_in_first: "First fill in: {}. Then choose Show.", "Vul eerst in: {}. Kies daarna Tonen.";
    whole_day_included: "This whole day is included.", "Deze hele dag telt mee.";
    until_this_moment: "Up to and including this moment.", "Tot en met dit moment.";
    row_count: "Rows: {}.", "Rijen: {}.";
    show_rows: "Show all {} rows", "Alle {} rijen tonen";
    show_first_rows: "Show the first {} rows", "De eerste {} rijen tonen";
    all_rows_of: "All {count} rows of {}", "Alle {count} rijen van {}";
    rows_of: "Rows of {}", "Rijen van {}";
    row_range: "Rows {} to {}.", "Rijen {} tot en met {}.";
    rows_found_in_range: "Found: {}, in rows {} to {}.", "Gevonden: {}, in rijen {} tot en met {}.";
    more_rows: "There are more.", "Er zijn er meer.";
    meaning_of_columns: "Meaning of the columns", "Betekenis van de kolommen";
    example_calls: "How another program can request this", "Ophalen vanuit een ander programma";
    example_calls_explanation: "Use the name and password of a connector with this permission.",
        "Gebruik de naam en het wachtwoord van een verbinding die dit mag ophalen.";
    today: "Today", "Vandaag";
    employed_and_left: "Persons employed: {}. Persons who have left: {left}.",
        "Personen in dienst: {}. Personen uit dienst: {left}.";
    employed_left_and_anonymised: "Persons employed: {}. Persons who have left: {left}. Anonymised: {anonymised}.",
        "Personen in dienst: {}. Personen uit dienst: {left}. Geanonimiseerd: {anonymised}.";
    needs_action: "Needs action", "Actie nodig";
    nothing_needs_action: "Nothing needs action.", "Er is geen actie nodig.";
    backup_is_old: "The last successful backup is {} hours old.", "De laatste geslaagde back-up is {} uur oud.";
    backup_is_in_future: "The time of the last successful backup is in the future, so its age is unknown. Check the clock of the server, and make a backup.",
        "Het tijdstip van de laatste geslaagde back-up ligt in de toekomst, dus onbekend is hoe oud die is. Controleer de klok van de server en maak een back-up.";
    overbooked_classes: "Overbooked classes: {}", "Klassen met te veel deelnemers: {}";
    incomplete_classes: "Classes in the next two weeks without trainer or with too few participants: {}",
        "Klassen in de komende twee weken zonder trainer of met te weinig deelnemers: {}";
    failing_connectors: "Connectors with errors or unusually long unused: {}",
        "Verbindingen met fouten of langer niet gebruikt dan normaal: {}";
    expired_mandatory_trainings: "Expired mandatory trainings of all persons together: {}",
        "Verlopen verplichte trainingen van alle personen samen: {}";
    similar_row_count: "Similar employee numbers, divisions or functions: {}",
        "Personeelsnummers, divisies of functies die op elkaar lijken: {}";
    counting_in_progress: "The figures are being counted. This page refreshes by itself.",
        "De cijfers worden geteld. Deze pagina wordt vanzelf bijgewerkt.";
    counting_failed: "Counting failed; the server log has the cause.",
        "Het tellen is mislukt; de oorzaak staat in het serverlog (vraag uw systeembeheerder).";
    counted_at: "As of {}.", "Stand van {}.";
    expired_or_expiring: "Mandatory trainings: expired and expiring soon", "Verplichte trainingen: verlopen en bijna verlopen";
    division: "Division", "Divisie";
    topmost_division: "Topmost division", "Hoofddivisie";
    all_divisions: "All divisions", "Alle divisies";
    expired: "Expired", "Verlopen";
    expiring_soon: "Expiring soon", "Bijna verlopen";
    no_training_expires: "No mandatory training has expired or expires within three months.",
        "Geen verplichte training is verlopen of verloopt binnen drie maanden.";
    showing_first_of: "Showing the first {} of {}.", "Dit zijn de eerste {} van {}.";
    full_report: "Full report, all divisions", "Volledig rapport, alle divisies";
    person: "Person", "Persoon";
    classes_needing_attention: "Classes that need attention", "Klassen die aandacht vragen";
    class: "Class", "Klas";
    begins: "Begins", "Begint";
    participants: "Participants", "Deelnemers";
    problem: "Problem", "Probleem";
    session_without_trainer: "a session has no trainer", "een bijeenkomst heeft geen trainer";
    above_maximum: "more than the maximum of {}", "meer dan het maximum van {}";
    below_minimum: "fewer than the minimum of {}", "minder dan het minimum van {}";
    no_class_needs_attention: "Every class in the next two weeks has its trainers and enough participants, and no future class is overbooked.",
        "Elke klas in de komende twee weken heeft trainers en voldoende deelnemers, en geen toekomstige klas heeft te veel deelnemers.";
    connectors: "Connectors", "Verbindingen";
    connector: "Connector", "Verbinding";
    last_call: "Last call", "Laatst gebruikt";
    errors_today: "errors reported today: {}", "fouten gemeld vandaag: {}";
    days_without_calls: "no calls for {} days", "{} dagen niet gebruikt";
    unusual_days_without_calls: "no calls for {} days; at most {} before", "{} dagen niet gebruikt; eerder hoogstens {}";
    similar_rows: "Similar employee numbers, divisions and functions",
        "Personeelsnummers, divisies en functies die op elkaar lijken";
    row: "Row", "Rij";
    similar_to: "Similar to", "Lijkt op";
    all_connectors_work: "No connector errors today. All connectors were used as often as usual.",
        "Alle verbindingen werken normaal.";
    backup: "Backup", "Back-up";
    no_backup_warning: "No backup has been made. If the server breaks down, all data is lost.",
        "Er is nog geen back-up. Gaat de server kapot, dan bent u alle gegevens kwijt.";
    no_backup_yet: "There is no backup yet.", "Er is nog geen back-up.";
    last_backup_age: "Last successful backup: {}, {} hours ago.", "Laatste geslaagde back-up: {}, {} uur geleden.";
    backup_failed: "The last attempt failed; the server log has the cause.",
        "De laatste poging is mislukt; de oorzaak staat in het serverlog (vraag uw systeembeheerder).";
    portfolio_by_division: "Portfolios by division", "Portfolio's per divisie";
    all_portfolios_empty: "No person has a training in a learning portfolio yet.",
        "Nog niemand heeft een training in het leerportfolio.";
    completed_per_month: "Completed per month", "Afgerond per maand";
    nothing_completed: "No training was completed in the past year.", "In het afgelopen jaar is geen training afgerond.";
    month: "Month", "Maand";
    import_options: "Options", "Opties";
    rows_not_listed: "Rows of an imported table that its file does not list", "Rijen van een geïmporteerde tabel die niet in het bestand staan";
    keep_rows: "keep", "behouden";
    remove_rows: "remove; for persons, end the employment", "verwijderen; personen gaan uit dienst";
    max_removals: "Stop if more rows per table are removed than", "Stop als er per tabel meer rijen verdwijnen dan";
    max_removals_hint: "A number of rows, such as 25, or a percentage, such as 10%.",
        "Een aantal rijen, zoals 25, of een percentage, zoals 10%.";
    invalid_max_removals: "{} is neither a number of rows, such as 25, nor a percentage of 0 to 100, such as 10%.",
        "{} is geen aantal rijen, zoals 25, en geen percentage van 0 tot 100, zoals 10%.";
    similar_identifiers: "Employee numbers that differ only in leading zeros (1201 and 001201)",
        "Personeelsnummers die alleen in voorloopnullen verschillen (1201 en 001201)";
    reject: "reject", "afkeuren";
    accept: "accept, as different persons", "accepteren, als verschillende personen";
    check_again: "Check again", "Opnieuw controleren";
    or_choose_folder: "Or choose a folder", "Of kies een map";
    folder_hint: "The folder with the files, with pictures in a subfolder named images.",
        "De map met de bestanden, met afbeeldingen in een submap met de naam images.";
    persons: "Persons", "Personen";
    person_search_hint: "Any part of a name, employee number or e-mail address.",
        "Een deel van een naam, personeelsnummer of e-mailadres.";
    employed_persons_intro: "Everybody who is employed, by family name. The search also finds persons who have left.",
        "Iedereen in dienst, op achternaam. Zoeken vindt ook wie uit dienst is.";
    has_left: "Has left", "Uit dienst";
    other_columns: "Other columns", "Andere kolommen";
    person_not_employed: "This person is no longer employed.", "Deze persoon is uit dienst.";
    person_is_anonymised: "This person is anonymised.", "Deze persoon is geanonimiseerd.";
    manager: "Manager", "Leidinggevende";
    team: "Team", "Team";
    groups: "Groups", "Groepen";
    teaches_classes: "Teaches classes", "Trainer bij klassen";
    teaches_trainings: "Trainings taught", "Trainer van";
    edit: "Edit", "Gegevens wijzigen";
    all_fields: "All fields", "Alle velden";
    tasks: "Tasks", "Taken";
    on_this_page: "On this page", "Op deze pagina";
    mandatory_trainings: "Mandatory trainings:", "Verplichte trainingen:";
    badge_expired: "{} expired", "{} verlopen";
    badge_expiring: "{} expiring soon", "{} bijna verlopen";
    badge_not_completed: "{} not yet completed", "{} nog niet afgerond";
    badge_exempt: "{} exempt", "{} vrijgesteld";
    badge_completed: "{} completed", "{} afgerond";
    next_step: "Next", "Volgende";
    value_required: "a value is required", "Vul dit veld in.";
    choose_one: "Choose one of these.", "Kies een van de mogelijkheden.";
    form_is_outdated: "This was changed since you opened the form. Nothing was saved. Check the values and try again.",
        "Dit is gewijzigd sinds u het formulier opende. Er is niets opgeslagen. Controleer de waarden en probeer het opnieuw.";
    exists_already: "This exists already: {}. Nothing was added.", "Dit bestaat al: {}. Er is niets toegevoegd.";
    and_more: "and {} more", "en nog {}";
    enrolled_already: "This person is enrolled for this training already: {}.",
        "Deze persoon is al ingeschreven voor deze training: {}.";
    has_result_of_class: "This person has a result of this class already.",
        "Deze persoon heeft al een resultaat van deze klas.";
    is_absent_already: "This person is recorded as absent from this class already.",
        "Deze persoon is al als afwezig vastgelegd bij deze klas.";
    has_result_of_day: "This person has a result of this training on that day already.",
        "Deze persoon heeft al een resultaat van deze training op die dag.";
    completed_already: "This person completed the training on {}: an exemption does not change its status.",
        "Deze persoon heeft de training op {} afgerond: een vrijstelling verandert de status niet.";
    manager_is_dismissed: "{} is no longer employed.", "{} is uit dienst.";
    manages_manager: "This person manages {}, directly or through other managers.",
        "Deze persoon is zelf de leidinggevende van {}, direct of via anderen.";
    enter_zero_or_more: "Enter 0 or more.", "Vul 0 of meer in.";
    class_is_over: "This class is over.", "Deze klas is al afgelopen.";
    date_is_past: "This date is in the past.", "Deze datum ligt in het verleden.";
    enrol: "Enrol", "Inschrijven";
    enrol_explanation: "Enrols this person for a training. If the class that you choose next is full and has a waiting list, the person goes on the waiting list.",
        "Hiermee schrijft u deze persoon in voor een training. Kiest u hierna een volle klas met een wachtlijst, dan komt de persoon op de wachtlijst.";
    without_class: "Without class (e-learning)", "Zonder klas (e-learning)";
    places_unlimited: "unlimited places", "onbeperkt aantal plaatsen";
    number_of_places_left: "places left: {}", "vrije plaatsen: {}";
    class_full: "full and without a waiting list; another enrolment is one too many",
        "vol en zonder wachtlijst; nog een inschrijving is er een te veel";
    class_full_with_waiting_list: "full, {} on the waiting list", "vol, {} op de wachtlijst";
    add_result: "Add a result", "Resultaat toevoegen";
    add_result_explanation: "Records that this person completed a training.",
        "Hiermee legt u vast dat deze persoon een training heeft afgerond.";
    valid_always: "always valid (no end date)", "onbeperkt geldig (geen einddatum)";
    refresh_form: "Update the choices", "Keuzes bijwerken";
    valid_months: "{} months after completion", "{} maanden na afronding";
    choose_day_or_clear_it: "Choose “until another day”, or clear the date.", "Kies ‘tot een andere dag’ of wis de datum.";
    until_another_day: "until another day:", "tot een andere dag:";
    mark_absent: "Mark absent", "Afwezigheid vastleggen";
    mark_absent_explanation: "Records that this person was absent from a class.",
        "Hiermee legt u vast dat deze persoon in een klas afwezig was.";
    costs_of_absence: "Costs of this absence", "Kosten van deze afwezigheid";
    costs_of_absence_hint: "For example of the place that was not used. Leave it empty if there are none.",
        "Bijvoorbeeld van de plaats die niet is gebruikt. Laat leeg als er geen kosten zijn.";
    no_started_class: "This person is not enrolled in a class that has started.",
        "Deze persoon is niet ingeschreven voor een klas die begonnen is.";
    exempt: "Exempt", "Vrijstellen";
    exempt_explanation: "The person no longer has to take this training. An exemption has no effect if the person has ever completed the training, even if the result has expired: then choose Add a result and “always valid” instead.",
        "De persoon hoeft deze training niet te volgen. Heeft de persoon de training al eens afgerond, ook als die nu verlopen is? Dan helpt een vrijstelling niet: de status blijft zoals die is. Kies dan Resultaat toevoegen, en daar ‘onbeperkt geldig’.";
    no_reasons_of_exemption: "There are no reasons for exemption yet. Add one first, under Tables, Reasons for exemption.",
        "Er zijn nog geen redenen van vrijstelling. Voeg er eerst een toe, onder Tabellen, Redenen van vrijstelling.";
    add_to_group: "Add to a group", "Toevoegen aan groep";
    nothing_to_choose: "There is nothing to choose. Add a row first, under Tables, {}.",
        "Er valt niets te kiezen. Voeg eerst een rij toe, onder Tabellen, {}.";
    no_groups: "There is no group yet. Add one first, under Tables, Groups.",
        "Er is nog geen groep. Voeg er eerst een toe, onder Tabellen, Groepen.";
    add_to_group_explanation: "Makes this person a member of a group.",
        "Hiermee maakt u deze persoon lid van een groep.";
    change_position: "Change manager or function", "Leidinggevende of functie wijzigen";
    change_position_explanation: "Changes the manager, function or division. A function or division that does not exist yet is created.",
        "Hiermee wijzigt u de leidinggevende, functie of divisie. Bestaat de functie of divisie nog niet, dan wordt die aangemaakt.";
    add_participant: "Add a participant", "Deelnemer toevoegen";
    add_participant_explanation: "Enrols a person in this class. If the class is full and has a waiting list, the person goes on the waiting list.",
        "Hiermee schrijft u een persoon in voor deze klas. Is de klas vol en heeft die een wachtlijst, dan komt de persoon op de wachtlijst.";
    is_in_class_already: "This person is enrolled in this class already.",
        "Deze persoon is al ingeschreven voor deze klas.";
    take_attendance: "Take attendance", "Aanwezigheid vastleggen";
    take_attendance_explanation: "Tick who attended: they get a result dated at the last session. Everyone else is marked absent, with the reason you enter.",
        "Vink aan wie aanwezig was. Zij krijgen de training als afgerond, op de datum van de laatste bijeenkomst. Vul bij de anderen de reden van afwezigheid in.";
    participants_in_next_round: "The list is too long for one page: {} more participants follow once you have saved these.",
        "De lijst is te lang voor één pagina: nog {} deelnemers volgen zodra u deze hebt opgeslagen.";
    participants_on_class_page: "The list is too long for one page: {} more participants are not listed here. To move one of them, open the page of the class and choose Move to another class beside the name.",
        "De lijst is te lang voor één pagina: nog {} deelnemers staan hier niet bij. Wilt u een van hen verplaatsen, open dan de pagina van de klas en kies Deelnemer verplaatsen naast de naam.";
    present: "Present", "Aanwezig";
    reason_needed: "Enter the reason of absence of {}.", "Vul de reden van afwezigheid in voor {}.";
    reason_of_absence: "Reason of absence", "Reden van afwezigheid";
    attendance_after_last_session: "You can take attendance after the last session.",
        "U kunt de aanwezigheid vastleggen na de laatste bijeenkomst.";
    possible_after_last_session: "Possible from {}, after the last session.", "Dit kan vanaf {}, na de laatste bijeenkomst.";
    possible_after_start: "Possible from {}, when the class has begun.", "Dit kan vanaf {}, als de klas is begonnen.";
    everyone_is_recorded: "A result or absence is recorded for every participant.",
        "Van elke deelnemer is een resultaat of afwezigheid vastgelegd.";
    move_to_class: "Move to another class", "Deelnemer verplaatsen";
    move_to_class_explanation: "Cancels the enrolment in this class and enrols the person in another one of the same training.",
        "Hiermee annuleert u de inschrijving voor deze klas en schrijft u de persoon in voor een andere klas van dezelfde training.";
    nobody_to_move: "Nobody is enrolled in this class or on its waiting list.",
        "Er is niemand ingeschreven voor deze klas en er staat niemand op de wachtlijst.";
    no_other_class: "There is no other open class of this training to move to. Add one first, under Tables, Classes.",
        "Er is geen andere open klas van deze training om naar te verplaatsen. Voeg er eerst een toe, onder Tabellen, Klassen.";
    add_session: "Add a session", "Bijeenkomst toevoegen";
    add_session_explanation: "Adds a session to this class.", "Hiermee voegt u een bijeenkomst aan deze klas toe.";
    add_trainer: "Add a trainer", "Trainer toevoegen";
    add_trainer_explanation: "Adds a trainer to one session or to all sessions.",
        "Hiermee voegt u een trainer toe aan één of alle bijeenkomsten.";
    all_sessions: "All sessions", "Alle bijeenkomsten";
    cancel_class: "Cancel the class", "Klas annuleren";
    cancel_class_explanation: "The class will not take place. Choose below what happens to its enrolments.",
        "De klas gaat niet door. Kies hieronder wat er met de inschrijvingen gebeurt.";
    back_to_class: "Back to the class", "Terug naar de klas";
    class_is_cancelled: "This class is cancelled.", "Deze klas is geannuleerd.";
    cancel_enrolments_too: "Cancel the enrolments too ({})", "Ook de inschrijvingen annuleren ({})";
    enrolments: "Enrolments", "Inschrijvingen";
    keep_enrolments: "Keep the enrolments, for example to move them to another class later", "Inschrijvingen laten staan, bijvoorbeeld om ze later naar een andere klas te verplaatsen";
    portfolio: "Learning portfolio", "Leerportfolio";
    mandatory: "mandatory", "verplicht";
    outside_portfolio: "completed, not part of the portfolio", "afgerond, hoort niet bij het portfolio";
    no_portfolio: "The portfolio is empty.", "Het portfolio is leeg.";
    training: "Training", "Training";
    step: "Section (step)", "Rubriek (stap)";
    steps: "Sections of the portfolio", "Rubrieken van het portfolio";
    trainings: "Trainings", "Trainingen";
    status: "Status", "Status";
    completed: "Completed", "Afgerond";
    valid_until: "Valid until", "Geldig tot";
    history: "History", "Geschiedenis";
    employment_and_privacy: "Employment and privacy", "Dienstverband en privacy";
    end_employment: "End employment", "Uit dienst melden";
    dismiss_hint: "The first day after the contract. Leave it empty to end the employment now. With a later date, the person stays employed until then.",
        "De eerste dag na afloop van het contract. Laat leeg om per direct uit dienst te melden. Bij een latere datum blijft de persoon tot dan in dienst.";
    re_employ: "Re-employ", "Weer in dienst nemen";
    re_employ_hint: "Enter a later end date (the first day after the contract), or leave it empty for none.",
        "Vul een latere einddatum in (de eerste dag na afloop van het contract), of laat leeg voor geen einddatum.";
    employment_changed: "The employment has been changed.", "Het dienstverband is gewijzigd.";
    everything_as_zip: "Everything about this person, as a .zip", "Alles over deze persoon, als .zip";
    anonymise: "Anonymise", "Anonimiseren";
    anonymise_explanation: "This permanently removes the name from the database and cannot be undone. Results and enrolments stay.",
        "Dit verwijdert de naam definitief uit de database en kan niet ongedaan worden gemaakt. Resultaten en inschrijvingen blijven.";
    confirm_identifier: "Type the employee number to confirm", "Typ het personeelsnummer ter bevestiging";
    wrong_identifier: "That is not this person's employee number. Nothing was changed.",
        "Dat is niet het personeelsnummer van deze persoon. Er is niets gewijzigd.";
    anonymised_with_traces: "The person has been anonymised, but the database file still has traces of the data, because a large response was being sent. Ask your system administrator to remove them, by anonymising the new employee number again.",
        "De persoon is geanonimiseerd, maar het databasebestand bevat nog sporen van de gegevens, omdat er een groot antwoord werd verzonden. Vraag uw systeembeheerder om ze te verwijderen, door het nieuwe personeelsnummer nogmaals te anonimiseren.";
    anonymised: "The person has been anonymised. Earlier backups and exports still hold the data.",
        "De persoon is geanonimiseerd. Eerder gemaakte back-ups en exports bevatten de gegevens nog.";
    choose_meaning: "Choose what it means", "Kies wat dit betekent";
    leave_out: "Leave it out", "Overslaan";
    read_with_corrections: "Read again with these corrections", "Opnieuw lezen met deze correcties";
    import_files: "Import", "Importeren";
    import_intro: "If a file has an error, nothing is imported. You see every change before it is made.",
        "Staat er een fout in de bestanden, dan wordt er niets geïmporteerd. U ziet vooraf elke wijziging.";
    back_to_open_preview: "Back to the open preview", "Terug naar de openstaande voorvertoning";
    files: "Files", "Bestanden";
    files_hint: "CSV files or Excel workbooks, also from another system (AFAS, Visma …), or a .zip of them.",
        "CSV-bestanden of Excel-werkmappen, ook uit een ander systeem (AFAS, Visma …), of een .zip daarvan.";
    preview_changes: "Preview the changes", "Wijzigingen bekijken";
    no_file_chosen: "No file was chosen.", "Er is geen bestand gekozen.";
    preview: "Preview of the import", "Voorvertoning van de import";
    preview_in_progress: "The files are being read and compared with the data. This page refreshes by itself.",
        "De bestanden worden gelezen en met de gegevens vergeleken. Deze pagina wordt vanzelf bijgewerkt.";
    import_in_progress: "The changes are being saved. If another import or program is using the database, this waits for it for at most a minute. This page refreshes by itself.",
        "De wijzigingen worden opgeslagen. Is de database in gebruik door een andere import of een ander programma, dan wordt daar hoogstens een minuut op gewacht. Deze pagina wordt vanzelf bijgewerkt.";
    choose_other_files: "Choose other files", "Andere bestanden kiezen";
    data_changed_since_preview: "The data changed since this preview was made, so nothing was applied. This is the current preview.",
        "De gegevens zijn gewijzigd sinds deze voorvertoning, dus er is niets doorgevoerd. Dit is de huidige voorvertoning.";
    too_many_previews: "Too many previews are open; try again later. Nothing was read.",
        "Er staan te veel voorvertoningen open; probeer het later nog eens. Er is niets gelezen.";
    preview_ended: "This preview has expired; previews are kept for half an hour. Nothing was applied. Choose the files again.",
        "Deze voorvertoning is verlopen; een voorvertoning blijft een half uur bewaard. Er is niets doorgevoerd. Kies de bestanden opnieuw.";
    preview_was_outdated: "This preview was outdated: the data, the files or the options have changed. Nothing was done. This is the current preview.",
        "Deze voorvertoning was verouderd: de gegevens, de bestanden of de opties zijn gewijzigd. Er is niets gedaan. Dit is de huidige voorvertoning.";
    more_ignored_files: "{} more files match no table and are ignored.",
        "Nog {} bestanden horen bij geen tabel en worden overgeslagen.";
    last_import_failed: "The last import ({}, {at}) {why}. Nothing was changed.",
        "De laatste import ({}, {at}) {why}. Er is niets gewijzigd.";
    import_had_errors: "has errors", "bevat fouten";
    import_was_stopped: "would have changed or removed more rows than its limits allow",
        "zou meer rijen wijzigen of verwijderen dan de grenzen toestaan";
    import_was_unreadable: "could not be read", "kon niet worden gelezen";
    meaning_of_value: "What does “{}” in {column} mean?", "Wat betekent “{}” in {column}?";
    meaning_of_other_values: "What does every other value in {column} mean?", "Wat betekent elke andere waarde in {column}?";
    meaning_of_empty_cell: "What does an empty cell in {column} mean?", "Wat betekent een lege cel in {column}?";
    no_fixed_value: "No fixed value", "Geen vaste waarde";
    fixed_value_for: "Fixed value for {}", "Vaste waarde voor {}";
    more_settings: "More settings", "Meer instellingen";
    found_automatically: "found automatically", "automatisch bepaald";
    sheet: "Sheet", "Werkblad";
    sheet_hint: "For a workbook. If empty, the first sheet is read.",
        "Bij een werkmap. Leeg laten = het eerste werkblad.";
    header_line: "Line of the header", "Regel met de kolomkoppen";
    header_line_hint: "If empty, it is found automatically.", "Leeg laten = automatisch bepaald.";
    encoding: "Encoding of the text", "Tekencodering";
    date_order: "Order of dates", "Volgorde in datums";
    day_month_year: "day, month, year", "dag, maand, jaar";
    month_day_year: "month, day, year", "maand, dag, jaar";
    year_month_day: "year, month, day", "jaar, maand, dag";
    skip_rows_with_values: "Skip rows with these values under {}", "Rijen overslaan met deze waarden onder {}";
    skip_rows_hint: "One value a line.", "Een waarde per regel.";
    new_skip_header: "Header by which rows are skipped", "Kolomkop waarop rijen worden overgeslagen";
    new_skip_cells: "Values whose rows are skipped", "Waarden waarbij de rij wordt overgeslagen";
    new_header: "Another header of the file", "Nog een kolomkop van het bestand";
    becomes_column: "becomes the column", "wordt de kolom";
    new_value_column: "Another value in the column", "Nog een waarde in de kolom";
    new_value_cell: "as it is in the file", "zoals die in het bestand staat";
    becomes_value: "means", "betekent";
    new_constant_column: "A fixed value for the column", "Een vaste waarde voor de kolom";
    which_data_file: "Which table does {} belong to?", "Bij welke tabel hoort {}?";
    mapping_proposed: "This file comes from another system. Check the columns and values. Applying the import saves them as a mapping, which later imports use automatically.",
        "Dit bestand komt uit een ander systeem. Controleer de kolommen en waarden. Voert u de import door, dan worden ze bewaard als kolomkoppeling. Volgende imports gebruiken die automatisch.";
    no_mapping_proposed: "This file comes from another system, and its headers match no table. Choose the table.",
        "Dit bestand komt uit een ander systeem, en de kolomkoppen passen bij geen enkele tabel. Kies de tabel.";
    use_chosen_table: "Use the chosen table", "Gekozen tabel gebruiken";
    columns_and_values: "Columns and values", "Kolommen en waarden";
    column_in_your_file: "Column in your file", "Kolom in uw bestand";
    examples: "Examples", "Voorbeelden";
    goes_into: "Goes into", "Komt in";
    mapping_name: "Name of the mapping", "Naam van de kolomkoppeling";
    mapping_name_hint: "Lower-case letters, digits and hyphens. A mapping with this name gets a new version.",
        "Kleine letters, cijfers en streepjes. Een kolomkoppeling met deze naam krijgt een nieuwe versie.";
    preview_mapping: "Continue to the preview", "Verder naar de voorvertoning";
    mapping_has_matching_name: "The name of this file already matches mapping {}. Use that name, or change that mapping first.",
        "De naam van dit bestand past al bij kolomkoppeling {}. Gebruik die naam, of wijzig eerst die kolomkoppeling.";
    mapping: "Mapping", "Kolomkoppeling";
    mapping_version: "mapping {} (version {version})", "kolomkoppeling {} (versie {version})";
    read_by_mapping: "{} is read with the {mapping}.", "Voor {} gebruiken we de {mapping}.";
    read_by_unsaved_mapping: "{} is read with the {mapping}. Applying the import saves this mapping.",
        "Voor {} gebruiken we de {mapping}. Die wordt bewaard als u de import doorvoert.";
    choose_columns_and_values: "Choose columns and values", "Kolommen en waarden kiezen";
    mappings: "Mappings", "Kolomkoppelingen";
    mappings_intro: "A mapping records which column of another system's file goes into which column of a table, so that you choose this only once. An import finds the right mapping by the file name or the headers.",
        "Bestanden uit een ander systeem hebben vaak andere kolomnamen. In een kolomkoppeling legt u één keer vast welke kolom van het bestand bij welke kolom van de tabel hoort. Bij een import wordt de juiste kolomkoppeling automatisch gekozen, aan de hand van de bestandsnaam of de kolomkoppen.";
    no_mappings: "There are no mappings yet.", "Er zijn nog geen kolomkoppelingen.";
    new_mapping: "New mapping", "Nieuwe kolomkoppeling";
    new_mapping_explanation: "Import a file of the other system once, and choose which column goes where. When you apply that import, your choices are saved as a mapping.",
        "Importeer één keer een bestand uit het andere systeem en geef per kolom aan waar die bij hoort. Als u die import doorvoert, wordt uw keuze als kolomkoppeling bewaard.";
    file_names: "File names", "Bestandsnamen";
    mapping_text: "Advanced: as text (TOML)", "Geavanceerd: als tekst (TOML)";
    mapping_saved: "The mapping has been saved, as version {}.", "De kolomkoppeling is bewaard, als versie {}.";
    mapping_changed: "Somebody has changed this mapping meanwhile, to version {}. Nothing was saved; open the page again.",
        "Iemand heeft deze kolomkoppeling intussen gewijzigd, naar versie {}. Er is niets bewaard; open de pagina opnieuw.";
    mapping_cannot_be_renamed: "name: mapping {} cannot be renamed. Choose New mapping for another name.",
        "name: de naam van kolomkoppeling {} kunt u niet wijzigen. Kies Nieuwe kolomkoppeling voor een andere naam.";
    remove_mapping: "Remove this mapping", "Deze kolomkoppeling verwijderen";
    unknown_column: "unknown column; choose which column it is, or leave it out",
        "onbekende kolom; kies welke kolom het is, of laat hem weg";
    whole_row: "Whole row", "Hele rij";
    ignored_file: "{} matches no table and is ignored.", "{} hoort bij geen tabel en wordt overgeslagen.";
    error_count: "Errors: {}. Correct them here, or correct the files and choose them again.",
        "Fouten: {}. Herstel ze hieronder, of verbeter de bestanden en kies ze opnieuw.";
    errors: "Errors", "Fouten";
    warnings: "Warnings", "Waarschuwingen";
    warning_count: "Warnings: {}", "Waarschuwingen: {}";
    nothing_changed_yet: "Nothing has changed yet.", "Er is nog niets gewijzigd.";
    row_count_of_total: "Rows: {} of {}.", "Rijen: {} van {}.";
    apply: "Apply", "Doorvoeren";
    applied: "The import has been applied, exactly as previewed.", "De import is doorgevoerd.";
    nothing_to_apply: "All rows are in the data already; there is nothing to apply.",
        "Alle rijen staan al in de gegevens; er is niets door te voeren.";
    place: "Place", "Plaats";
    column: "Column", "Kolom";
    value: "Value", "Waarde";
    message: "Message", "Melding";
    line: "Line", "Regel";
    back_to_preview: "Back to the preview", "Terug naar de voorvertoning";
    counts_in_tables: "{counts} in {} tables", "{counts} in {} tabellen";
    history_intro: "Every change made by an import or a form, newest first. Most can be undone. Changes by connectors are listed under Audit.",
        "Elke wijziging via een import of een formulier, de nieuwste eerst. De meeste kunnen ongedaan worden gemaakt. Wijzigingen door verbindingen staan in het logboek.";
    import_noun: "Import", "Import";
    undo_noun: "Undo", "Ongedaanmaking";
    origin: "Origin", "Herkomst";
    api: "API", "API";
    console: "Console", "Beheer";
    on_server: "On the server", "Op de server";
    change_noun: "Change", "Wijziging";
    read_as: "{}, read as {file}", "{}, gelezen als {file}";
    when: "When", "Wanneer";
    who: "Who", "Door";
    what: "What", "Wat";
    kind_of_change: "Kind of change", "Soort wijziging";
    created: "Created", "Nieuw";
    changed: "Changed", "Gewijzigd";
    unchanged_files: "Unchanged files", "Ongewijzigde bestanden";
    unchanged: "Unchanged", "Ongewijzigd";
    changes: "Changes", "Wijzigingen";
    removed: "Removed", "Verwijderd";
    employment_ended: "Employment ended", "Uit dienst";
    undo_of_entry: "Undo of {}", "{} ongedaan gemaakt";
    undo_taken_back: "{} taken back", "{} teruggedraaid";
    undone_by: "Undone by", "Ongedaan gemaakt door";
    was_undone_by: "This has been undone, by undo {}.", "Dit is ongedaan gemaakt, door ongedaanmaking {}.";
    to_newest: "To the newest", "Naar de nieuwste";
    older: "Older", "Oudere";
    rows_by_table: "Rows by table", "Rijen per tabel";
    no_details_stored: "No details are stored.", "Er zijn geen details bewaard.";
    nothing_was_changed: "Nothing was changed.", "Er is niets gewijzigd.";
    undo_of: "Undo: {}", "Ongedaan maken: {}";
    take_back_undo: "Take back undo {}", "Ongedaanmaking {} terugdraaien";
    take_back_preview_intro: "Check what taking back the undo will change. Nothing has changed yet.",
        "Controleer wat er verandert als u deze ongedaanmaking terugdraait. Er is nog niets gewijzigd.";
    undo_preview_intro: "Check what the undo will change. Nothing has changed yet.",
        "Controleer wat er verandert als u dit ongedaan maakt. Er is nog niets gewijzigd.";
    undo_preview_in_progress: "The undo is being prepared. This page refreshes by itself.",
        "Het ongedaan maken wordt voorbereid. Deze pagina wordt vanzelf bijgewerkt.";
    undo_in_progress: "The undo is being carried out. This page refreshes by itself.",
        "De wijzigingen worden ongedaan gemaakt. Deze pagina wordt vanzelf bijgewerkt.";
    too_many_undos: "Too many undos are open or running; try again later. Nothing was undone.",
        "Er wordt te veel tegelijk ongedaan gemaakt; probeer het later nog eens. Er is niets ongedaan gemaakt.";
    undo_is_blocked: "Other changes or references prevent it, so this cannot be undone completely. Nothing has changed.",
        "Andere wijzigingen of verwijzingen verhinderen het, dus dit kan niet helemaal ongedaan worden gemaakt. Er is niets gewijzigd.";
    rows_of_blocked_undo: "This would be undone if it were possible:",
        "Dit zou ongedaan worden gemaakt als dat wel kon:";
    keeping_later_changes: "keeping later changes", "met behoud van latere wijzigingen";
    preview_partial_undo: "Preview the undo that keeps later changes",
        "Bekijk wat ongedaan wordt gemaakt met behoud van latere wijzigingen";
    save: "Save", "Opslaan";
    save_anyway: "Save all the same", "Toch opslaan";
    saved: "Saved: {}.", "Opgeslagen: {}.";
    undo: "Undo", "Ongedaan maken";
    undone: "{} has been undone.", "{} is ongedaan gemaakt.";
    not_undone: "It cannot be undone: ", "Dit kan niet ongedaan worden gemaakt: ";
    changed_by_you: "You have changed this row yourself since you opened this page: {}, {at}.",
        "U hebt deze rij zelf gewijzigd sinds u deze pagina opende: {}, {at}.";
    changed_by_another: "Somebody else has changed this row since you opened it: {}, {at}.",
        "Iemand anders heeft deze rij gewijzigd sinds u die opende: {}, {at}.";
    row_changed_meanwhile: "Nothing was saved or removed. This is the current row; change it again if necessary.",
        "Er is niets opgeslagen of verwijderd. Dit is de huidige rij; wijzig die zo nodig opnieuw.";
    removed_since: "removed since", "inmiddels verwijderd";
    row_was_removed: "This row no longer exists. It was removed: {}, {at}.",
        "Deze rij bestaat niet meer. De rij is verwijderd: {}, {at}.";
    last_set_by: "Last changed by {}, on {at}", "Laatst gewijzigd door {}, op {at}";
    suggestion_hint: "Type part of the name, then choose.", "Typ een deel van de naam en kies.";
    suggestion_hint_with_key: "Type part of the name or {}, then choose.", "Typ een deel van naam of {} en kies.";
    nothing_matches: "Nothing in {table} matches {}.", "In {table} is niets gevonden voor {}.";
    look_up_in_table: "Check what you typed, or look it up under Tables, {table}.",
        "Controleer wat u hebt getypt, of zoek het op bij Tabellen, {table}.";
    did_you_mean: "Did you mean {}?", "Bedoelt u {}?";
    rows_that_refer: "Rows of {table} that refer to it ({column})", "Rijen van {table} die ernaar verwijzen ({column})";
    one_similar_row: "{} is not known. Is this the one?", "{} is niet bekend. Bedoelt u deze?";
    several_rows_match: "Several match {}. Choose one, or type more.",
        "Meerdere gevonden voor {}. Kies er een, of typ meer letters.";
    not_allowed: "Your role does not allow this. An owner can change your role.",
        "Uw rol staat dit niet toe. Een eigenaar kan uw rol wijzigen.";
    remove_row: "Remove this row", "Deze rij verwijderen";
    read_only: "The service is read-only; nothing can be changed.",
        "Het systeem staat op alleen-lezen; er kan niets worden gewijzigd.";
    classes: "Classes", "Klassen";
    trainers: "Trainers", "Trainers";
    enrolled: "Enrolled", "Ingeschreven";
    places_left: "Places left", "Vrije plaatsen";
    waiting: "On waiting list", "Op wachtlijst";
    waiting_list: "Waiting list", "Wachtlijst";
    no_classes: "No class begins in this month.", "In deze maand begint geen klas.";
    month_hint: "Classes are listed by the month of their first session.",
        "Klassen staan in de maand van hun eerste bijeenkomst.";
    not_a_month: "{} is not a month (yyyy-MM).", "{} is geen maand (jjjj-MM).";
    months: "January February March April May June July August September October November December",
        "januari februari maart april mei juni juli augustus september oktober november december";
    without_sessions: "Without sessions", "Zonder bijeenkomsten";
    is_cancelled: "Cancelled", "Geannuleerd";
    overbooked: "Overbooked", "Te veel deelnemers";
    too_few_participants: "Too few participants", "Te weinig deelnemers";
    minimum: "Minimum", "Minimum";
    maximum: "Maximum", "Maximum";
    is_archived: "Archived", "Gearchiveerd";
    is_under_construction: "Under construction", "In opbouw";
    sessions: "Sessions", "Bijeenkomsten";
    date: "Date", "Datum";
    time: "Time", "Tijd";
    location: "Location", "Locatie";
    address: "Address", "Adres";
    identifier: "Employee number", "Personeelsnummer";
    enrolled_at: "Enrolled on", "Ingeschreven op";
    nobody: "Nobody.", "Niemand.";
    attendance_list: "Attendance list", "Presentielijst";
    attendance_list_hint: "Only the list is printed. On paper it has a column for signatures for each session.",
        "Alleen de lijst wordt afgedrukt. Op papier heeft die voor elke bijeenkomst een kolom voor handtekeningen.";
    signature: "Signature", "Handtekening";
    number: "Number", "Nummer";
    agenda: "Agenda", "Agenda";
    past_sessions: "Past sessions: {}", "Eerdere bijeenkomsten: {}";
    on_waiting_list: "on the waiting list", "op de wachtlijst";
    class_cancelled: "class cancelled", "klas geannuleerd";
    over: "over", "afgelopen";
    connectors_intro: "A connector is another program, such as an HR system, that reads or changes data with a name and password of its own.",
        "Via een verbinding haalt een ander programma, zoals een HR-systeem, gegevens op of wijzigt die, met een eigen naam en wachtwoord.";
    permissions: "Permissions", "Rechten";
    last_used: "Last used", "Laatst gebruikt";
    never: "never", "nooit";
    reported_errors: "Reported errors", "Gemelde fouten";
    recent_errors: "Errors in the last 7 days", "Fouten in de laatste 7 dagen";
    no_connectors: "There are no connectors yet.", "Er zijn nog geen verbindingen.";
    no_errors: "No errors were reported.", "Er zijn geen fouten gemeld.";
    name_taken: "The name {} is in use. Nothing was changed. To set a new password, open its page.",
        "De naam {} is al in gebruik. Er is niets gewijzigd. Een nieuw wachtwoord stelt u in op de pagina van die verbinding of beheerder.";
    name_required: "A name is needed.", "Een naam is nodig.";
    name_too_long: "The name is longer than {} characters.", "De naam is langer dan {} tekens.";
    invisible_character: "The name has the character {}, which is invisible or cannot be sent. Remove it.",
        "De naam heeft het teken {}, dat onzichtbaar is of niet te verzenden. Verwijder het.";
    password_too_short: "The password has {} characters; at least {least} are needed.",
        "Het wachtwoord heeft {} tekens; minstens {least} zijn nodig.";
    password_too_long: "The password is longer than {} characters.", "Het wachtwoord is langer dan {} tekens.";
    password_forbidden: "The password has a character that XML forbids: no client could send it.",
        "Het wachtwoord heeft een teken dat XML verbiedt: geen programma kan het verzenden.";
    password_too_common: "The password is too common. Leave the field empty to generate one.",
        "Het wachtwoord is te bekend. Laat het veld leeg, dan wordt er een gemaakt.";
    unknown_role: "Choose the role viewer, editor or owner.", "Kies de rol lezer, bewerker of eigenaar.";
    unknown_operation: "{} is not an operation.", "{} is geen bewerking.";
    password_changed_meanwhile: "The password of {} has changed since you opened this page, or the form was sent twice. Nothing was changed now. Reload the page to try again.",
        "Het wachtwoord van {} is gewijzigd sinds u deze pagina opende, of het formulier is twee keer verzonden. Er is nu niets gewijzigd. Open de pagina opnieuw om het nog eens te doen.";
    password_was_set: "{} has a new password.", "{} heeft een nieuw wachtwoord.";
    old_password_ended: "The old password no longer works.", "Het oude wachtwoord werkt niet meer.";
    old_password_still_valid: "The old password still works for {}.", "Het oude wachtwoord werkt nog {}.";
    connector_added: "The connector {} has been added.", "De verbinding {} is toegevoegd.";
    operator_added: "The operator {} has been added.", "De beheerder {} is toegevoegd.";
    grants_saved: "The permissions of the connector have been saved.", "De rechten van de verbinding zijn opgeslagen.";
    role_was_set: "{} is now {role}.", "{} is nu {role}.";
    access_removed: "{} no longer has access and cannot sign in.", "De toegang van {} is ingetrokken; inloggen kan niet meer.";
    add_connector: "Add a connector", "Verbinding toevoegen";
    connector_name_hint: "The username with which the program signs in.",
        "De gebruikersnaam waarmee het programma inlogt.";
    envelope: "Send answers in a SOAP envelope", "Antwoorden in een SOAP-envelop sturen";
    envelope_auto: "Only when requested", "Alleen op verzoek";
    envelope_hint: "A technical setting. Leave it as it is, unless the supplier of the program asks for another.",
        "Een technische instelling. Wijzig die alleen als de leverancier van het programma erom vraagt.";
    envelope_always: "Always", "Altijd";
    old_password_until: "Old password until", "Oude wachtwoord tot";
    tokens: "Tokens", "Tokens";
    expires: "expires", "verloopt";
    add_token: "Add a token", "Token toevoegen";
    revoke_token: "Revoke a token", "Token intrekken";
    valid_for: "Valid for", "Geldig";
    until_revoked: "an unlimited time, until it is revoked", "tot het wordt ingetrokken";
    token_added: "{} has a new token.", "{} heeft een nieuw token.";
    token_revoked: "The token {} has been revoked.", "Het token {} is ingetrokken.";
    token_shown_once: "The token. It is shown only now: copy it before you continue.",
        "Het token. Het wordt alleen nu getoond: kopieer het voordat u verdergaat.";
    provisioning: "Persons: read, create and update", "Personen: lezen, aanmaken en wijzigen";
    all_data: "All data: read, change and import", "Alle gegevens: lezen, wijzigen en importeren";
    no_data: "nothing", "niets";
    all_data_group: "Permissions for all data (tick only those needed)", "Rechten op alle gegevens (vink alleen aan wat nodig is)";
    only_if_ticked: "Other permissions (tick only those needed)", "Overige rechten (vink alleen aan wat nodig is)";
    all_in_group: "All of these", "Alles in deze groep";
    empty_password_hint: "Leave it empty to generate a password, which is shown once.", "Leeg = er wordt een wachtwoord gemaakt, dat u één keer te zien krijgt.";
    password_shown_once: "The password. It is shown only now: copy it before you continue.",
        "Het wachtwoord. Het wordt alleen nu getoond: kopieer het voordat u verdergaat.";
    done: "Done", "Klaar";
    rotate: "New password", "Nieuw wachtwoord";
    old_password_stays_valid_for: "How long the old password stays valid",
        "Hoelang het oude wachtwoord nog geldig blijft";
    ends_immediately: "not at all (ends immediately)", "niet (vervalt direct)";
    hours: "{} hours", "{} uur";
    days: "{} days", "{} dagen";
    remove_access: "Remove access", "Toegang intrekken";
    revoke_connector_explanation: "After this, the connector can no longer sign in.",
        "De verbinding kan daarna niet meer inloggen.";
    operators: "Operators", "Beheerders";
    operators_intro: "An operator is a person who signs in to these pages.",
        "Beheerders kunnen inloggen in deze beheeromgeving.";
    role: "Role", "Rol";
    unknown_name: "(unknown)", "(onbekend)";
    reset_second_factor: "Reset the second factor", "Tweede factor opnieuw laten instellen";
    second_factor_reset: "{} sets up a new second factor at the next sign-in.",
        "{} stelt bij de volgende keer inloggen een nieuwe tweede factor in.";
    viewer: "viewer: sees data and reports", "lezer: mag gegevens bekijken";
    editor: "editor: also changes and imports", "bewerker: mag ook wijzigen";
    owner: "owner: everything", "eigenaar: mag alles";
    last_signed_in: "Last signed in", "Laatst ingelogd";
    add_operator: "Add an operator", "Beheerder toevoegen";
    own_account_note: "This is your own account. After a change you must sign in again.",
        "Dit is uw eigen account. Na een wijziging moet u opnieuw inloggen.";
    confirm_name: "Confirmation: name of the operator", "Bevestiging: naam van de beheerder";
    last_owner_warning: "This is the only owner. Without an owner, nobody can add or change operators here; only your system administrator can repair that.",
        "Dit is de enige eigenaar. Zonder eigenaar kan niemand hier beheerders toevoegen of wijzigen; alleen uw systeembeheerder kan dat herstellen.";
    last_owner_not_confirmed: "This is the only owner. If you are sure, type the operator's name.",
        "Dit is de enige eigenaar. Weet u het zeker, typ dan de naam van de beheerder.";
    only_to_change_role: "Needed only if you choose another role.", "Alleen nodig als u een andere rol kiest.";
    revoke_operator_explanation: "The operator will be signed out and can no longer sign in.",
        "De beheerder wordt uitgelogd en kan daarna niet meer inloggen.";
    audit: "Audit", "Logboek";
    audit_intro: "Every change and every sign-in: who, when and from where. To undo a change, open History.",
        "Alle wijzigingen en inlogpogingen: wie, wanneer en waarvandaan. Wilt u een wijziging ongedaan maken, open dan Geschiedenis.";
    from: "From", "Van";
    to: "To", "Tot en met";
    not_a_date: "{} is not a date (yyyy-MM-dd).", "{} is geen datum (jjjj-MM-dd).";
    about: "About", "Over dit systeem";
    version: "Version", "Versie";
    licence: "Licence", "Licentie";
    database: "Database", "Database";
    size: "Size", "Grootte";
    schema_version: "Schema version", "Schemaversie";
    limits: "Limits", "Limieten";
    max_connections: "Connections at once", "Netwerkverbindingen tegelijk";
    max_request_size: "Largest request", "Grootste verzoek";
    max_upload_size: "Largest upload", "Grootste upload";
    max_response_duration: "Maximum duration of a response", "Maximale duur van een antwoord";
    max_streamed_responses: "Large downloads at the same time, at most, per connector", "Grote downloads tegelijk, maximaal per verbinding";
    error_retention: "Connector errors are kept for", "Gemelde fouten van verbindingen worden bewaard";
    unused_session_lifetime: "You are signed out after inactivity of", "Zonder activiteit wordt u uitgelogd na";
    session_lifetime: "You are signed out in any case after", "In elk geval wordt u uitgelogd na";
    minutes: "{} minutes", "{} minuten";
    seconds: "{} seconds", "{} seconden";
    last_backup: "Last successful backup", "Laatste geslaagde back-up";
    make_backup_now: "Make a backup now", "Nu een back-up maken";
    backup_explanation: "A backup is a complete copy of the database, checked before you get it. It contains everyone's data: keep it as safe as the database itself.",
        "Een back-up is een volledige kopie van de database, gecontroleerd voordat u hem krijgt. Er staan gegevens van iedereen in: bewaar hem even veilig als de database zelf.";
    download_backup: "Make a backup and download it", "Back-up maken en downloaden";
    automatic_backups: "Automatic backups", "Automatische back-ups";
    max_backup_age: "Maximum age", "Maximale leeftijd";
    back_up_to_folder: "Make a backup in this folder", "Back-up in deze map maken";
    backups_kept: "Backups kept", "Aantal bewaarde back-ups";
    automatic_backups_off: "Automatic backups are off. Ask your system administrator to turn them on (--backup-dir).",
        "Automatische back-ups staan uit. Vraag uw systeembeheerder ze aan te zetten (--backup-dir).";
    backup_made: "{} is a complete, checked copy of the database.",
        "{} is een volledige kopie van de database, gecontroleerd.";
    backup_not_made: "No backup was made: {}", "Er is geen back-up gemaakt: {}";
    database_file: "File", "Bestand";
}

impl Translations {
    /// Formats a month such as `2026-03`. Any other text becomes the label for classes without sessions.
    pub fn month_name(&self, month: &str) -> String {
        let number = month.get("2026-".len()..).and_then(|number| number.parse::<usize>().ok());
        // `months` has the names from January on; the number of January is 1
        let name = number.and_then(|number| self.months.split(' ').nth(number.checked_sub(1)?));
        match name {
            Some(name) => format!("{name} {}", &month[..4]),
            None => self.without_sessions.to_owned(),
        }
    }

    /// Formats a duration in the largest unit that gives a whole number above one: `24 hours`, but `2 days`.
    pub fn duration(&self, duration: Duration) -> String {
        let seconds = duration.as_secs();
        let units = [(self.days, 24 * 3600), (self.hours, 3600), (self.minutes, 60)].into_iter();
        let exact_units = units.filter(|(_, unit)| seconds > *unit && seconds.is_multiple_of(*unit));
        let (text, unit) = exact_units.chain([(self.seconds, 1)]).next().unwrap_or_default();
        text.replace("{}", &(seconds / unit).to_string())
    }
}

/// Replaces each placeholder of a text by its value: `{at}` by the value `at`, and `{}` by the value with an empty name. A
/// value can itself contain `{}` or `{at}`, which stay.
pub fn fill<const N: usize>(text: &str, values: [(&str, &str); N]) -> String {
    let mut filled = String::new();
    let mut unread = text;
    while let Some((before, name_and_rest)) = unread.split_once('{') {
        let (name, rest) = name_and_rest.split_once('}').unwrap_or((name_and_rest, ""));
        let value = values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        filled += before;
        filled += value;
        unread = rest;
    }
    filled + unread
}

/// Selects one of the texts in the language of a page.
pub type TextSelector = fn(&Translations) -> &'static str;

pub fn of(language: Language) -> &'static Translations {
    language.either(&ENGLISH, &DUTCH)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn both_languages_have_the_same_placeholders() {
        for (name, texts) in PAIRS {
            let [english, dutch] = texts.map(|text| {
                let names = text.split('{').skip(1).map(|rest| rest.split_once('}').expect("a closing brace").0);
                names.collect::<BTreeSet<_>>()
            });
            assert_eq!(english, dutch, "{name}");
        }
    }

    #[test]
    fn placeholders_in_a_value_stay() {
        let filled = fill("{} is read with the {mapping}.", [("", "{mapping}.csv"), ("mapping", "{}")]);
        assert_eq!(filled, "{mapping}.csv is read with the {}.");
    }
}
