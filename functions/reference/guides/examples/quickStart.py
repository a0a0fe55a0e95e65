from resellerApi import connect

api = connect()

# A user with a first business and its website, in one call.
answer = api.post(
    "/v1/onboarding",
    json={
        "email": "grace@example.com",
        "first_name": "Grace",
        "last_name": "Hopper",
        "language_preference": "en-GB",
        "business": {
            "business_name": "Example Bakery",
            "hostname": "https://bakery.example.com",
            "address_line_1": "1 Mill Street",
            "city": "London",
            "phone_number": "+442071838750",
            "country_code": "GB",
        },
    },
)
if answer.ok:
    print("Onboarded", answer.json()["data"]["user"]["email"])
elif answer.status_code == 422:
    errors = answer.json()["errors"].values()
    print("Not onboarded:", "; ".join(text for rules in errors for text in rules.values()))
else:
    print("Not onboarded:", answer.json()["message"])

# What your account has.
answer = api.get("/v1/users")
answer.raise_for_status()
print("Users:", answer.json()["meta"]["total"])
