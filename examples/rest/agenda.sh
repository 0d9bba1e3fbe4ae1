#!/bin/sh
# An employee's agenda, for a shell or a cron job: JSON by curl, lines of it by jq, and what to make of a refusal.
#   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/rest/agenda.sh [IDENTIFIER]
set -eu
: "${LMS_URL:?}" "${LMS_USER:?}" "${LMS_PASSWORD:?}"

# Name and password go in by standard input, so that no list of processes shows them.
login=$(printf %s "$LMS_USER:$LMS_PASSWORD" | sed 's/[\\"]/\\&/g')
identifier=$(jq -nr --arg text "${1:-001201}" '$text | @uri') # a / in it becomes %2F

if answer=$(
    printf 'user = "%s"' "$login" |
        curl --silent --show-error --fail-with-body --config - \
            "$LMS_URL/api/v1/persons/by-external-id/$identifier/agenda"
); then
    printf %s "$answer" | jq -r '.[] | "\(.agendaDatum): \(.agendaItem)\(if .Cancelled then ", cancelled" else "" end)"'
else
    printf %s "$answer" | jq -r .detail >&2
    exit 1
fi
