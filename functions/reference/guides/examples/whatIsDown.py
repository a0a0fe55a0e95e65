"""python3 whatIsDown.py: what is down, since when and why, and what it has cost within 30 days."""

from resellerApi import connect

api = connect()

# One request for a hundred websites.
for website in api.items("/v1/account/websites", state="down", per_page="100"):
    downtime = website["downtime"] or {"began_at": "an unknown time", "cause": None}
    cause = downtime["cause"] or "unknown"
    print(f"{website['hostname']} since {downtime['began_at']}: {cause}")
    # And one for what it cost.
    answer = api.get(f"/v1/websites/{website['uuid']}/uptime")
    answer.raise_for_status()
    uptime = answer.json()["data"]
    minutes = round(sum(day["down_seconds"] for day in uptime["days"]) / 60)
    print(f"  {minutes} minutes down, {uptime['uptime_percentage']} % up")
