"""python3 onboardFromCsv.py customers.csv: onboards the customer of each row. You can run it again: the
e-mail address identifies customers who are already onboarded, and they are left alone."""

import csv
import sys

import requests
from resellerApi import connect

USER = ["email", "first_name", "last_name", "language_preference"]
BUSINESS = [
    "business_name",
    "hostname",
    "address_line_1",
    "address_line_2",
    "city",
    "county",
    "postcode",
    "phone_number",
    "country_code",
]

api = connect()
onboarded = known = failed = 0

with open(sys.argv[1], newline="", encoding="utf-8-sig") as file:
    # Numbered as in a spreadsheet: row 1 has the names of the columns.
    for number, row in enumerate(csv.DictReader(file), start=2):
        body = {name: row[name] for name in USER}
        body["business"] = {name: row[name] for name in BUSINESS}
        try:
            answer = api.post("/v1/onboarding", json=body)
        except requests.RequestException:
            failed += 1
            print(f"Row {number}: The connection failed, run it again")
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
                    print(f"Row {number}: {field.replace('business.', '')}: {text} ({rule})")
            if not errors:
                print(f"Row {number}: {answer.json()['message']}, run it again")
        # Every other row would fail as well.
        if answer.status_code == 401:
            break

print(f"{onboarded} onboarded, {known} known already, {failed} failed")
sys.exit(1 if failed else 0)
