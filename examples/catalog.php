<?php
// For a website: prints the catalog as HTML with upcoming classes and available places. Uses SoapClient.
//   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… php examples/catalog.php
// Debian: apt-get install php-cli php-soap

$service = new SoapClient(getenv('LMS_URL') . '/service/apiservice.asmx?WSDL', [
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS, // otherwise a list with one item is no array
]);
try {
    $result = $service->GetCatalog([
        'username' => getenv('LMS_USER'),
        'password' => getenv('LMS_PASSWORD'),
    ])->GetCatalogResult;
    $result->Success || throw new RuntimeException($result->Error);
} catch (SoapFault | RuntimeException $failure) {
    fwrite(STDERR, $failure->getMessage() . "\n");
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

foreach ($result->Contents->CatalogItem ?? [] as $step) {
    echo '<h2>', htmlspecialchars($step->Title), "</h2>\n";
    foreach ($step->CatSubject->CatSubject as $subject) {
        echo '<h3>', htmlspecialchars($subject->Subject), "</h3>\n";
        foreach ($subject->CatTrainingInfo->CatTrainingInfo as $training) {
            $costs = (float) $training->costs > 0 ? " (€ $training->costs)" : '';
            echo '<h4>', htmlspecialchars($training->Title), "$costs</h4>\n";
            echo "$training->Description\n"; // trusted HTML from the organisation's administrators
            foreach ($training->TrainingData->CatTrainingData ?? [] as $class) {
                $line = "$class->Date $class->Time, $class->Location: $class->ClassName, " . describePlaces($class);
                echo '<p>', htmlspecialchars($line), "</p>\n";
            }
        }
    }
}
