<?php
// For a website: the catalog as HTML, with the classes to come and the places that are free, by PHP without an extension.
//   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… php examples/rest/catalog.php

$login = base64_encode(getenv('LMS_USER') . ':' . getenv('LMS_PASSWORD'));
$answer = file_get_contents(getenv('LMS_URL') . '/api/v1/catalog', context: stream_context_create(['http' => [
    'header' => "Authorization: Basic $login",
    'ignore_errors' => true, // a refusal has a body that says why
]]));
$catalog = json_decode((string) $answer);
if (!is_array($catalog)) {
    fwrite(STDERR, ($catalog->detail ?? 'No answer') . "\n");
    exit(1);
}

/** What a visitor reads about the places of a class; no number means that there is no maximum. */
function places(object $class): string
{
    return match (true) {
        $class->AvailablePlaces === null => 'no limit',
        $class->AvailablePlaces > 0 => "$class->AvailablePlaces free",
        $class->HasWaitingList => 'full, waiting list',
        default => 'full',
    };
}

foreach ($catalog as $step) {
    echo '<h2>', htmlspecialchars($step->Title), "</h2>\n";
    foreach ($step->CatSubject as $subject) {
        echo '<h3>', htmlspecialchars($subject->Subject), "</h3>\n";
        foreach ($subject->CatTrainingInfo as $training) {
            $costs = $training->costs > 0 ? sprintf(' (€ %.2F)', $training->costs) : '';
            echo '<h4>', htmlspecialchars($training->Title), "$costs</h4>\n";
            echo "$training->Description\n"; // HTML, written by the organisation's own administrators
            foreach ($training->TrainingData as $class) {
                $line = "$class->Date $class->Time, $class->Location: $class->ClassName, " . places($class);
                echo '<p>', htmlspecialchars($line), "</p>\n";
            }
        }
    }
}
