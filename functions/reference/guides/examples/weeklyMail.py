"""python3 weeklyMail.py: a mail to each customer about the last seven days, in the customer's language."""

import os

from resellerApi import connect

api = connect()
zone = os.environ.get("ZONE", "Europe/London")

# One request for a hundred users.
for user in api.items("/v1/users", per_page="100"):
    print(f"To: {user['email']}")
    # And one for each user's websites.
    path = f"/v1/users/{user['uuid']}/digest"
    for site in api.items(path, timezone=zone, per_page="100"):
        period, findings = site["period"], site["findings"]
        up = f"{site['uptime_percentage']} % up"
        # A percentage of less than a day says little.
        if site["observed_seconds"] < 86_400:
            up = f"{site['down_seconds']} seconds down" if site["observed_seconds"] else "not checked"
        print(f"  {site['hostname']} from {period['from']} to {period['to']}: {up}")
        for downtime in site["downtimes"]:
            print(f"    Down from {downtime['began_at']} to {downtime['ended_at'] or 'now'}")
        opened = findings["opened"]
        print(f"    {opened['error'] + opened['warning']} new problems")
        # A website may have hundreds of the same kind: the first of each is told.
        kinds = {}
        for finding in findings["items"]:
            kinds.setdefault(finding["code"], finding)
        for finding in list(kinds.values())[:3]:
            end = f". {finding['what_to_do']}" if finding["status"] == "open" else ": solved"
            print(f"    - {finding['title']}{end}")
