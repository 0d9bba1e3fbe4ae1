#!/bin/sh
# For a shell or a cron job: prints the agenda of an employee, or the error. Needs curl and jq.
#   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/rest/agenda.sh [IDENTIFIER]
set -eu
: "${LMS_URL:?}" "${LMS_USER:?}" "${LMS_PASSWORD:?}"

# standard input keeps name and password out of process lists
login=$(printf %s "$LMS_USER:$LMS_PASSWORD" | sed 's/[\\"]/\\&/g')
identifier=$(jq -nr --arg text "${1:-001201}" '$text | @uri') # / becomes %2F

if response=$(
    printf 'user = "%s"' "$login" |
        curl --silent --show-error --fail-with-body --config - \
            "$LMS_URL/api/v1/persons/by-external-id/$identifier/agenda"
); then
    printf %s "$response" | jq -r '.[] | "\(.agendaDatum): \(.agendaItem)\(if .Cancelled then ", cancelled" else "" end)"'
else
    printf %s "$response" | jq -r .detail >&2
    exit 1
fi
