# For HR: ends a person's contract; an end in the past dismisses the person. Needs PowerShell 5.1 or later, no modules.
#   $env:LMS_URL = 'http://127.0.0.1:8080'; $env:LMS_USER = 'demo'; $env:LMS_PASSWORD = 'PASSWORD'
#   ./dismiss.ps1 -ExternalIdentifier '001207' -EndsAt 2026-02-28
param(
    [Parameter(Mandatory)] [string] $ExternalIdentifier,
    [Parameter(Mandatory)] [datetime] $EndsAt
)
$ErrorActionPreference = 'Stop'
$persons = "$env:LMS_URL/api/v1/persons"
$login = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes("${env:LMS_USER}:$env:LMS_PASSWORD"))
$headers = @{ Authorization = "Basic $login" } # PowerShell 5.1 lacks -Authentication

try {
    $person = Invoke-RestMethod "$persons/by-external-id/$([uri]::EscapeDataString($ExternalIdentifier))" -Headers $headers
    $change = @{ ContractEndTime = $EndsAt.ToString('s') } | ConvertTo-Json
    $null = Invoke-RestMethod "$persons/$($person.Id)" -Method Patch -Headers $headers -ContentType 'application/json' -Body $change
}
catch {
    # without details there was no response: the exception contains the reason
    if (-not $_.ErrorDetails) { throw }
    throw ($_.ErrorDetails.Message | ConvertFrom-Json).detail
}
"$($person.ExternalIdentifier) $($person.FirstName) $($person.FamilyName): contract ends $($EndsAt.ToString('s'))"
