//! The registry of messages in English and Dutch, with codes for programs. Long: it contains all messages.
//!
//! A template can have placeholders: `{}` for the value, `{0}` for the first argument, `{@0}` for the shown name of the
//! column that the first argument names, `{0|row|rows}` for `row` if the first argument is 1 and else `rows`, and
//! `{Email}` or `{--max-removals}` for the shown name of the column or option. For example, `StillReferenced` with the
//! value `A` and the arguments `2` and `tasks.csv` becomes "A is not listed, but 2 rows of tasks.csv refer to it".
//!
//! The contract fixes the English sentences of refusals, because clients match on them.

use super::language::Language;
use super::problem::FieldCode;

/// Declares the messages. Rules in SQL use their names. A message without a code has [`FieldCode::Rule`]. The actions of
/// commands have a second English text, for pages: `"operator revoke {0}" | "removed operator {0}"`.
macro_rules! messages {
    (@page $english:literal) => { $english };
    (@page $english:literal $page:literal) => { $page };
    (@code) => { FieldCode::Rule };
    (@code $code:ident) => { FieldCode::$code };
    ($($name:ident $(($code:ident))?: $english:literal $(| $page:literal)?, $dutch:literal;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum MessageName {
            $($name,)*
        }

        impl MessageName {
            pub const ALL: &[MessageName] = &[$(MessageName::$name,)*];

            const NAMES: &[&str] = &[$(stringify!($name),)*];

            pub fn code(self) -> FieldCode {
                match self {
                    $(MessageName::$name => messages!(@code $($code)?),)*
                }
            }

            pub fn template(self, language: Language) -> &'static str {
                match self {
                    $(MessageName::$name => language.either($english, $dutch),)*
                }
            }

            pub fn page_template(self, language: Language) -> &'static str {
                match self {
                    $(MessageName::$name => language.either(messages!(@page $english $($page)?), $dutch),)*
                }
            }
        }
    };
}

impl MessageName {
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|known| *known == name).map(|index| Self::ALL[index])
    }

    /// Returns the number of arguments that the template has placeholders for: the highest number in a placeholder, plus 1.
    pub fn argument_count(self) -> usize {
        // every second part is between braces, and its number is as in `0`, `@0` or `0|row|rows`
        let placeholders = self.template(Language::English).split(['{', '}']).skip(1).step_by(2);
        let parse_number =
            |placeholder: &str| placeholder.trim_start_matches('@').split('|').next()?.parse::<usize>().ok();
        placeholders.filter_map(parse_number).map(|number| number + 1).max().unwrap_or(0)
    }
}

messages! {
    // cells
    TooLong(Length): "{} is longer than {0} characters", "{} is langer dan {0} tekens";
    ForbiddenCharacter(Characters): "{} contains the character {0}, which is not allowed",
        "{} bevat het teken {0}, dat niet is toegestaan";
    ValueRequired(Required): "a value is required", "een waarde is verplicht";
    NotAnId(Kind): "{} is not an id (1 to 2147483647)", "{} is geen id (1 t/m 2147483647)";
    IdOutOfRange(Range): "{} is not an id (1 to 2147483647)", "{} is geen id (1 t/m 2147483647)";
    NotAWholeNumber(Kind): "{} is not a whole number from {0} to {1}", "{} is geen geheel getal van {0} t/m {1}";
    NumberOutOfRange(Range): "{} is not a whole number from {0} to {1}", "{} is geen geheel getal van {0} t/m {1}";
    NotAnAmount(Kind): "{} is not an amount (such as 12.50 or 12,5: at most two decimals, no thousands sign)",
        "{} is geen bedrag (zoals 12,50 of 12.5: hoogstens twee decimalen, geen scheidingsteken voor duizendtallen)";
    NotADate(Kind): "{} is not a date (YYYY-MM-DD or D-M-YYYY; years 1900 to 9999)",
        "{} is geen datum (JJJJ-MM-DD of D-M-JJJJ; jaren 1900 t/m 9999)";
    NotATime(Kind): "{} is not a time of day (H:MM, HH:MM, H:MM:SS or HH:MM:SS)",
        "{} is geen tijdstip (U:MM, UU:MM, U:MM:SS of UU:MM:SS)";
    NotADatetime(Kind): "{} is not a datetime (YYYY-MM-DD or D-M-YYYY, alone or with T or a blank and H:MM, HH:MM, H:MM:SS or HH:MM:SS; years 1900 to 9999)",
        "{} is geen bestaande datum (schrijf bijvoorbeeld 24-11-2027, of 24-11-2027 15:30; jaren 1900 t/m 9999)";
    NotADatetimeOrNever(Kind): "{} is neither never nor a datetime (YYYY-MM-DD or D-M-YYYY, alone or with T or a blank and H:MM, HH:MM, H:MM:SS or HH:MM:SS; years 1900 to 9999)",
        "{} is geen bestaande datum (schrijf bijvoorbeeld 24-11-2027; jaren 1900 t/m 9999), en ook niet never";
    NotAnImage(Kind): "{} is neither the name of a picture (images/<name>) nor an http(s) address",
        "{} is niet de naam van een afbeelding (images/<naam>) en ook geen http(s)-adres";
    NotAFlag(Kind): "{} is not true or false (allowed are also 1/0, ja/nee, yes/no, waar/onwaar)",
        "{} is geen ja of nee (toegestaan: ja/nee, waar/onwaar, 1/0, yes/no, true/false)";
    NotAChoice(Kind): "{} is not one of {0}", "{} is niet toegestaan (toegestaan: {0})";
    SpreadsheetError(Kind): "{} is an error of the spreadsheet, not a value",
        "{} is een foutmelding van de spreadsheet, geen waarde";
    ColumnTooNarrow(Kind): "{} appears when a column of the spreadsheet is too narrow; widen the column and save the file again",
        "{} verschijnt als een kolom van de spreadsheet te smal is; maak de kolom breder en sla het bestand opnieuw op";
    ShortenedNumber(Kind): "{} is a long number that the spreadsheet has shortened; format the column as text and type the number again",
        "{} is een lang nummer dat de spreadsheet heeft ingekort; zet de kolom op Tekst en typ het nummer opnieuw";
    DateOfOtherOrder(Kind): "{} is not a date; the order of dates in the mapping is {0} ({1})",
        "{} is geen datum; de datumvolgorde van de kolomkoppeling is {0} ({1})";
    DateOfDmy: "YYYY-MM-DD or D-M-YYYY", "JJJJ-MM-DD of D-M-JJJJ";
    DateOfMdy: "YYYY-MM-DD or M-D-YYYY", "JJJJ-MM-DD of M-D-JJJJ";
    DateOfYmd: "YYYY-MM-DD", "JJJJ-MM-DD";

    // rules of data files
    NoDefaultLevel: "no account level is the default; exactly one must be",
        "geen accountniveau is de standaard; precies één moet dat zijn";
    OtherDefaultLevel: "{0} is the default already; only one level can be",
        "{0} is al de standaard; slechts één niveau kan dat zijn";
    BlockIsCourse: "{} is a course (Learning); a block must be Longterm",
        "{} is een opleiding (Learning); een blok moet Longterm zijn";
    CourseIsBlock: "{} is a block (Longterm); a course must be Learning",
        "{} is een blok (Longterm); een opleiding moet Learning zijn";
    TillNotAfterFrom: "{} is not after {From}, {0}", "{} moet na {From} ({0}) liggen";
    FromWithoutDate: "{Date} is empty and {From} is not; fill in both for one session, or neither for all",
        "{Date} is leeg en {From} niet; vul beide in voor één bijeenkomst, of geen van beide voor alle bijeenkomsten";
    DateWithoutFrom: "{From} is empty and {Date} is not; fill in both for one session, or neither for all",
        "{From} is leeg en {Date} niet; vul beide in voor één bijeenkomst, of geen van beide voor alle bijeenkomsten";
    FewerThanMinimum: "{} is less than {MinPersons}, {0}", "{} is minder dan {MinPersons} ({0})";
    FewerThanEnrolled: "{} is less than the {0} persons who are enrolled",
        "{} is minder dan de {0} deelnemers die zijn ingeschreven";
    TrainingOfItsEnrolments: "{} cannot be the training: the class has enrolments or results for {0}",
        "{} kan niet de training zijn: de klas heeft inschrijvingen of resultaten voor {0}";
    ClassOfOtherTraining: "{} is a class of training {0}, not of {1}", "{} is een klas van training {0}, niet van {1}";
    ClassIsFull: "{} has {0} {0|place|places}, and {1} persons would be enrolled",
        "{} heeft {0} {0|plaats|plaatsen}, maar na deze import zijn er {1} deelnemers ingeschreven";
    OnlyWhenCancelled: "{} is only allowed if {State} is 2 (cancelled), not {0}",
        "{} is alleen toegestaan als {State} 2 is (geannuleerd), niet {0}";
    DivisionBelowItself: "{} is {0} itself or a division below it; a division cannot be below itself",
        "{} is {0} zelf of valt eronder; een divisie kan niet onder zichzelf vallen";
    NewAnonymised: "an import cannot anonymise; a new row can have true only as export writes it: Anoniem Persoon, dismissed, anonymised-{0} with Id {0}",
        "anonimiseren kan niet via een import; een nieuwe rij mag alleen true hebben zoals een export die schrijft: Anoniem Persoon, uit dienst, anonymised-{0} met Id {0}";
    NotAnonymised: "an import cannot anonymise; {0} is not anonymised",
        "anonimiseren kan niet via een import; {0} is niet geanonimiseerd";
    StaysAnonymised: "{0} is anonymised, and an import cannot change anonymised persons",
        "{0} is geanonimiseerd, en een import kan geanonimiseerde personen niet wijzigen";
    SharedAddress: "{} is the e-mail address of another employed person too",
        "{} is ook het e-mailadres van een andere medewerker in dienst";
    EndsBeforeStart: "{} is before {ContractStartTime}, {0}", "{} ligt vóór {ContractStartTime} ({0})";
    ZeroStripped: "{} is new, and {0} exists: did Excel remove the leading zero? If it is another person, accept employee numbers that differ only in leading zeros ({--allow-similar})",
        "{} is nieuw, maar {0} bestaat al: heeft Excel de nul aan het begin weggehaald? Is het een andere persoon, sta dan personeelsnummers toe die alleen in voorloopnullen verschillen ({--allow-similar})";
    ZeroAdded: "{} is new, and {0} exists: did {0} lose its leading zero in an earlier import? If it is another person, accept employee numbers that differ only in leading zeros ({--allow-similar})",
        "{} is nieuw, maar {0} bestaat al: is bij een eerdere import de nul aan het begin van {0} weggevallen? Is het een andere persoon, sta dan personeelsnummers toe die alleen in voorloopnullen verschillen ({--allow-similar})";
    SimilarInFile: "{} and {0} are both new and differ only in leading zeros; check whether they are the same person",
        "{} en {0} zijn allebei nieuw en verschillen alleen in voorloopnullen; controleer of het dezelfde persoon is";
    AddressWithoutAt: "{} has no @", "{} bevat geen @";
    OwnManager: "{} is the person's own identifier; the person then has no other manager",
        "{} is het personeelsnummer van de persoon zelf; de persoon heeft dan geen andere leidinggevende";
    FinishedLaterThanNow: "{} is later than now, {0}", "{} ligt in de toekomst (het is nu {0})";
    StartsAfterFinish: "{} is after {FinishedAt}, {0}", "{} ligt na {FinishedAt} ({0})";
    ValidBeforeFinish: "{} is before {FinishedAt}, {0}", "{} ligt vóór {FinishedAt} ({0})";
    RequiresItself: "{} cannot require itself", "{} kan zichzelf niet vereisen";
    RequiredInCircle: "{} also requires {0}, directly or through other trainings",
        "{} vereist ook {0}, rechtstreeks of via andere trainingen";
    OtherType: "the {Type} of {0} is {1} and cannot become {}", "{Type} van {0} is {1} en kan niet {} worden";
    PictureMissing: "{} is neither in the folder images/ nor in the database",
        "{} staat niet in de map images/ en ook niet in de database";
    NewAndSimilar: "{} is new and resembles {0}; check the spelling",
        "{} is nieuw en lijkt op {0}; controleer de spelling";

    // keys and references
    RepeatedKey(Repeated): "{} is on line {0} already", "{} staat al op regel {0}";
    PlaceholderRow: "{} is the name for an unknown value and cannot have a row",
        "{} is de naam voor een onbekende waarde en kan geen rij hebben";
    RepeatedId(Repeated): "{} is the Id of line {0} already", "{} is al het Id van regel {0}";
    OtherId: "the Id of {0} is {1} and cannot become {}", "het Id van {0} is {1} en kan niet {} worden";
    TakenId: "{} is already the Id of {0}", "{} is al het Id van {0}";
    NoIdLeft: "no Id is left for {}: the highest, 2147483647, is used",
        "voor {} is geen Id meer over: het hoogste, 2147483647, is al gebruikt";
    ColumnRequired(Required): "a new row requires a value, and the file does not have this column",
        "een nieuwe rij heeft een waarde nodig, maar het bestand heeft deze kolom niet";
    FirstOfNewRows: " ({0} rows are new, this is the first)", " ({0} rijen zijn nieuw, dit is de eerste)";
    UnlistedInFile: "{} is not in {0}", "{} staat niet in {0}";
    NeitherInFileNorStored: "{} is neither in {0} nor in the database",
        "{} staat niet in {0} en ook niet in de database";
    NotStored: "{} is not in the database", "{} staat niet in de database";
    Within: ", {@0} {1}", ", {@0} {1}";
    Listed: " ({0})", " ({0})";
    DidYouMean: "; did you mean {0}?", "; bedoelt u {0}?";
    StillReferenced: "{} is not listed, but {0} {0|row|rows} of {1} {0|refers|refer} to it",
        "{} ontbreekt, maar {0} {0|rij|rijen} van {1} {0|verwijst|verwijzen} ernaar";
    CannotRemove: "{} cannot be removed: {0} {0|row|rows} of {1} {0|refers|refer} to it",
        "{} kan niet worden verwijderd: {0} {0|rij|rijen} van {1} {0|verwijst|verwijzen} ernaar";
    TooManyRemovals: "{0} of {1} rows are not listed and would be {2}; {--max-removals} {3} allows {4}",
        "{0} van {1} rijen ontbreken en zouden {2}; {--max-removals} {3} staat er {4} toe";
    ToBeRemoved: "removed", "worden verwijderd";
    ToBeDismissed: "dismissed", "uit dienst gaan";
    TooManyChanges: "{0} rows would be created, {1} changed and {2} removed; of the {3} rows in the file, --max-changes {4} allows {5}",
        "{0} rijen zouden nieuw zijn, {1} gewijzigd en {2} verwijderd; van de {3} rijen in het bestand staat --max-changes {4} er {5} toe";

    InRows: " ({0} rows{1}: lines {2}{3})", " ({0} rijen{1}: regels {2}{3})";
    WithValues: " with {0} values", " met {0} waarden";

    RowExists: "A row with {} already exists, named above. Nothing was added: change that row, or enter another value.",
        "Er is al een rij met {}, hierboven genoemd. Er is niets toegevoegd: wijzig die rij, of vul een andere waarde in.";

    // files
    GuessedEncoding: "the file is not UTF-8; it is read as windows-1252, the encoding of older spreadsheets. Check letters with accents",
        "het bestand is geen UTF-8; het is gelezen als windows-1252, de tekencodering van oudere spreadsheets. Controleer letters met accenten";
    SeparatorLine: "only Excel uses this line; delete it, the separator is found from the header",
        "alleen Excel gebruikt deze regel; verwijder hem, het scheidingsteken blijkt uit de kopregel";
    GivenInBothForms: "{0} is given too; give only one of the two", "{0} is er ook; geef er één van de twee";
    UnreadableWorkbook: "the workbook cannot be read ({0}); save it as .xlsx or CSV UTF-8",
        "de werkmap is niet leesbaar ({0}); sla die op als .xlsx of CSV UTF-8";
    WithCause: "{0}: {1}", "{0}: {1}";
    TemporaryFilesNotWritten: "the temporary files cannot be written",
        "de tijdelijke bestanden kunnen niet worden geschreven";
    NotAWorkbook: "it is not an .xlsx workbook that can be opened", "het is geen .xlsx-werkmap die te openen is";
    ProtectedWorkbook: "it is protected by a password, or is an old .xls workbook",
        "die is met een wachtwoord beveiligd, of is een oude .xls-werkmap";
    NoVisibleSheet: "it has no visible sheet", "die heeft geen zichtbaar werkblad";
    SheetMissing: "a sheet of it is missing", "er ontbreekt een werkblad in";
    IncompletePart: "a part of it is not complete", "een onderdeel ervan is niet compleet";
    MalformedXml: "its XML is malformed: {0}", "de XML ervan is ongeldig: {0}";
    UnknownEntity: "its XML names an entity that XML does not have",
        "de XML ervan noemt een entiteit die XML niet kent";
    NestedTooDeep: "its elements are nested more than {0} deep", "de elementen ervan zijn meer dan {0} niveaus diep";
    PartTooLarge: "a part of the workbook is too large", "een onderdeel van de werkmap is te groot";
    TagTooLong: "a tag or a text of a workbook can have at most 1 MiB",
        "een tag of tekst van een werkmap mag hoogstens 1 MiB groot zijn";
    WorkbookCellTooLong: "a cell can have at most {0} bytes", "een cel mag hoogstens {0} bytes hebben";
    TooManyCellsOfWorkbook: "a workbook can have at most {0} cells", "een werkmap mag hoogstens {0} cellen hebben";
    TooManyRelations: "a part can have at most {0} relations", "een onderdeel mag hoogstens {0} relaties hebben";
    TooManyStyles: "it can have at most {0} styles", "die mag hoogstens {0} stijlen hebben";
    NumberFormatTooLong: "a number format can have at most {0} characters",
        "een getalnotatie mag hoogstens {0} tekens hebben";
    SharedStringsTooLarge: "the shared strings of a workbook can have at most {0} MiB",
        "de gedeelde teksten van een werkmap mogen samen hoogstens {0} MiB groot zijn";
    TooManySharedStrings: "a workbook can have at most {0} shared strings",
        "een werkmap mag hoogstens {0} gedeelde teksten hebben";
    NoSharedString: "it has no shared string {0}", "die heeft geen gedeelde tekst {0}";
    NoSuchRowOfSheet: "it has no row {0}", "rij {0} bestaat niet";
    NotACellOfExcel: "{0} is not a cell of Excel: the last cell is XFD{1}",
        "{0} is geen cel van Excel: de laatste cel is XFD{1}";
    BeyondLastCell: "a cell is beyond Excel's last, which is XFD{0}: row {1}, column {2}",
        "een cel ligt voorbij de laatste van Excel, XFD{0}: rij {1}, kolom {2}";
    TooManyEntries: "a .zip can have at most {0} entries", "een .zip mag hoogstens {0} bestanden bevatten";
    EntryListTooLarge: "the list of entries of a .zip can have at most {0} bytes",
        "de lijst van bestanden in een .zip mag hoogstens {0} bytes groot zijn";
    UnpackedTooLarge: "unpacked it has {0} bytes; {1} are allowed",
        "uitgepakt is het {0} bytes groot; toegestaan zijn er {1}";
    NameInOtherCase: "{0} occurs twice, in another case; only one can be used",
        "{0} komt twee keer voor, met andere hoofdletters; er kan er maar één worden gebruikt";
    SentTwice: "{0} was sent twice; only one can be used",
        "{0} is twee keer verstuurd; er kan er maar één worden gebruikt";
    FileAndFolder: "{0} and {1} cannot be sent together, because one of them is a folder; rename the other",
        "{0} en {1} kunnen niet samen worden verstuurd, omdat een van beide een map is; geef de andere een andere naam";
    LongFileName: "the name of a file has {0} bytes, {1} are allowed; it begins with {2}",
        "de naam van een bestand heeft {0} bytes, toegestaan zijn er {1}; de naam begint met {2}";
    RequestTooLarge: "The request is too large.", "De verzonden gegevens zijn te groot.";
    RequestTooSlow: "The request's body did not come within {0} seconds.",
        "De gegevens zijn niet binnen {0} seconden ontvangen.";
    NoSpaceForFiles: "There is no space for these files: the disk of the service's temporary files is full. The operator of the service can free space there, or set TMPDIR to a larger disk.",
        "Er is geen ruimte voor deze bestanden: de schijf met de tijdelijke bestanden van de service is vol. De beheerder van de service kan daar ruimte maken, of TMPDIR op een grotere schijf instellen.";
    RequestUnreadable: "The request could not be read: the connection broke, or the body is not a form, or a file in it has a name that no form can carry, such as one with a control character.",
        "De gegevens konden niet worden gelezen: de verbinding is verbroken, het is geen formulier, of een bestand heeft een naam die niet in een formulier kan, bijvoorbeeld met een besturingsteken.";
    ChangedWhileRead: "it was changed while it was read", "het bestand is tijdens het lezen gewijzigd";
    WriteLockHeld: "another process holds the database's write lock",
        "een ander proces schrijft op dit moment in de database";
    UnreadableSheet: "the sheet cannot be read ({0})", "het werkblad is niet leesbaar ({0})";
    Workbook: "this is an Excel workbook; save it as CSV UTF-8, or change the end of its name to .xlsx",
        "dit is een Excel-werkmap; sla die op als CSV UTF-8, of laat de naam eindigen op .xlsx";
    Utf16: "the file is in UTF-16; save it as CSV UTF-8", "het bestand is UTF-16; sla het op als CSV UTF-8";
    EncodingOption: "{--encoding}", "{--encoding}";
    EncodingOfMapping: "the mapping's encoding", "de encoding van de kolomkoppeling";
    IsUtf8: "the file is UTF-8 (this is the first line that shows it), and {0} windows-1252 would garble it; omit {0}",
        "het bestand is UTF-8 (dit is de eerste regel waaruit dat blijkt), en {0} windows-1252 zou het verminken; laat {0} weg";
    NotUtf8: "the file is not UTF-8, although its byte order mark or {0} says that it is (this is the first line that shows it); save it as CSV UTF-8",
        "het bestand is geen UTF-8, hoewel de byte order mark of {0} dat aangeeft (dit is de eerste regel waaruit dat blijkt); sla het op als CSV UTF-8";
    NeitherEncoding: "the file is neither UTF-8 nor windows-1252 (this is the first line that shows it); save it as CSV UTF-8",
        "het bestand is geen UTF-8 en geen windows-1252 (dit is de eerste regel waaruit dat blijkt); sla het op als CSV UTF-8";
    MixedEncodings: "this line is not UTF-8, but line {1} is: was the file put together from two? Save it as CSV UTF-8, or read the whole file as windows-1252 ({0})",
        "deze regel is geen UTF-8, maar regel {1} wel: is het bestand uit twee bestanden samengesteld? Sla het op als CSV UTF-8, of lees het hele bestand als windows-1252 ({0})";
    UnclosedQuote: "a quote is opened in this row and never closed",
        "in deze rij begint een aanhalingsteken dat nergens wordt gesloten";
    RowTooLong: "a row can have at most {0} bytes: is a quote never closed?",
        "een rij mag hoogstens {0} bytes hebben: is een aanhalingsteken niet gesloten?";
    TooManyCells: "a row can have at most {0} cells", "een rij mag hoogstens {0} cellen hebben";
    OtherCellCount: "the row has {0} cells, the header {1}", "de rij heeft {0} cellen, de kopregel {1}";
    SeparatorNotQuoted: ": is a separator not quoted?", ": staat een scheidingsteken niet tussen aanhalingstekens?";
    OtherSeparator: "the header is separated by {0}, this row by {1}; save the file with one separator",
        "de kopregel is gescheiden door {0}, deze rij door {1}; sla het bestand op met één scheidingsteken";
    Commas: "commas", "komma's";
    Semicolons: "semicolons", "puntkomma's";
    Tabs: "tabs", "tabs";
    NotAColumn(Unknown): "{} is not a column of {0}", "{} is geen kolom van {0}";
    RepeatedColumn(Repeated): "the column occurs twice", "de kolom komt twee keer voor";
    NamelessColumn(Unknown): "column {0} has no name", "kolom {0} heeft geen naam";
    UnknownColumn(Unknown): "unknown column; did you mean {@0}?", "onbekende kolom; bedoelt u {@0}?";
    KeyColumnMissing(Required): "the column is missing; rows are identified by it",
        "de kolom ontbreekt; zonder deze kolom zijn de rijen niet te herkennen";
    LinesAboveHeader: "the header is on this line; {0} {0|line|lines} above it {0|is|are} skipped",
        "de kopregel staat op deze regel; {0} {0|regel|regels} erboven {0|is|zijn} overgeslagen";
    LeftOutHeaders: "ignored, because no column is known for it: {0}",
        "overgeslagen, omdat er geen kolom voor bekend is: {0}";
    LeftOutWithoutHeader: "column {0} has no header and is ignored", "kolom {0} heeft geen kop en is overgeslagen";
    NoSuchSheet: "there is no sheet {0}, which mapping {1} reads; the sheets are {2}",
        "werkblad {0}, dat kolomkoppeling {1} leest, ontbreekt; de werkbladen zijn {2}";
    EmptyFile: "the file is empty", "het bestand is leeg";
    NoHeader: "the file has no header", "het bestand heeft geen kopregel";
    HeaderLacks: "line {0}, which mapping {1} reads as the header, lacks: {2}",
        "op regel {0}, de kopregel van kolomkoppeling {1}, ontbreken: {2}";
    NoHeaderHasAll: "none of the first {0} lines has all headers of mapping {1}; missing: {2}",
        "geen van de eerste {0} regels heeft alle koppen van kolomkoppeling {1}; er ontbreken: {2}";
    RepeatedHeader(Repeated): "the header {0} occurs twice", "de kop {0} komt twee keer voor";
    SkipHeaderMissing: "the header {0} is missing, by which mapping {1} skips rows",
        "de kop {0} ontbreekt, waaraan kolomkoppeling {1} ziet welke rijen worden overgeslagen";
    ColumnAndConstant: "{@0} is a column of the file and also a constant of mapping {1}",
        "{@0} is een kolom van het bestand en ook een constante van kolomkoppeling {1}";
    HeadersOfOneColumn: "{0} and {1} become one column, {@2}", "{0} en {1} worden dezelfde kolom, {@2}";

    // pictures
    PictureName(Characters): "the name can only have letters without accents, digits, points, dashes and underscores, because it becomes part of a web address",
        "de naam mag alleen letters zonder accenten, cijfers, punten, streepjes en onderstrepingstekens bevatten, omdat hij deel van een webadres wordt";
    PictureEnding(Kind): "the name must end in one of {0}", "de naam moet eindigen op een van {0}";
    PictureTooLarge(Length): "the file is larger than 2 MiB", "het bestand is groter dan 2 MiB";
    NotAPicture(Kind): "the content is not that of a PNG, JPEG or WebP file",
        "de inhoud is niet die van een PNG-, JPEG- of WebP-bestand";
    DamagedPicture(Kind): "the file is damaged: its size cannot be read",
        "het bestand is beschadigd: de afmetingen zijn niet leesbaar";
    PictureTooSmall(Range): "{0}×{1} is too small; 170×128 to 500×376 are allowed, 400×300 is recommended",
        "{0}×{1} is te klein; toegestaan is 170×128 t/m 500×376, aanbevolen 400×300";
    PictureTooBig(Range): "{0}×{1} is too large; 170×128 to 500×376 are allowed, 400×300 is recommended",
        "{0}×{1} is te groot; toegestaan is 170×128 t/m 500×376, aanbevolen 400×300";
    PictureRatio(Range): "{0}×{1} is not 4:3; 400×300 is recommended", "{0}×{1} is niet 4:3; aanbevolen is 400×300";
    PictureSize: "{0}×{1}; 400×300 is recommended", "{0}×{1}; aanbevolen is 400×300";

    // accounts
    Credential: "credential" | "connector", "verbinding";
    Operator: "operator", "beheerder";
    ACredential: "a credential", "een verbinding";
    AnOperator: "an operator", "een beheerder";
    NameTaken: "there already is {3} {1}; `{2} rotate {1}` gives it a new password",
        "er is al {3} {1}; `{2} rotate {1}` geeft een nieuw wachtwoord";
    NoSuchAccount: "there is no {0} {1}", "er is geen {0} {1}";
    NameNeeded: "{2} needs a name", "{2} heeft een naam nodig";
    InvalidName: "the {0}'s name{2}", "de naam van de {0}{2}";
    InvisibleCharacterInName: "the {0}'s name has the character {2}, which is invisible",
        "de naam van de {0} bevat het teken {2}, dat onzichtbaar is";
    PasswordReplaced: "the {0} {1} was given another password meanwhile",
        "de {0} {1} heeft intussen een ander wachtwoord gekregen";
    LastOwner: "{0} is the last owner: without an owner nobody can change operators in the console, and only the command line can add one",
        "{0} is de laatste eigenaar: zonder eigenaar kan niemand in het beheer beheerders wijzigen, en is er alleen via de opdrachtregel een toe te voegen";
    AccountAdded: "{0} {1} added; {2}", "{0} {1} toegevoegd; {2}";
    AccountRevoked: "{0} {1} revoked", "{0} {1} verwijderd";
    NewPassword: "{0} {1} has a new password", "{0} {1} heeft een nieuw wachtwoord";
    OldPassword: "; the old one is valid {0}", "; het oude geldt {0}";
    ValidUntil: "until {0}", "tot {0}";
    NoLongerValid: "no longer", "niet meer";
    ValidUntilRevoked: "until it is revoked", "tot het wordt ingetrokken";
    NewToken: "{0} {1} has a new token; it is valid {2}", "{0} {1} heeft een nieuw token; het geldt {2}";
    TokenRevoked: "the token of {0} {1} is revoked", "het token van {0} {1} is ingetrokken";
    Granted: "{0} {1} is granted: {2}", "{0} {1} heeft rechten op: {2}";
    NoSecondFactor: "{0} {1} has no second factor", "{0} {1} heeft geen tweede factor";
    RoleGiven: "{0} {1} is {2}", "{0} {1} is {2}";
    PasswordFollows: "its password, shown only now:", "het wachtwoord, dat alleen nu wordt getoond:";
    TokenFollows: "the token, shown only now:", "het token, dat alleen nu wordt getoond:";
    NoAccount: "there is no {0} yet; `{1} add NAME` adds one", "er is nog geen {0}; `{1} add NAAM` voegt er een toe";

    // mappings
    MappingTooLong: "a mapping can have at most {0} bytes", "een kolomkoppeling mag hoogstens {0} bytes hebben";
    AtKey: "{0}: {1}", "{0}: {1}";
    UnknownMappingKey: "{0}: unknown key", "{0}: onbekende sleutel";
    KnownKeys: "; the keys are {0}", "; de sleutels zijn {0}";
    MappingNameMissing: "name is missing, such as name = \"hr\"", "name ontbreekt, zoals name = \"hr\"";
    MappingNameForm: "name: {0} is not 1 to 64 of a-z, 0-9 and -",
        "name: {0} bestaat niet uit 1 tot 64 tekens a-z, 0-9 en -";
    MappingFileMissing: "file is missing, such as file = \"persons.csv\"",
        "file ontbreekt, zoals file = \"persons.csv\"";
    NoSuchDataFile: "file: {0} is not a data file", "file: {0} is geen gegevensbestand";
    HeaderRowForm: "header_row must be a number from 1 to {0}", "header_row moet een getal van 1 t/m {0} zijn";
    DateOrderForm: "dates: order must be \"dmy\", \"mdy\" or \"ymd\"",
        "dates: order moet \"dmy\", \"mdy\" of \"ymd\" zijn";
    UnknownDatesKey: "dates: {0}: unknown key; the only one is order",
        "dates: {0}: onbekende sleutel; de enige is order";
    MustBeText: "{0} must be a text that is not empty", "{0} moet een tekst zijn die niet leeg is";
    MustBeTexts: "{0} must be a list of texts that are not empty",
        "{0} moet een lijst van teksten zijn die niet leeg zijn";
    MustBeTable: "{0} must be a table: [{0}]", "{0} moet een tabel zijn: [{0}]";
    EntryMustBeText: "{0}: {1} must be a text", "{0}: {1} moet een tekst zijn";
    TomlRepeatedKey: "{0} occurs twice", "{0} komt twee keer voor";
    TomlUnclosedText: "a text is not closed: {0}", "een tekst is niet afgesloten: {0}";
    TomlUnquoted: "a name or text with blanks or accents must be in quotes: {0}",
        "een naam of tekst met spaties of accenten moet tussen aanhalingstekens staan: {0}";
    TomlLine: "this is not `key = \"text\"`, `key = [\"text\", …]` or `[table]`: {0}",
        "dit is geen `sleutel = \"tekst\"`, `sleutel = [\"tekst\", …]` of `[tabel]`: {0}";
    MappingNotUtf8: "{0} is not UTF-8; save it as UTF-8 (`>` of Windows PowerShell writes UTF-16)",
        "{0} is geen UTF-8; sla het op als UTF-8 (`>` van Windows PowerShell schrijft UTF-16)";
    NoSuchColumn: "{0}: {1} has no column {2}", "{0}: {1} heeft geen kolom {2}";
    EmptyHeader: "{0}: a header must not be empty", "{0}: een kop mag niet leeg zijn";
    RepeatedName: "{0}: {1} occurs twice: case is ignored", "{0}: {1} komt twee keer voor: hoofdletters tellen niet";
    SameHeader: "columns: {0} is the same header as {1}: white space and case are ignored",
        "columns: {0} is dezelfde kop als {1}: spaties en hoofdletters tellen niet";
    RepeatedValue: "values.{0}: {1} occurs twice", "values.{0}: {1} komt twee keer voor";
    ConstantOfMapped: "constants: the header {1} becomes {0} already", "constants: de kop {1} wordt al {0}";
    SkipForm: "skip: {0} must be a list of texts, such as [\"Stagiair\"]",
        "skip: {0} moet een lijst van teksten zijn, zoals [\"Stagiair\"]";
    RepeatedSkip: "skip: {0} occurs twice: white space and case are ignored",
        "skip: {0} komt twee keer voor: spaties en hoofdletters tellen niet";

    // refusals of the API, with the contract's full sentences
    NotFound: "{0} not found.", "{0} niet gevonden.";
    Person: "Person", "Persoon";
    Class: "Class", "Klas";
    Training: "Training", "Training";
    Table: "Table", "Tabel";
    Job: "Job", "Taak";
    Import: "Import", "Import";
    AmbiguousAddress: "More than one person has e-mail address {}.", "Meer dan één persoon heeft e-mailadres {}.";
    Reversed: "{@0} is later than {@1}.", "{@0} is later dan {@1}.";
    Verbatim: "{0}", "{0}";
    KeyInUse: "This Idempotency-Key was used for another request within 24 hours.",
        "Deze Idempotency-Key is binnen 24 uur voor een ander verzoek gebruikt.";
    PreconditionFailed: "The condition in {0} failed: the person is in another state. Nothing was changed.",
        "De voorwaarde in {0} klopt niet: de persoon is inmiddels gewijzigd. Er is niets gewijzigd.";
    OutOfRange: "{@0} must be {1}.", "{@0} moet {1} zijn.";
    InvalidParameter: "{0}: this value is not allowed.", "{0}: deze waarde is niet toegestaan.";
    FromTo: "{0} to {1}", "{0} t/m {1}";
    OrMore: "{0} or more", "{0} of meer";
    NoIdLeftFor: "No id is left for a new {0}: ids go up to 2147483647.",
        "Er is geen id meer voor een nieuwe {0}: ids gaan tot 2147483647.";
    PositionGone: "The position {0} is not available: later changes were pruned, or it belongs to another history, such as before a restore. Read all rows again, from data-files, then continue with since={1}.",
        "De positie {0} is niet beschikbaar: latere wijzigingen zijn opgeruimd, of ze hoort bij een andere geschiedenis, zoals van voor een herstel. Lees alle rijen opnieuw, uit data-files, en ga verder met since={1}.";
    PositionAhead: "This copy of the database has not reached the position {0} yet. Try again later.",
        "Deze kopie van de database is nog niet bij positie {0}. Probeer het later opnieuw.";
    InvalidPosition: "Invalid value for parameter {@0}: {}. Allowed is 0, or next of an earlier answer.",
        "Ongeldige waarde voor parameter {@0}: {}. Toegestaan is 0, of next van een eerder antwoord.";
    FieldRequired(Required): "{@0} is required.", "{@0} is verplicht.";
    InvalidField: "{@0}: {1}.", "{@0}: {1}.";
    FieldHasElements(Kind): "{@0}: elements are not a text.", "{@0}: elementen zijn geen tekst.";
    FieldNotADatetime(Kind): "{@0}: {} is not a datetime (yyyy-MM-ddTHH:mm:ss).",
        "{@0}: {} is geen datum met tijd (jjjj-MM-ddTUU:mm:ss).";
    UnknownLevel: "{@0}: {} is not an account level (allowed: {1}).",
        "{@0}: {} is geen accountniveau (toegestaan: {1}).";
    OtherIdentifier: "{@0}: {} is not {1}, the identifier in the address.",
        "{@0}: {} is niet {1}, het personeelsnummer in het adres.";
    PersonExists: "A person with {@0} {} already exists.", "Er is al een persoon met {@0} {}.";
    DismissedPersonExists: "A person with {@0} {} already exists and is dismissed ({1} {2}); update that person with an empty or later {ContractEndTime} instead.",
        "Er is al een persoon met {@0} {}, die uit dienst is ({1} {2}); wijzig die persoon met een leeg of later {ContractEndTime}.";
    PlaceholderName: "{@0}: {} is the name of the placeholder manager.",
        "{@0}: {} is de naam die voor een onbekende leidinggevende staat.";
    NoSuchManager: "Manager with {ExternalIdentifier} {} not found.",
        "Leidinggevende met {ExternalIdentifier} {} niet gevonden.";
    EndBeforeStart: "{@0}: {} is before {ContractStartTime} {1}.", "{@0}: {} ligt voor {ContractStartTime} {1}.";

    // commands
    Warning: "warning: {0}", "waarschuwing: {0}";
    Refused: "refused, {0} {0|error|errors}; nothing was changed",
        "geweigerd, {0} {0|fout|fouten}; er is niets gewijzigd";
    StoppedByGuard: "stopped by a guard; nothing was changed",
        "tegengehouden door een veiligheidsgrens; er is niets gewijzigd";
    DryRun: "dry run: nothing was changed", "proefimport: er is niets gewijzigd";
    MoreErrors: "and {0} more {0|error|errors}", "en nog {0} {0|fout|fouten}";
    MoreWarnings: "and {0} more {0|warning|warnings}", "en nog {0} {0|waarschuwing|waarschuwingen}";
    MoreUnlisted: "and {0} more {0|error|errors} of this file, which are not listed",
        "en nog {0} {0|fout|fouten} in dit bestand, die niet zijn vermeld";
    MoreValues: "    # and {0} more", "    # en nog {0}";
    IgnoredFile: "{0} is not a data file and is ignored", "{0} is geen gegevensbestand en is overgeslagen";
    FileInSubfolder: "; data files must be together at the top, or all in one folder of a .zip that has nothing else at its top",
        "; gegevensbestanden moeten samen bovenaan staan, of allemaal in één map van een .zip die bovenaan niets anders heeft";
    NoDataFile: "there is no data file; their names are {0}, or the same with .xlsx",
        "er is geen gegevensbestand; ze heten {0}, of hetzelfde met .xlsx";
    NoMappingFits: "{0}: which data file is this? No mapping fits it",
        "{0}: welk gegevensbestand is dit? Er past geen kolomkoppeling bij";
    FileUnreadable: "{0}: {1}", "{0}: {1}";
    NearMapping: "; mapping {0} lacks {1}", "; kolomkoppeling {0} mist {1}";
    NoForeignFile: "there is no file of another system: data files need no mapping",
        "er is geen bestand van een ander systeem: gegevensbestanden hebben geen kolomkoppeling nodig";
    SeveralForeignFiles: "there are several files of other systems: name one of {0}",
        "er zijn meerdere bestanden van andere systemen: noem er één van {0}";
    ResemblesNothing: "no data file has headers like those of {0}: nothing is proposed",
        "geen enkel gegevensbestand heeft koppen die lijken op die van {0}: er is geen voorstel";
    ResemblesNoKey: "{0} looks like {1}, but none of its headers resembles {2}: nothing is proposed",
        "{0} lijkt op {1}, maar geen kolomkop ervan lijkt op {2}: er is geen voorstel";
    NotMapped: "not mapped:", "niet gekoppeld:";
    NoValueKnown: "[values.{0}]: no value is known for {1}", "[values.{0}]: er is geen waarde bekend voor {1}";
    NoHeaderIsClose: "{0} is required for new rows, and no header resembles it",
        "{0} is verplicht voor nieuwe rijen, en geen kolomkop lijkt erop";
    LooksLike: "; it looks like {0}", "; het lijkt op {0}";
    SuggestMapping: ". `import … --suggest` proposes a mapping, --map NAME uses one",
        ". `import … --suggest` stelt een kolomkoppeling voor, --map NAAM gebruikt er een";
    NameOrMap: ". Give it the name of a data file, or store a mapping",
        ". Geef het de naam van een gegevensbestand, of bewaar een kolomkoppeling";
    TwoMappingsFit: "{0} fits mapping {1} and mapping {2}; choose one ({--map})",
        "{0} past bij kolomkoppeling {1} en bij kolomkoppeling {2}; kies er een ({--map})";
    MappingFitsNothing: "mapping {0} fits none of the files", "kolomkoppeling {0} past bij geen van de bestanden";
    NoSuchMapping: "there is no mapping {0}", "kolomkoppeling {0} bestaat niet";
    MappingsAre: "; the mappings are {0}", "; de kolomkoppelingen zijn {0}";
    TwoFilesBecomeOne: "{0} and {1} both become {2}; give one of them",
        "{0} en {1} worden allebei {2}; geef er één van";
    Counts: "created {0}, updated {1}, unchanged {2}, removed {3}",
        "aangemaakt {0}, gewijzigd {1}, ongewijzigd {2}, verwijderd {3}";
    Skipped: ", skipped {0}", ", overgeslagen {0}";
    UnchangedFiles: "{0} {0|file|files} without change", "{0} {0|bestand|bestanden} zonder wijziging";
    UnchangedRows: " ({0} {0|row|rows})", " ({0} {0|rij|rijen})";
    DismissedPersons: "note: {0}: the {1} removed {1|person|persons} {1|was|were} dismissed: contract end now, nothing deleted",
        "let op: {0}: de {1} verwijderde {1|persoon is|personen zijn} uit dienst gegaan: het contract eindigt nu, er is niets gewist";
    RowsOfFileNotGiven: "{0}: not given; {1} {1|row|rows} created to which other files refer",
        "{0}: niet gegeven; {1} {1|rij|rijen} aangemaakt waar andere bestanden naar verwijzen";
    PersonChangesDeleted: "deleted {0} changes of persons made before {1}",
        "{0} wijzigingen van personen van voor {1} zijn verwijderd";
    NoPersonChange: "no change of {0} is recorded{1}", "er is geen wijziging van {0} vastgelegd{1}";
    ThePerson: "the person", "de persoon";
    AnyPerson: "any person", "enige persoon";
    SinceMoment: " since {0}", " sinds {0}";
    PersonExported: "{0} has everything about person {1}: check whether its texts name others before you hand it over",
        "{0} bevat alles over persoon {1}: controleer of de teksten anderen noemen voordat u het overhandigt";
    BackedUp: "{0} is a complete, checked copy of {1}", "{0} is een volledige, gecontroleerde kopie van {1}";
    RestoreWillRefuse: "{0}; `restore` will therefore refuse the copy", "{0}; `restore` zal de kopie daarom weigeren";
    BackupNotRecorded: "the copy is complete, but could not be recorded: `audit` does not list it, and the service does not know when it was made: {0}",
        "de kopie is volledig, maar kon niet worden vastgelegd: `audit` vermeldt haar niet, en de service weet niet wanneer ze is gemaakt: {0}";
    BackupMissing: "{0} does not exist; nothing was changed", "{0} bestaat niet; er is niets gewijzigd";
    Restored: "{0} is restored from {1}", "{0} is teruggezet vanuit {1}";
    PreviousFile: "the previous file is kept as {0}", "het vorige bestand is bewaard als {0}";
    AnonymisedPersonsRestored: "persons anonymised since that backup have their names again: anonymise them again",
        "personen die na die back-up zijn geanonimiseerd, staan er weer met naam in: anonimiseer hen opnieuw";
    AnonymiseAgain: "anonymised since that backup, now named again: `lms-appliance person anonymise {0} --yes --db {1}`",
        "na die back-up geanonimiseerd, nu weer met naam: `lms-appliance person anonymise {0} --yes --db {1}`";
    DatabaseExists: "{0} is a database of lms-appliance already", "{0} is al een database van lms-appliance";
    DatabaseCreated: "{0} created", "{0} aangemaakt";
    ExportedRows: "{0}: {1} {1|row|rows}", "{0}: {1} {1|rij|rijen}";
    ChecksWithoutConstraints: "{0} cannot be written, and SQLite verifies CHECK constraints only in a database that can be written",
        "in {0} kan niet worden geschreven, en SQLite controleert de CHECK-regels alleen in een database waarin dat kan";
    BlankedConnectorMessages: "{0} {0|message|messages} of connector errors named the person and {0|was|were} blanked",
        "{0} {0|melding|meldingen} van fouten van verbindingen {0|noemde|noemden} de persoon en {0|is|zijn} gewist";
    PersonAnonymised: "person {0} is {1}\nbackups and exports made before still hold the person's data: delete or anonymise those too\nan HR export that still lists the person creates them again at its next import: take the person out of it, or have the HR system omit people who left",
        "persoon {0} is {1}\neerdere back-ups en exports bevatten de gegevens van de persoon nog: verwijder of anonimiseer die ook\neen HR-export waarin de persoon nog staat, maakt die bij de volgende import opnieuw aan: haal de persoon eruit, of laat het HR-systeem vertrokken personen weglaten";
    Anonymised: "anonymised", "geanonimiseerd";
    AnonymisedAlready: "anonymised already", "al geanonimiseerd";
    ConfirmAnonymise: "Anonymise {0}, {1} (person {2})? This cannot be undone. [y/N] ",
        "{0}, {1} (persoon {2}) anonimiseren? Dit kan niet ongedaan worden gemaakt. [j/N] ";
    ConfirmWithYes: "anonymising cannot be undone: confirm it with --yes",
        "anonimiseren kan niet ongedaan worden gemaakt: bevestig het met --yes";
    NothingChanged: "nothing was changed", "er is niets gewijzigd";
    NothingImported: "nothing was imported yet", "er is nog niets geïmporteerd";
    ChangesDeleted: "deleted {0} changes of imports made before {1}",
        "{0} wijzigingen van imports van voor {1} zijn verwijderd";
    ImportLine: "{0} by {1}: {2}: {3}", "{0} door {1}: {2}: {3}";
    AnImport: "import", "import";
    AnUndo: "undo", "ongedaanmaking";
    UndoneBy: "; undone by {0}", "; ongedaan gemaakt door {0}";
    ChangesPruned: "{0} {0|change|changes} of this import {0|was|were} pruned",
        "{0} {0|wijziging|wijzigingen} van deze import {0|is|zijn} opgeruimd";
    CannotUndo: "{0} cannot be undone; nothing was changed",
        "{0} kan niet ongedaan worden gemaakt; er is niets gewijzigd";
    UndoFirst: "; undo {0} first", "; maak eerst {0} ongedaan";
    UndoTheseFirst: "; undo these first, in this order: {0}", "; maak eerst deze ongedaan, in deze volgorde: {0}";
    KeepLater: " (--keep-later keeps what was changed later and undoes the rest)",
        " (--keep-later laat staan wat later is gewijzigd en maakt de rest ongedaan)";
    RowsOption: "; --rows lists all rows", "; --rows toont alle rijen";
    AnonymisedStay: "{0} {0|row|rows} of persons anonymised since {0|stays|stay} as {0|it is|they are}",
        "{0} {0|rij|rijen} van sindsdien geanonimiseerde personen {0|blijft|blijven} ongewijzigd";
    Undone: "{0} is undone by undo {1}", "{0} is ongedaan gemaakt door ongedaanmaking {1}";
    StoredMapping: "mapping {0}, version {1}", "kolomkoppeling {0}, versie {1}";
    UnchangedMapping: ", unchanged", ", ongewijzigd";
    MappingLine: "{0}  version {1}  {2}  {3}", "{0}  versie {1}  {2}  {3}";
    UnreadableMapping: "unreadable: set it again", "onleesbaar: sla die opnieuw op";
    NoProblemsFound: "no problems found in {0}", "geen problemen gevonden in {0}";
    ProblemsFound: "{0} {0|problem|problems} found in {1}", "{0} {0|probleem|problemen} gevonden in {1}";
    NotCheckedCompletely: "{0} could not be checked completely", "{0} kon niet helemaal worden gecontroleerd";
    Stopped: "stopped; {0}", "gestopt; {0}";
    NothingImportedNow: "nothing was imported", "er is niets geïmporteerd";
    NoFileWritten: "no file was written", "er is geen bestand geschreven";
    NotReported: "done, but this could not be reported: {0}", "uitgevoerd, maar dit kon niet worden gemeld: {0}";
    DatabaseInUse: "another process is using the database; waiting for it, up to ten seconds",
        "een ander proces gebruikt de database; er wordt hoogstens tien seconden op gewacht";
    DatabaseBeingWritten: "another process is writing to the database; waiting for it, up to a minute",
        "een ander proces schrijft in de database; er wordt hoogstens een minuut op gewacht";
    NotWritten: "it cannot be written; nothing was changed", "het kan niet worden geschreven; er is niets gewijzigd";
    Unreadable: "{0} cannot be read", "{0} kan niet worden gelezen";
    NoSuchDatabase: "{0} does not exist; `lms-appliance init --db {0}` creates it",
        "{0} bestaat niet; `lms-appliance init --db {0}` maakt het aan";
    OlderSchema: "{0} has the older schema version {1}, not {2}; `lms-appliance init --db {0}` migrates it",
        "{0} heeft de oudere schemaversie {1}, niet {2}; `lms-appliance init --db {0}` werkt het bij";
    NotADatabase: "{0} is not a database of lms-appliance; nothing was changed",
        "{0} is geen database van lms-appliance; er is niets gewijzigd";
    RepeatedEntry: "{0} has {1} twice; only one can be used",
        "{0} bevat {1} twee keer; er kan er maar één worden gebruikt";
    NotASource: "{0} is not a folder with data files, a .zip of such a folder, a CSV file (.csv, .tsv, .txt) or a workbook (.xlsx)",
        "{0} is geen map met gegevensbestanden, geen .zip van zo’n map, geen CSV-bestand (.csv, .tsv, .txt) en geen werkmap (.xlsx)";
    DamagedZip: "{0} is damaged: it is not a .zip that can be opened",
        "{0} is beschadigd: het is geen .zip die kan worden geopend";
    DiskFull: "the disk is full: free some space on it, then repeat this",
        "de schijf is vol: maak ruimte vrij en probeer het opnieuw";
    DatabaseDiskFull: "the disk of the database is full: free some space on it, then repeat this",
        "de schijf van de database is vol: maak ruimte vrij en probeer het opnieuw";
    DiskRefused: "the disk refused a write: it is full, over a quota or failing. `df -h` and `dmesg` show which",
        "de schijf weigerde te schrijven: hij is vol, over een quotum of defect. `df -h` en `dmesg` tonen wat";
    DiskFailed: "the disk failed while the database was read or written: first make a backup to another disk, then check `dmesg` and the disk's health",
        "de schijf faalde bij het lezen of schrijven van de database: maak eerst een back-up op een andere schijf en controleer dan `dmesg` en de schijf";
    DatabaseLocked: "another process has locked the database: try again when it has finished. `fuser -v FILE` lists the processes that use the file",
        "een ander proces heeft de database vergrendeld: probeer het opnieuw als dat klaar is. `fuser -v BESTAND` toont welke processen het bestand gebruiken";
    DatabaseReadOnly: "the database cannot be written: check the permissions of the file and its folder, and whether the file system is mounted read-only",
        "in de database kan niet worden geschreven: controleer de rechten van het bestand en zijn map, en of het bestandssysteem alleen-lezen is";
    DatabaseDamaged: "the database file is damaged: stop the service, keep a copy of the file, and restore the latest backup with `lms-appliance restore`. `lms-appliance check` lists what is damaged",
        "het databasebestand is beschadigd: stop de service, bewaar een kopie van het bestand, en zet de laatste back-up terug met `lms-appliance restore`. `lms-appliance check` toont wat er beschadigd is";
    NotOurDatabase: "the file is not a database of lms-appliance", "het bestand is geen database van lms-appliance";
    CannotOpen: "the file cannot be opened: check its path, its permissions, those of its folder, and the limit of open files",
        "het bestand kan niet worden geopend: controleer het pad, de rechten van het bestand en zijn map, en de limiet op open bestanden";
    OutOfMemory: "there is not enough memory: free some, or raise the limit of this process",
        "er is te weinig geheugen: maak geheugen vrij, of verhoog de limiet van dit proces";
    SqliteCode: " (SQLite code {0})", " (SQLite-code {0})";

    // output files and folders
    OutputExists: "{0} already exists and was left unchanged: name a new file, or move that one away",
        "{0} bestaat al en is niet gewijzigd: geef een nieuw bestand op, of verplaats dat bestand";
    OutputNotRegular: "{0} is a link or not a regular file, and was left unchanged: name another file",
        "{0} is een link of geen gewoon bestand, en is niet gewijzigd: geef een ander bestand op";
    OutputIsFolder: "{0} is a folder: name a file in it", "{0} is een map: geef een bestand in die map op";
    OutputWithoutFolder: "{0} cannot be written: there is no folder {1}",
        "{0} kan niet worden geschreven: de map {1} bestaat niet";
    OutputNotWritten: "{0} cannot be written", "{0} kan niet worden geschreven";
    OutputCreatedMeanwhile: "{0} was created meanwhile and was left unchanged",
        "{0} is intussen door een ander proces aangemaakt, en is niet gewijzigd";
    OutputStopped: "standard output cannot be written", "naar de standaarduitvoer kan niet worden geschreven";
    OtherHeader: "{0} already exists and was left unchanged, since its first line is not `{1}`: name another file, or move that one away",
        "{0} bestaat al en is niet gewijzigd, omdat de eerste regel niet `{1}` is: geef een ander bestand op, of verplaats dat bestand";
    ProtectedFile: "{0} {1}: name another file", "{0} {1}: geef een ander bestand op";
    FileOfOtherOption: "is the file of another option too", "is ook het bestand van een andere optie";
    FileBeingRead: "is being read", "wordt gelezen";
    DatabaseItself: "is the database itself", "is de database zelf";
    NameOfDatabase: "is a name that the database needs", "is een naam die de database nodig heeft";
    FolderIsLink: "{0} is a link: name the folder that it leads to",
        "{0} is een link: geef de map op waarnaar die verwijst";
    FolderIsFile: "{0} is a file: name a folder", "{0} is een bestand: geef een map op";
    FolderExists: "{0} already exists: name a new folder", "{0} bestaat al: geef een nieuwe map op";
    FolderNotEmpty: "{0} is not empty; --overwrite replaces the data files in it",
        "{0} is niet leeg; --overwrite vervangt de gegevensbestanden erin";
    TemplatesNeedEmptyFolder: "{0} is not empty; the templates need a new or empty folder",
        "{0} is niet leeg; geef voor de sjablonen een nieuwe of lege map op";
    ZipExists: "{0} exists already; --overwrite replaces it", "{0} bestaat al; --overwrite vervangt het";
    ZipWithoutDataFiles: "{0} holds no data files, and is not replaced by an export: name another file",
        "{0} bevat geen gegevensbestanden, en wordt niet door een export vervangen: geef een ander bestand op";

    // arguments of commands
    UnknownDataFile: "{0} is not a data file", "{0} is geen gegevensbestand";
    DataFilesAre: "; their names are {0}", "; de gegevensbestanden zijn {0}";
    ColumnMissing: "{0} has no column {1}", "{0} heeft geen kolom {1}";
    ColumnsAre: "; its columns are {0}", "; de kolommen zijn {0}";
    NoSuchRow: "{0} has no row {1}", "{0} heeft geen rij {1}";
    NoSuchPerson: "there is no person {0}", "er is geen persoon {0}";
    KeyTooShort: "the key of {0} is {1}: {2} more must be given",
        "de sleutel van {0} is {1}: geef ook de overige {2} op";
    KeyTooLong: "the key of {0} is {1}; after it one column may follow",
        "de sleutel van {0} is {1}; daarna mag nog één kolom volgen";
    NotAnInstant: "{0} {1} is not a datetime ({2}) or a date (yyyy-MM-dd)",
        "{0} {1} is geen datum met tijd ({2}) en geen datum (yyyy-MM-dd)";
    UnknownVariable: "unknown variable {0}", "onbekende variabele {0}";
    NoConnectorError: "no matching connector errors", "geen fouten van verbindingen gevonden";
    HandmadeKept: "the hand-made organisation has {0} {1}; all of them are kept",
        "de handgemaakte organisatie heeft {0} {1}; die blijven allemaal bestaan";
    Persons: "persons", "personen";
    Trainings: "trainings", "trainingen";
    EndsTooLate: "{0} ends beyond the year 9999", "{0} eindigt na het jaar 9999";
    InputUnreadable: "standard input cannot be read", "de standaardinvoer kan niet worden gelezen";
    PasswordEmpty: "the password on standard input is empty", "het wachtwoord in de standaardinvoer is leeg";
    PasswordNotUtf8: "the password is not UTF-8", "het wachtwoord is geen UTF-8";
    PasswordTooShort: "the password has {0} characters; at least {1} are needed",
        "het wachtwoord heeft {0} tekens; er zijn er minstens {1} nodig";
    PasswordTooLong: "the password is longer than {0} characters", "het wachtwoord is langer dan {0} tekens";
    PasswordForbidden: "the password has a character that XML forbids: no client could send it",
        "het wachtwoord bevat een teken dat XML verbiedt: geen programma zou het kunnen versturen";
    PasswordTooCommon: "the password is a common one, which attackers guess first; without a given password, one is generated",
        "dit wachtwoord komt veel voor en wordt als eerste geraden; zonder opgegeven wachtwoord wordt er een gemaakt";
    PasswordNotShown: "the new password cannot be shown: standard output cannot be written; nothing was changed",
        "het nieuwe wachtwoord kan niet worden getoond: naar de standaarduitvoer kan niet worden geschreven; er is niets gewijzigd";
    TokenNotShown: "standard output cannot be written: no token was added",
        "naar de standaarduitvoer kan niet worden geschreven: er is geen token toegevoegd";
    NoSuchToken: "{0} is not the beginning of a token of the credential {1}, as `credential list` shows it: {2}",
        "{0} is niet het begin van een token van verbinding {1}, zoals `credential list` dat toont: {2}";
    NobodyOverdue: "nobody is overdue", "er is niemand aan de beurt";
    Nothing: "nothing", "geen";
    NoToken: "none", "geen";
    HasNoSecondFactor: "operator {0} has no second factor", "beheerder {0} heeft geen tweede factor";
    UnknownGrant: "{0} is not an operation", "{0} is geen bewerking";
    AllowedGrants: " (allowed: {0})", " (toegestaan: {0})";
    NoSuchIdentifier: "there is no person with ExternalIdentifier {0}",
        "er is geen persoon met ExternalIdentifier {0}";
    StillEmployed: "the person with ExternalIdentifier {0} is employed; only dismissed persons are anonymised",
        "de persoon met ExternalIdentifier {0} is in dienst; alleen personen die uit dienst zijn, worden geanonimiseerd";
    ReservedIdentifier: "the person with id {0} has the ExternalIdentifier {1}, which is reserved for anonymised persons: give that person another one first",
        "de persoon met id {0} heeft het ExternalIdentifier {1}, dat voor geanonimiseerde personen is: geef die persoon eerst een ander";
    TracesLeft: "the file still holds traces of the person's data; `person anonymise anonymised-{0}` removes them",
        "het bestand bevat nog sporen van de gegevens van de persoon; `person anonymise anonymised-{0}` verwijdert ze";
    WhileNoLongAnswer: ", when no long answer is being sent", ", als er geen lang antwoord wordt verstuurd";
    ExportNotRecorded: "the export cannot be recorded in the audit",
        "de export kan niet in de audit worden vastgelegd";
    MappingUnusable: "mapping {0}, version {1}, cannot be used",
        "kolomkoppeling {0}, versie {1}, kan niet worden gebruikt";
    AtLine: ": {0}: {1}", ": {0}: {1}";
    NoServiceAnswers: "no service answers at {0}", "op {0} antwoordt geen service";
    ServiceSilent: "{0} does not answer", "{0} antwoordt niet";
    ServiceUnhealthy: "the service at {0} is unhealthy: {1}", "de service op {0} is niet gezond: {1}";
    CertificateNeeded: "{0} speaks https: name its certificate with --tls-cert",
        "{0} gebruikt https: geef het certificaat op met --tls-cert";
    NotACertificate: "{0} is not a PEM certificate", "{0} is geen PEM-certificaat";

    // backups and restores
    CopyNotWritten: "{0} is not written", "{0} is niet geschreven";
    CopyLocked: "the database or its copy is locked by another process",
        "de database of de kopie is vergrendeld door een ander proces";
    CopyDamaged: "the copied data is damaged; `lms-appliance check` on the copy reports all errors: {0}",
        "de gekopieerde gegevens zijn beschadigd; `lms-appliance check` op de kopie toont alle fouten: {0}";
    JournalLeftOver: "{0} is left over from another database and would damage the copy: move it away",
        "{0} is overgebleven van een andere database en zou de kopie beschadigen: verplaats het";
    BackupOpened: "{0} was opened by another process while it was read; nothing was changed",
        "{0} is tijdens het lezen geopend door een ander proces; er is niets gewijzigd";
    BackupSchemaChanged: "{0} is not restored, since its schema was changed by other means than lms-appliance: {1}; nothing was changed. Find out who did that; `sqlite3 FILE` removes an object with DROP, best in a copy of the backup",
        "{0} is niet teruggezet, omdat het schema is gewijzigd buiten lms-appliance om: {1}; er is niets gewijzigd. Zoek uit wie dat heeft gedaan; `sqlite3 BESTAND` verwijdert een object met DROP, bij voorkeur in een kopie van de back-up";
    OwnerNotCopied: "the copy cannot be given the owner and permissions of {0}: run this as its owner",
        "de kopie kan de eigenaar en rechten van {0} niet krijgen: voer dit uit als de eigenaar";
    NotMovedAside: "{0} cannot be moved aside, and is unchanged",
        "{0} kan niet opzij worden gezet, en is niet gewijzigd";
    NotReplaced: "{0} cannot be replaced", "{0} kan niet worden vervangen";
    ReplacedInUse: "{0} is in use: stop the service, and whatever else has it open, and try again; nothing was changed",
        "{0} is in gebruik: stop de service en andere programma's die het geopend hebben, en probeer het opnieuw; er is niets gewijzigd";

    // opening and serving a database
    ReplicaWithLog: "{0} has a write-ahead log, and cannot be followed: `lms-appliance backup` and scripts/publish-copy make copies without one",
        "{0} heeft een write-ahead log en kan niet worden gevolgd: `lms-appliance backup` en scripts/publish-copy maken kopieën zonder log";
    ImpossibleSchema: "{0} has the schema version {1}, which does not exist: another program wrote it; restore a backup",
        "{0} heeft schemaversie {1}, die niet bestaat: een ander programma heeft die geschreven; zet een back-up terug";
    ServedSchemaChanged: "{0} is not served, since its schema was changed by other means than lms-appliance: {1}. Find out who did that. `lms-appliance check --db {0}` reports all differences; `sqlite3` removes an unknown trigger or view with DROP TRIGGER or DROP VIEW; if one of ours was changed or is missing, restore a backup with `lms-appliance restore`",
        "de service start niet met {0}, omdat het schema is gewijzigd buiten lms-appliance om: {1}. Zoek uit wie dat heeft gedaan. `lms-appliance check --db {0}` toont alle verschillen; `sqlite3` verwijdert een onbekende trigger of view met DROP TRIGGER of DROP VIEW; is een eigen trigger of view gewijzigd of weg, zet dan een back-up terug met `lms-appliance restore`";
    KeyOfOtherCertificate: "{0} is not the private key of the certificate in {1}",
        "{0} is niet de privésleutel van het certificaat in {1}";
    KeyUnusable: "the key in {0} cannot be used", "de sleutel in {0} kan niet worden gebruikt";
    KeyEncrypted: "the private key in {0} is encrypted, and the service cannot ask for its password: `openssl pkey -in {0} -out FILE` writes one that is not",
        "de privésleutel in {0} is versleuteld, en de service kan niet om het wachtwoord vragen: `openssl pkey -in {0} -out BESTAND` schrijft een onversleutelde";
    PemUnreadable: "{0} is PEM that cannot be read: {1}", "{0} is PEM die niet kan worden gelezen: {1}";
    PemWithoutCertificate: "{0} has no certificate: it needs a part that begins with -----BEGIN CERTIFICATE-----",
        "{0} bevat geen certificaat: er moet een onderdeel in staan dat begint met -----BEGIN CERTIFICATE-----";
    PemWithoutKey: "{0} has no private key: it needs a part that begins with -----BEGIN PRIVATE KEY-----",
        "{0} bevat geen privésleutel: er moet een onderdeel in staan dat begint met -----BEGIN PRIVATE KEY-----";
    NotPem: "{0} is not PEM (text with a line -----BEGIN …-----); if it is DER, `openssl {1} -inform der -in {0} -out FILE` writes PEM",
        "{0} is geen PEM (tekst met een regel -----BEGIN …-----); is het DER, dan schrijft `openssl {1} -inform der -in {0} -out BESTAND` PEM";
    DemoNotFilled: "{0} cannot be filled", "{0} kan niet worden gevuld";
    NotWritable: "{0} cannot be written by this user", "deze gebruiker mag niet in {0} schrijven";
    NoFolder: "{0} cannot be opened: there is no folder {1}", "{0} kan niet worden geopend: de map {1} bestaat niet";
    IsFolder: "{0} is a folder: name a file", "{0} is een map: geef een bestand op";
    CannotCreate: "{0} cannot be created: may this user write in {1}?",
        "{0} kan niet worden aangemaakt: mag deze gebruiker in {1} schrijven?";
    FileNotOpened: "{0} cannot be opened", "{0} kan niet worden geopend";
    NotRegularFile: "{0} is not a regular file (a FIFO, device or socket): name the database file",
        "{0} is geen gewoon bestand (maar een FIFO, apparaat of socket): geef het databasebestand op";
    NewerSchema: "{0} has schema version {1}; this lms-appliance knows versions up to {2}: use a newer one",
        "{0} heeft schemaversie {1}; deze lms-appliance kent versies tot en met {2}: gebruik een nieuwere";
    OtherBuild: "{0} {1}; `lms-appliance init --db {0}` recreates them",
        "{0} {1}; `lms-appliance init --db {0}` maakt ze opnieuw";
    HasOlderVersion: "has the older schema version {0}", "heeft de oudere schemaversie {0}";
    HasOtherBuild: "has indexes, triggers and views of another build of lms-appliance",
        "heeft indexen, triggers en views van een andere build van lms-appliance";
    CheckedPartly: "{0} {1}: only its pages, constraints and references are checked; `lms-appliance init --db {0}` brings it up to date",
        "{0} {1}: alleen pagina's, constraints en verwijzingen worden gecontroleerd; `lms-appliance init --db {0}` werkt het bij";
    CannotListen: "{0} cannot be listened on; `--listen` names another address",
        "op {0} kan niet worden geluisterd; `--listen` kiest een ander adres";
    AddressInUse: "{0}", "het adres is al in gebruik ({0})";
    PermissionDenied: "{0}", "dat mag deze gebruiker niet ({0})";
    FileNotFound: "{0}", "het bestand of de map bestaat niet ({0})";
    HeaderWithoutProxy: "--operator-header needs --trust-proxy: name the proxy that sends the header",
        "--operator-header vereist --trust-proxy: geef de proxy op die de header stuurt";
    PemFileMissing: "{0}, the file of the {1}, does not exist", "{0}, het bestand van {1}, bestaat niet";
    PemFileUnreadable: "{0}, the file of the {1}, cannot be read", "{0}, het bestand van {1}, kan niet worden gelezen";
    Certificate: "certificate", "het certificaat";
    PrivateKey: "private key", "de privésleutel";
    DemoInUse: "{0} is in use by another process. A demonstration that starts now would replace the password of the running one: stop that process, or name another file with --db",
        "{0} is in gebruik door een ander proces. Een demonstratie die nu begint, zou het wachtwoord van een lopende vervangen: stop dat proces, of kies met --db een ander bestand";
    NotADemo: "{0} has data that is not from a demonstration; nothing was changed. `--db` names another file, `lms-appliance serve --db {0}` serves this one",
        "{0} bevat gegevens die niet van een demonstratie zijn; er is niets gewijzigd. Kies met `--db` een ander bestand, of start de service met `lms-appliance serve --db {0}`";
    DemoBeforeSeed: "--now {0} is before {1}, the day around which the demonstration is written; without --now its dates move to the current week",
        "--now {0} ligt vóór {1}, de dag waaromheen de demonstratie is geschreven; zonder --now schuiven de datums naar deze week";
    DemoKept: "{0} is kept as it is; size and seed apply only to an empty database: `--db` names another file",
        "{0} blijft zoals het is; grootte en seed gelden alleen voor een lege database: kies met `--db` een ander bestand";
    DemoSize: "filling {0} with {1} persons and {2} trainings", "{0} wordt gevuld met {1} personen en {2} trainingen";

    // undos
    NoSuchImport: "there is no import {0}", "import {0} bestaat niet";
    UndoChangesPruned: "{0} cannot be undone: {1} of its changes were pruned",
        "{0} kan niet ongedaan worden gemaakt: {1} wijzigingen ervan zijn opgeruimd";
    UndoneAlready: "{0} is undone already, by undo {1}", "{0} is al ongedaan gemaakt, door ongedaanmaking {1}";
    ChangedNothing: "{0} changed nothing", "{0} heeft niets gewijzigd";
    NothingLeft: "nothing of {0} is left to undo", "van {0} is niets over om ongedaan te maken";
    ChangedLater: "{} was {0} later by {1}", "{} is later {0} door {1}";
    Created: "created", "aangemaakt";
    Changed: "changed", "gewijzigd";
    Removed: "removed", "verwijderd";
    Dismissed: "dismissed", "uit dienst gemeld";
    RemovedBy: "{0} {1}: removed by {2}", "{0} {1}: verwijderd door {2}";
    UnknownOrigin: "unknown: the database had the value from the start, or the change was pruned",
        "onbekend: de database had de waarde vanaf het begin, of de wijziging is opgeruimd";
    PutBackBy: "; put back by {0}", "; teruggezet door {0}";
    PersonChange: "{0}  person {1} ({2})  {3} by {4}:  {5}", "{0}  persoon {1} ({2})  {3} door {4}:  {5}";
    ByNumberedEntry: "{0}{1} ({2})", "{0}{1} ({2})";
    ByCall: "{0} {1}", "{0} {1}";
    At: ", {0}", ", {0}";
    ImportNumber: "import {0}", "import {0}";
    ChangeNumber: "change {0}", "wijziging {0}";
    UndoNumber: "undo {0}", "ongedaanmaking {0}";
    OnLine: " line {0}", " regel {0}";
    OnLineOf: " {0} line {1}", " {0} regel {1}";
    ByMapping: ", mapping {0}, version {1}", ", kolomkoppeling {0}, versie {1}";
    Stays: "; it stays as it is", "; dat blijft zoals het is";
    ExistsAgain: "{} exists again", "{} bestaat weer";
    ReferredRowMissing: "{} referred to {0}, which no longer exists", "{} verwees naar {0}, dat niet meer bestaat";
    ReferredRowRemoved: "{} referred to {0}, which was later removed from {1} by {2}",
        "{} verwees naar {0}; die rij is later uit {1} verwijderd door {2}";
    PictureOf: "{} is the picture of {0}", "{} is de afbeelding van {0}";
    DefaultElsewhere: "{} would be the default again, but {0} is the default now",
        "{} zou weer de standaard zijn, maar dat is nu {0}";
    ReferredToBy: "{} is referred to by {0} {1}", "{} is nog in gebruik bij {0} {1}";
    AndMoreRows: " and {0} more", " en nog {0}";
    ChangedBy: ", {0} by {1}", ", {0} door {1}";

    // actions in the ledger, which stores their names
    InConsole: "console {0}", "in het beheer: {0}";
    SignIn: "signed in to the console from {0}", "ingelogd in het beheer vanaf {0}";
    SignInByRecoveryCode: "signed in to the console with a recovery code from {0}",
        "ingelogd in het beheer met een herstelcode vanaf {0}";
    SignInByProxy: "was signed in to the console by the proxy from {0}",
        "door de proxy ingelogd in het beheer vanaf {0}";
    SignInFailed: "failed to sign in to the console from {0}",
        "mislukte poging om in te loggen in het beheer vanaf {0}";
    SignInWithWrongCode: "gave a wrong code at signing in to the console from {0}",
        "gaf een verkeerde code bij het inloggen in het beheer vanaf {0}";
    SignInThrottled: "was throttled at signing in to the console from {0}",
        "geblokkeerde poging om in te loggen in het beheer vanaf {0}";
    WrongCurrentPassword: "gave a wrong present password in the console from {0}",
        "gaf een verkeerd huidig wachtwoord in het beheer vanaf {0}";
    AddAccount: "{0} add {1}; {2}" | "added {0} {1}; {2}", "{0} toegevoegd: {1}; {2}";
    GrantedOperations: "granted: {0}", "rechten: {0}";
    Viewer: "viewer", "lezer";
    Editor: "editor", "bewerker";
    Owner: "owner", "eigenaar";
    NamedByProxy: "; named by the proxy, without a password", "; aangemeld door de proxy, zonder wachtwoord";
    RotateAccount: "{0} rotate {1}" | "gave {0} {1} a new password", "nieuw wachtwoord voor {0} {1}";
    OldPasswordHolds: "; the old password holds {0}" | "; the old password is valid {0}", "; het oude wachtwoord geldt {0}";
    RevokeCredential: "credential revoke {0}" | "revoked connector {0}", "verbinding ingetrokken: {0}";
    RevokeToken: "credential revoke {0} --token {1}" | "revoked a token of connector {0}: {1}",
        "token ingetrokken van verbinding {0}: {1}";
    RevokeOperator: "operator revoke {0}" | "removed operator {0}", "beheerder verwijderd: {0}";
    AddToken: "credential token {0} {1}; it holds {2}" | "gave connector {0} a new token {1}; it is valid {2}",
        "nieuw token voor verbinding {0} {1}; het geldt {2}";
    GrantOperations: "credential grant {0}: {1}" | "gave connector {0} access to: {1}",
        "rechten gegeven aan verbinding {0}: {1}";
    DenyOperations: "credential deny {0}: {1}" | "ended the access of connector {0} to: {1}",
        "rechten ontnomen aan verbinding {0}: {1}";
    SetRole: "operator role {0} {1}" | "changed the role of operator {0} to {1}", "andere rol voor beheerder {0}: {1}";
    ResetSecondFactor: "operator reset-second-factor {0}" | "removed the second factor of operator {0}",
        "tweede factor verwijderd van beheerder {0}";
    SetSecondFactor: "operator set-second-factor {0}" | "set up a second factor as operator {0}",
        "tweede factor ingesteld door beheerder {0}";
    RemoveSecondFactor: "operator remove-second-factor {0}" | "removed the second factor as operator {0}",
        "tweede factor verwijderd door beheerder {0}";
    RenewRecoveryCodes: "operator new-recovery-codes {0}" | "made new recovery codes for operator {0}",
        "nieuwe herstelcodes voor beheerder {0}";
    RenewCalendarFeed: "calendar renew {0} {1}" | "made a new link to the calendar feed of {0} {1}",
        "nieuwe link voor het agenda-abonnement van {0} {1}";
    RemoveCalendarFeed: "calendar remove {0} {1}" | "removed the calendar feed of {0} {1}",
        "agenda-abonnement verwijderd van {0} {1}";
    FeedOfClass: "class", "klas";
    FeedOfPerson: "person", "persoon";
    FeedOfDivision: "division", "divisie";
    SetMapping: "mappings set {0}, version {1}" | "stored mapping {0}, version {1}",
        "kolomkoppeling bewaard: {0}, versie {1}";
    RemoveMapping: "mappings remove {0}" | "removed mapping {0}", "kolomkoppeling verwijderd: {0}";
    ExportPerson: "person export {0}" | "downloaded everything about person {0}", "alle gegevens van persoon gedownload: {0}";
    AnonymisePerson: "person anonymise" | "anonymised a person", "persoon geanonimiseerd";
    PruneAudit: "audit --prune-before {0}" | "deleted old changes of persons, from before {0}",
        "oude wijzigingen van personen verwijderd, van vóór {0}";
    PruneImports: "imports --prune-before {0}" | "deleted details of old imports, from before {0}",
        "details van oude imports verwijderd, van vóór {0}";
    PruneExpiredChanges: "serve --audit-keep" | "deleted old changes of persons after the retention period",
        "oude wijzigingen van personen verwijderd na de bewaartermijn";
    AnonymiseExpiredPerson: "serve --anonymise-after" | "anonymised a person after the retention period",
        "persoon geanonimiseerd na de bewaartermijn";
    MakeBackup: "backup --to {0}" | "made a backup: {0}", "back-up gemaakt: {0}";
    RenewDemoOperator: "demo; a new password of the operator demo, who is owner" | "set a new password for operator demo (owner), by starting the demonstration",
        "nieuw wachtwoord voor beheerder demo (eigenaar), bij de start van de demonstratie";
    RenewDemoCredential: "demo; a new password of the credential demo, which is granted every operation" | "set a new password for connector demo (all permissions), by starting the demonstration",
        "nieuw wachtwoord voor verbinding demo (alle rechten), bij de start van de demonstratie";
}
