"""python3 printFeeds.py: what monitoring and audits have found, customer by customer."""

import json

from resellerApi import connect

api = connect()

for user in api.items("/v1/users"):
    print(f"{user['first_name']} {user['last_name']} <{user['email']}>")
    for business in api.items("/v1/businesses", userUuid=user["uuid"]):
        for website in api.items("/v1/websites", businessUuid=business["uuid"]):
            print(f"  {business['name']}: {website['hostname']}")
            for item in api.items(
                "/v1/feed-items", businessUuid=business["uuid"], websiteUuid=website["uuid"]
            ):
                print(f"    {item['created_at']} {item['status']} {item['type']}")
                data = json.dumps(item["data"], separators=(",", ":"), ensure_ascii=False)
                print(f"      {data}")
