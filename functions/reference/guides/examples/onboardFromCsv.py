"""python3 onboardFromCsv.py customers.csv: onboards the customer of each row. You can run it again:
customers who are already onboarded are left alone."""

import csv
import hashlib
import io
import json
import re
import sys

import requests
from resellerApi import connect

USER = ["email", "first_name", "last_name", "language_preference"]
BUSINESS = [
    "business_name",
    "hostname",
    "address_line_1",
    "address_line_2",
    "address_line_3",
    "city",
    "county",
    "postcode",
    "phone_number",
    "country_code",
]


def trim_end(fields):
    """Spreadsheets leave out empty fields at the end of a row, or add some."""
    while fields and not fields[-1]:
        fields = fields[:-1]
    return fields


def unguard(field):
    """Leaves out the apostrophe by which a spreadsheet takes `=1+1` or `+44` for a text."""
    return re.sub(r"^'(?=[=+\-@\t'])", "", field)


def read_rows(text):
    """The names in the first row, and the rows with the line on which each ends."""
    # Excel names the separator in a line of its own.
    hint = re.match(r'"?sep=[^\n]*\n', text)
    content = text[hint.end() :] if hint else text
    first = content.split("\n", 1)[0]
    delimiter = max([",", ";", "\t"], key=first.count)
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter, skipinitialspace=True)
    rows = [(reader.line_num + bool(hint), trim_end(fields)) for fields in reader if any(fields)]
    names = [name.strip() for name in rows[0][1]] if rows else []
    return names, rows[1:]


api = connect()
onboarded = known = failed = 0

# Leaves out Excel's byte order mark.
with open(sys.argv[1], newline="", encoding="utf-8-sig") as file:
    names, rows = read_rows(file.read())

for number, (line, fields) in enumerate(rows, start=1):
    if len(fields) > len(names):
        failed += 1
        print(f"Line {line}: {len(fields)} fields, {len(names)} columns")
        continue
    row = dict(zip(names, map(unguard, fields)))
    body = {name: row.get(name, "") for name in USER}
    body["business"] = {name: row.get(name, "") for name in BUSINESS}
    # The same row has the same key: within 24 hours, the service answers as it did before and does nothing.
    # The session repeats a failed request, and waits as long as retry-after says.
    key = hashlib.sha256(json.dumps(body).encode()).hexdigest()
    try:
        answer = api.post("/v1/onboarding", json=body, headers={"idempotency-key": key})
    except requests.RequestException:
        failed += 1
        print(f"Line {line}: The connection failed, run it again")
        continue
    errors = answer.json().get("errors", {})
    if answer.ok:
        onboarded += 1
    elif "unique" in errors.get("email", {}):
        known += 1
    else:
        failed += 1
        for field, rules in errors.items():
            for rule, text in rules.items():
                print(f"Line {line}: {field.replace('business.', '')}: {text} ({rule})")
        if not errors:
            print(f"Line {line}: {answer.json()['message']}, run it again")
    if number % 100 == 0:
        print(f"{number} of {len(rows)} rows")
    # Every other row would fail as well.
    if answer.status_code == 401:
        break

print(f"{onboarded} onboarded, {known} known already, {failed} failed")
sys.exit(1 if failed else 0)
