#!/bin/sh
# For a shell or a cron job: prints the agenda of an employee, or the error. Uses a form.
#   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/agenda.sh [IDENTIFIER]
set -eu
: "${LMS_URL:?}" "${LMS_USER:?}" "${LMS_PASSWORD:?}"

# standard input keeps the password out of process lists; values are encoded
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
