//! Flags and their environment (contract, section 9).

use crate::support::Site;

const DIVISIONS: &str = "Name\nNoord\n";

// "Every flag also from the environment": one without a value says yes or no there, in the usual words
#[test]
fn a_flag_without_a_value_takes_the_usual_words_from_the_environment() {
    for (word, dry) in [
        ("1", true),
        ("true", true),
        ("yes", true),
        ("on", true),
        ("0", false),
        ("false", false),
        ("no", false),
    ] {
        let site = Site::new();
        std::fs::create_dir(site.path().join("data")).expect("a folder");
        std::fs::write(site.path().join("data/divisions.csv"), DIVISIONS).expect("a file");
        let output = site.lms_in(("LMS_DRY_RUN", word), &["import", "data"]).ok();
        assert!(output.stdout.contains("created 1"), "{output:?}");
        let there = site.exported("divisions.csv").contains("Noord");
        assert_eq!(there, !dry, "{word}");
    }
    let site = Site::new();
    let refused = site.lms_in(("LMS_DRY_RUN", "perhaps"), &["import", "data"]);
    assert_eq!(refused.status, 2, "{refused:?}");
}
