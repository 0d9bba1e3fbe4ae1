# For HR: ends a person's contract; an end in the past dismisses the person. Needs PowerShell 5.1 or later, no modules.
#   $env:LMS_URL = 'http://127.0.0.1:8080'; $env:LMS_USER = 'demo'; $env:LMS_PASSWORD = 'PASSWORD'
#   ./dismiss.ps1 -ExternalIdentifier '001207' -EndsAt 2026-02-28
param(
    [Parameter(Mandatory)] [string] $ExternalIdentifier,
    [Parameter(Mandatory)] [datetime] $EndsAt
)
$ErrorActionPreference = 'Stop'
$address = "$env:LMS_URL/service/apiservice.asmx"

# a form suffices for plain parameters
$found = (Invoke-RestMethod "$address/GetPersonByExternalId" -Method Post -Body @{
    username = $env:LMS_USER
    password = $env:LMS_PASSWORD
    externalId = $ExternalIdentifier
}).ApiResponseOfPerson
if ($found.Success -ne 'true') { throw $found.Error }
$person = $found.Contents

# an object needs SOAP; every PowerShell parses the text/xml of SOAP 1.1
function Escape([string] $text) { [Security.SecurityElement]::Escape($text) }
$envelope = @"
<?xml version="1.0" encoding="utf-8"?>
<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body>
  <UpdatePerson xmlns="http://tempuri.org/">
    <username>$(Escape $env:LMS_USER)</username>
    <password>$(Escape $env:LMS_PASSWORD)</password>
    <servicePersonId>$($person.Id)</servicePersonId>
    <personUpdate><ContractEndTime>$($EndsAt.ToString('s'))</ContractEndTime></personUpdate>
  </UpdatePerson>
</Body></Envelope>
"@
$request = @{
    Uri = $address
    Method = 'Post'
    ContentType = 'text/xml; charset=utf-8'
    Headers = @{ SOAPAction = '"http://tempuri.org/UpdatePerson"' }
    Body = [Text.Encoding]::UTF8.GetBytes($envelope) # PowerShell 5.1 would encode a string as Latin-1
}
$result = (Invoke-RestMethod @request).Envelope.Body.UpdatePersonResponse.UpdatePersonResult
if ($result.Success -ne 'true') { throw $result.Error }
"$($person.ExternalIdentifier) $($person.FirstName) $($person.FamilyName): contract ends $($EndsAt.ToString('s'))"
