#!/usr/bin/env bash
# A service with example persons in a folder of its own, and how to call it. Stop it with Ctrl-C.
#   examples/first-look.sh [PORT]
set -euo pipefail
cd "$(dirname "$0")/.."
port=${1:-8080}

cargo build --release --quiet
lms=target/release/lms-appliance
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LMS_DB=$folder/lms.sqlite

mkdir "$folder/persons"
cp seed/{account_levels,divisions,functions,persons}.csv "$folder/persons"
$lms import "$folder/persons"
password=$($lms credential add hr --grant provisioning | tail -n 1)

cat <<TEXT

The service answers at http://127.0.0.1:$port/service/apiservice.asmx; open it in a browser to see its operations.
In another terminal, ask for everyone, or for one person:

  curl http://127.0.0.1:$port/service/apiservice.asmx/GetAllBasicPersonInfo -d 'username=hr&password=$password'
  curl http://127.0.0.1:$port/service/apiservice.asmx/GetPersonByExternalId -d 'username=hr&password=$password&externalId=000101'

TEXT
$lms serve --listen "127.0.0.1:$port"
