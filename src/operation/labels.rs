//! Labels and descriptions of operations, parameters and answer columns, in each language.

mod dutch;

use super::Operation;
use super::request::Parameter;
use super::response_schema::Field;
use crate::datafile::FILES;
use crate::model::brand::Brand;
use crate::model::language::Language;
use crate::model::text::split_into_words;

#[derive(Clone, Copy)]
pub struct DutchText {
    pub label: &'static str,
    pub description: &'static str,
}

impl DutchText {
    pub const NONE: Self = Self { label: "", description: "" };

    fn label(self, language: Language) -> Option<String> {
        (language == Language::Dutch && !self.label.is_empty()).then(|| self.label.to_owned())
    }

    fn description(self, language: Language) -> Option<&'static str> {
        (language == Language::Dutch && !self.description.is_empty()).then_some(self.description)
    }

    #[cfg(test)]
    fn is_complete(&self) -> bool {
        !self.label.is_empty() && !self.description.is_empty()
    }
}

impl Operation {
    /// Returns the label, such as "Classes filtered by date" for `GetClassesFilteredByDate`.
    pub fn label(&self, language: Language, brand: &Brand) -> String {
        let label = self.dutch.label(language).or_else(|| find_text(ENGLISH_OPERATIONS, self.name));
        label.unwrap_or_else(|| {
            let name = brand.branded_name(self.name);
            split_into_words(name.strip_prefix("Get").unwrap_or(&name))
        })
    }

    pub fn description(&self, language: Language) -> &'static str {
        self.dutch.description(language).unwrap_or(self.summary)
    }
}

impl Parameter {
    /// Returns the label, such as "To date" for `tillDate`.
    pub fn label(&self, language: Language, brand: &Brand) -> String {
        let label = self.dutch.label(language).or_else(|| find_text(ENGLISH_PARAMETERS, self.name));
        label.unwrap_or_else(|| split_into_words(&brand.branded_name(self.name)))
    }

    pub fn meaning(&self, language: Language) -> &'static str {
        self.dutch.description(language).unwrap_or(self.description)
    }
}

/// Translates a description of an answer column. A description without a translation is returned unchanged.
pub fn dutch_sentence(description: &'static str) -> &'static str {
    let translation = dutch::SENTENCES.iter().find(|(english, _)| *english == description);
    translation.map_or(description, |(_, dutch)| dutch)
}

/// Returns the word that a page shows instead of a cell: the meaning of a number, or the English word for a Dutch
/// word. Returns `None` if the page shows the cell itself.
pub fn cell_word(field: &Field, cell: &str, language: Language) -> Option<String> {
    if let Some(numbers) = field.enumeration {
        return Some(numbers.label(cell, language));
    }
    if language != Language::English || !has_dutch_words(field) {
        return None;
    }
    find_text(CELL_WORDS, cell)
}

/// Returns the tone of a cell that is a number of an enumeration or a status; `None` without a tone.
pub fn cell_tone(field: &Field, cell: &str) -> Option<&'static str> {
    match field.enumeration {
        Some(numbers) => numbers.tone(cell),
        None if field.name == "Status" => {
            STATUS_TONES.iter().find(|(status, _)| *status == cell).map(|(_, tone)| *tone)
        }
        None => None,
    }
}

/// Returns whether the cells of a column are Dutch words, which a page in English translates.
pub fn has_dutch_words(field: &Field) -> bool {
    DUTCH_WORD_COLUMNS.contains(&field.name)
}

/// Returns the label of an answer column, or else the words of its name. `name` is a path such as `Training.Id`.
pub fn column_label(name: &str, field: &Field, language: Language, brand: &Brand) -> String {
    let name_in_words = || split_into_words(&brand.branded_name(name).replace(['_', '.'], " "));
    // the operation's own label comes first, then a shared label, then the label in the data files
    if language != Language::Dutch {
        let own_label = Some(field.english_label).filter(|label| !label.is_empty()).map(str::to_owned);
        return own_label.or_else(|| find_text(ENGLISH_COLUMNS, name)).unwrap_or_else(name_in_words);
    }
    let data_file_label = || {
        let mut columns = FILES.iter().flat_map(|file| file.columns);
        columns.find(|column| column.name == name).map(|column| column.label(language))
    };
    let label = field.dutch.label(language).or_else(|| find_text(DUTCH_COLUMNS, name));
    label.or_else(data_file_label).unwrap_or_else(name_in_words)
}

fn find_text(table: &[(&str, &str)], name: &str) -> Option<String> {
    table.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
}

/// The English labels of names that are unclear or Dutch.
const ENGLISH_OPERATIONS: &[(&str, &str)] = &[
    ("GetAllBasicPersonInfo", "All persons"),
    ("GetAllLearningPortfolioContent", "Learning portfolios"),
    ("GetPaginatedLearningPortfolioContent", "Learning portfolios by page"),
    ("ConnectorError", "Report a connector error"),
    ("DataFile", "Rows of a table"),
    ("GetCatalog", "Catalogue"),
    ("GetHistoricAbsences", "Absences"),
    ("GetPersonByExternalId", "Person by employee number"),
    ("GetPersonByServiceId", "Person by id"),
];

const ENGLISH_PARAMETERS: &[(&str, &str)] = &[
    ("classId", "Class"),
    ("externalId", "Person"),
    ("identifier", "Person"),
    ("index", "Page number"),
    ("size", "Rows per page"),
    ("tillDate", "To date"),
    ("trainingId", "Training"),
    ("servicePersonId", "Person"),
    ("file", "Table"),
    ("includeContentNotInPortfolio", "Include trainings outside the portfolio"),
];

#[rustfmt::skip]
const ENGLISH_COLUMNS: &[(&str, &str)] = &[
    ("CatalogItem.Title", "Step"), ("CatSubject.Subject", "Category"), ("Data", "Sessions"), ("Dates", "Sessions"),
    ("ContractEndTime", "Not employed from"),
    ("TrainingThresholdIsMet", "Meets entry requirements"), ("Training.Name", "Training"),
    ("OpleidingsId", "Training id"), ("Opleiding", "Training"), ("Opleidingscode", "Training code"), ("Lichting", "Class"),
    ("Trede", "Step"), ("Contactmomenten", "Sessions"), ("Versie", "Version"), ("Startdatum", "Started"),
    ("Afronddatum", "Completed"), ("Verloopdatum", "Valid until"), ("Voornaam", "First name"), ("Achternaam", "Family name"),
    ("Personeelsnummer", "Employee number"), ("Locatie", "Division"), ("Divisie", "Topmost division"), ("Functie", "Function"),
    ("Leidinggevende", "Manager"), ("Kostenplaats", "Cost centre"), ("KostenPlaats", "Cost centre"), ("Kosten", "Costs"),
    ("Betaling", "Payment"), ("Uit_dienst", "Has left"), ("Uit dienst", "Has left"), ("Inschrijfdatum", "Enrolled"),
    ("Mutatiedatum", "Changed"), ("Annuleringsdatum", "Cancelled"), ("Geannuleerd_door", "Cancelled by"),
    ("Geannuleerd door", "Cancelled by"), ("Annuleringsreden", "Reason of cancellation"),
    ("Certificaat_behaald", "Certificate obtained"), ("Certificaat behaald", "Certificate obtained"), ("Verplicht", "Mandatory"),
    ("Medewerkertype", "Employee type"), ("Percentage_gereed", "Progress"), ("Percentage gereed", "Progress"),
    ("Adres", "Address"), ("agendaDatum", "Date"), ("agendaItem", "Training"), ("agendaHyperlink", "Link"),
    ("agendaTarget", "Target"), ("DimReasonId", "Reason for exemption (id)"), ("PersonNameInsertion", "Name prefix"),
    ("Insertion", "Name prefix"), ("ManagerInsertion", "Name prefix of manager"), ("ExternalId", "Employee number"),
    ("ExternalIdentifier", "Employee number"), ("externalIdentifier", "Employee number"),
    ("PersonExternalIdentifier", "Employee number"), ("ManagerExternalId", "Employee number of manager"),
    ("ManagerExternalIdentifier", "Employee number of manager"), ("ServiceId", "Id"), ("ManagerServiceId", "Manager id"),
    ("TrainingsInPortfolioForPersonInStepCount", "Number in portfolio (step)"),
    ("TrainingsFinishedForPersonInStepCount", "Number completed (step)"),
    ("TrainingsInPortfolioFinishedForPersonInStepCount", "Number in portfolio and completed (step)"),
    ("GroupClassTitle", "Class"), ("GroupClassLocations", "Locations"), ("GroupClassDates", "Dates of the class"), ("State", "Status"), ("Cancelled", "Class cancelled"),
    ("TrainingIsManuallyAdded", "Added by the person"), ("TrainingData", "Open classes"), ("TaskTitle", "Module"), ("IsDismissed", "Has left"),
    ("TrainingFinishedAt", "Completed"), ("LearningPortfolioStatus", "Status"), ("PersonFamilyName", "Family name"),
    ("PersonFirstName", "First name"), ("file", "Table"), ("more", "More rows follow"), ("FullName", "Name"),
];

/// The columns whose cells are Dutch words, as the contract requires.
const DUTCH_WORD_COLUMNS: &[&str] = &[
    "Status",
    "Uit_dienst",
    "Uit dienst",
    "Annuleringsreden",
    "Certificaat_behaald",
    "Certificaat behaald",
    "Verplicht",
    "Percentage gereed",
    "TrainingIsMandatory",
];

/// The Dutch words in cells, each with the English word.
const CELL_WORDS: &[(&str, &str)] = &[
    ("Ja", "yes"),
    ("Nee", "no"),
    ("N.v.t.", "not applicable"),
    ("Afgerond", "completed"),
    ("Verlopen", "expired"),
    ("In aanbod", "not placed yet"),
    ("Goedgekeurd", "approved"),
    ("Ingepland", "scheduled"),
    ("Gestart", "started"),
    ("Geannuleerd (te laat)", "cancelled (too late)"),
    ("Afgemeld", "signed off"),
];

/// The tones of the statuses of courses, as those of `STATES` and `STATUSES`.
const STATUS_TONES: &[(&str, &str)] = &[
    ("Afgerond", "good"),
    ("Verlopen", "wrong"),
    ("In aanbod", "note"),
    ("Goedgekeurd", "note"),
    ("Ingepland", "note"),
    ("Gestart", "note"),
    ("Geannuleerd (te laat)", "wrong"),
];

/// The Dutch labels of columns that several answers share and no data file has.
#[rustfmt::skip]
const DUTCH_COLUMNS: &[(&str, &str)] = &[
    ("Lichting", "Klas"), ("OpleidingsId", "Opleidings-ID"), ("Trede", "Stap"),
    ("Archived", "Gearchiveerd"), ("Cancelled", "Klas geannuleerd"), ("CatSubject", "Categorieën"),
    ("CatTrainingInfo", "Trainingen"), ("CatalogItem.Title", "Stap"), ("ClassName", "Klas"), ("Contactmomenten", "Bijeenkomsten"), ("Data", "Bijeenkomsten"),
    ("Dates", "Bijeenkomsten"), ("Division", "Divisie"), ("DivisionId", "Divisie-id"), ("Enrollments", "Inschrijvingen"),
    ("ExternalId", "Personeelsnummer"), ("Function", "Functie"), ("FunctionId", "Functie-id"),
    ("GroupClassDates", "Lesdatums"), ("GroupClassLocations", "Locaties"), ("GroupClassTitle", "Klas"), ("GroupId", "Groep-id"),
    ("InPortfolio", "In portfolio"), ("Index", "Pagina"), ("IsDismissed", "Uit dienst"), ("IsManager", "Is leidinggevende"),
    ("IsVisibleCalendar", "In kalender"), ("IsVisibleCatalog", "In catalogus"), ("Items", "Rijen"),
    ("LearningPortfolioStatus", "Status"), ("Location", "Locatie"), ("Location.Address", "Adres"), ("Location.Name", "Locatie"),
    ("ManagerExternalId", "Personeelsnummer leidinggevende"), ("ManagerFamilyName", "Achternaam leidinggevende"),
    ("ManagerFirstName", "Voornaam leidinggevende"), ("ManagerId", "Leidinggevende-id"),
    ("ManagerInsertion", "Tussenvoegsel leidinggevende"), ("ManagerServiceId", "Systeemnummer leidinggevende"),
    ("MaximumEnrollments", "Maximum"), ("MaximumWaitingListEnrollments", "Plaatsen op wachtlijst"),
    ("MinimumEnrollments", "Minimum"), ("PersonFamilyName", "Achternaam"), ("PersonFirstName", "Voornaam"),
    ("PersonNameInsertion", "Tussenvoegsel"), ("ServiceId", "Systeemnummer"), ("Size", "Rijen per pagina"), ("Sources", "Herkomst"),
    ("State", "Status"), ("StepIntroduction", "Inleiding van de stap"), ("StepOrder", "Volgorde van de stap"),
    ("CatSubject.Subject", "Categorie"), ("TaskId", "Onderdeel-id"), ("TaskTitle", "Onderdeel"), ("TotalItems", "Rijen in totaal"),
    ("TotalPages", "Pagina's"), ("Training.Id", "Training-id"), ("Training.Name", "Training"), ("Training.Type", "Soort"),
    ("TrainingData", "Open klassen"), ("TrainingFinishedAt", "Afgerond"), ("TrainingImageName", "Beschrijving van afbeelding"),
    ("TrainingIsMandatory", "Verplicht"), ("TrainingIsManuallyAdded", "Zelf toegevoegd"), ("TrainingStartedAt", "Begonnen"), ("TrainingCode", "Trainingscode"),
    ("TrainingThresholdIsMet", "Voldoet aan instapeisen"), ("TrainingTitle", "Training"), ("TrainingType", "Soort"),
    ("TrainingValidUntil", "Geldig tot"), ("TrainingsFinishedForPersonInStepCount", "Aantal afgerond (stap)"),
    ("TrainingsInPortfolioFinishedForPersonInStepCount", "Aantal afgerond in portfolio (stap)"),
    ("TrainingsInPortfolioForPersonInStepCount", "Aantal in portfolio (stap)"), ("VisibleExternally", "Voor externen"),
    ("WaitingListEnrollments", "Wachtlijst"), ("agendaDatum", "Datum"), ("agendaHyperlink", "Link"),
    ("agendaItem", "Training"), ("agendaTarget", "Doel"), ("classID", "Klas-id"), ("ClassId", "Klas-id"),
    ("costs", "Kosten"), ("externalIdentifier", "Personeelsnummer"), ("id", "Id"), ("type", "Soort"),
    ("DimReasonId", "Reden van vrijstelling (id)"), ("KostenPlaats", "Kostenplaats"),
    ("ManagerExternalIdentifier", "Personeelsnummer leidinggevende"), ("PersonExternalIdentifier", "Personeelsnummer"),
];

#[cfg(test)]
mod tests {
    use crate::model::brand::Brand;
    use crate::model::language::Language;
    use crate::operation::grantable;
    use crate::operation::response_schema::Field;

    #[test]
    fn every_report_has_dutch_texts() {
        for operation in grantable().filter(|operation| operation.is_read()) {
            assert!(operation.dutch.is_complete(), "{}", operation.name);
            for parameter in operation.request {
                assert!(parameter.dutch.is_complete(), "{} {}", operation.name, parameter.name);
            }
            for field in all_fields(operation.contents.fields()) {
                let [english, dutch] = Language::ALL.map(|language| field.meaning(language));
                assert_ne!(english, dutch, "{} {}", operation.name, field.name);
                for language in Language::ALL {
                    let label = super::column_label(field.name, field, language, &Brand::default());
                    assert!(label.len() < 60 && !label.contains(". "), "a sentence: {label}");
                }
            }
        }
    }

    fn all_fields(fields: &'static [Field]) -> Vec<&'static Field> {
        fields.iter().flat_map(|field| [vec![field], all_fields(field.nested_fields())].concat()).collect()
    }

    #[test]
    fn every_dutch_sentence_is_used() {
        let reads = grantable().filter(|operation| operation.is_read());
        let fields: Vec<_> = reads.flat_map(|operation| all_fields(operation.contents.fields())).collect();
        for (english, _) in super::dutch::SENTENCES {
            let has_sentence = |field: &&Field| field.meaning(Language::English).starts_with(english);
            assert!(fields.iter().any(has_sentence), "{english}");
        }
    }
}
