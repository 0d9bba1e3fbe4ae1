<?php
// Serves the portfolio with PHP's SoapServer and the service's WSDL: `php -S 127.0.0.1:PORT portfolio.php`.
ini_set('memory_limit', '-1');

class Portfolio
{
    public function GetAllLearningPortfolioContent($parameters)
    {
        $table = new PDO('sqlite:' . getenv('PORTFOLIO'));
        $rows = $table->query('SELECT * FROM portfolio')->fetchAll(PDO::FETCH_OBJ);
        $answer = ['Success' => true, 'Contents' => ['LearningPortfolioContentCached' => $rows], 'Error' => ''];
        return ['GetAllLearningPortfolioContentResult' => $answer];
    }
}

$server = new SoapServer(getenv('WSDL'), ['soap_version' => SOAP_1_2]);
$server->setClass('Portfolio');
$server->handle();
