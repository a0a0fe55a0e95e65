from resellerApi import connect

api = connect()

# Page by page.
path, query = "/v1/users", {"per_page": 100}
while path:
    answer = api.get(path, params=query)
    answer.raise_for_status()
    meta = answer.json()["meta"]
    print(f"Page {meta['current_page']} of {meta['last_page']}")
    for user in answer.json()["data"]:
        print(f"  {user['email']}")
    path, query = meta["next_page_url"], {}

# Or record by record, over all pages.
for plan in api.items("/v1/plans"):
    print("Plan", plan["name"])
