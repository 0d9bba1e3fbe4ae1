#!/bin/sh
# An employee's agenda, for a shell or a cron job: a form-encoded call, and what to make of a refusal.
#   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/agenda.sh [IDENTIFIER]
set -eu
: "${LMS_URL:?}" "${LMS_USER:?}" "${LMS_PASSWORD:?}"

# The password goes in by standard input, so that no list of processes shows it; all are encoded, a & or + included.
answer=$(
    printf %s "$LMS_PASSWORD" |
        curl --silent --show-error "$LMS_URL/service/apiservice.asmx/GetPersonAgenda" \
            --data-urlencode "username=$LMS_USER" --data-urlencode password@- \
            --data-urlencode "identifier=${1:-001201}"
)

case $answer in
*'<Succes>true</Succes>'*) printf '%s\n' "$answer" | sed 's|><|>\n<|g' ;;
*) printf '%s\n' "$answer" | sed 's|.*<Error>\(.*\)</Error>.*|\1|' >&2 && exit 1 ;;
esac
