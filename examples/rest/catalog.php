<?php
// For a website: prints the catalog as HTML with upcoming classes and available places. Needs no extension of PHP.
//   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… php examples/rest/catalog.php

$login = base64_encode(getenv('LMS_USER') . ':' . getenv('LMS_PASSWORD'));
$answer = file_get_contents(getenv('LMS_URL') . '/api/v1/catalog', context: stream_context_create(['http' => [
    'header' => "Authorization: Basic $login",
    'ignore_errors' => true, // return the body of an error
]]));
$catalog = json_decode((string) $answer);
if (!is_array($catalog)) {
    fwrite(STDERR, ($catalog->detail ?? 'No response') . "\n");
    exit(1);
}

/** Describes the available places of a class; null means no maximum. */
function describePlaces(object $class): string
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
            echo "$training->Description\n"; // trusted HTML from the organisation's administrators
            foreach ($training->TrainingData as $class) {
                $line = "$class->Date $class->Time, $class->Location: $class->ClassName, " . describePlaces($class);
                echo '<p>', htmlspecialchars($line), "</p>\n";
            }
        }
    }
}
