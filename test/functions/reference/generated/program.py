"""The 22 operations of the specification, by the client that OpenAPI Generator makes."""

import os
import uuid

import openapi_client as api

configuration = api.Configuration(host=os.environ["API"], api_key={"apiKey": os.environ["KEY"]})
client = api.ApiClient(configuration)
ours = uuid.uuid4().hex[:12]
steps = 0


def done(name, is_right=True):
    global steps
    assert is_right, name
    steps += 1
    print(steps, name)


businesses, websites = api.BusinessesApi(client), api.WebsitesApi(client)
competitors, webhooks = api.CompetitorsApi(client), api.WebhooksApi(client)

done("list plans", len(api.PlansApi(client).list_plans().data) == 1)
body = api.OnboardInput(
    email=f"{ours}@example.com",
    first_name="Ada",
    last_name="Lovelace",
    language_preference="en-GB",
    business=api.OnboardInputBusiness(
        business_name="Analytical Engines",
        hostname="engines.example.com",
        address_line_1="1 Mill Street",
        city="Leeds",
        phone_number="+441132223344",
        country_code="GB",
    ),
)
user = api.OnboardingApi(client).onboard(body).data.user
done("onboard", user.first_name == "Ada")
users = api.UsersApi(client).list_users(email=f"{ours}@example.com")
done("list users", users.data[0].uuid == user.uuid and users.meta.total == 1)
listed = businesses.list_businesses(user.uuid).data
done("list businesses", len(listed) == 1)
business = businesses.fetch_business(listed[0].uuid).data
done("fetch business", business.name == "Analytical Engines")
body = api.CreateBusinessInput(name="Second", industry="Engines", products=["loom"])
second = businesses.create_business(user.uuid, body)
done("create business", second.success and second.data.name == "Second")
body = api.UpdateBusinessInput(name="Renamed")
done("update business", businesses.update_business(second.data.uuid, body).data.name == "Renamed")
listed = websites.list_websites(business.uuid).data
done("list websites", len(listed) == 1)
done("fetch website", websites.fetch_website(listed[0].uuid).data.is_hostname_up)
website = websites.create_website(second.data.uuid, api.CreateWebsiteInput(hostname="a.example.com"))
done("create website", website.data.hostname == "a.example.com")
body = api.UpdateWebsiteInput(hostname="b.example.com")
changed = websites.update_website(website.data.uuid, body)
done("update website", changed.data.hostname == "b.example.com")
body = api.CreateCompetitorInput(hostname="rival.example.com")
competitor = competitors.create_competitor(business.uuid, body).data
done("create competitor", competitor.name == "rival.example.com")
done("list competitors", competitors.list_competitors(business.uuid).meta.total == 1)
done("fetch competitor", competitors.fetch_competitor(competitor.uuid).data.industry == "")
body = api.UpdateCompetitorInput(city="Leeds")
changed = competitors.update_competitor(competitor.uuid, body)
done("update competitor", changed.data.city == "Leeds")
feed = api.FeedItemsApi(client).list_feed_items(os.environ["BUSINESS"], os.environ["WEBSITE"])
done("list feed items", len(feed.data) > 0 and feed.data[0].actual_instance.created_at.year > 2020)
webhook = webhooks.create_webhook(api.CreateWebhookInput(endpoint="https://hooks.example.com/in"))
done("create webhook", webhook.data.endpoint == "https://hooks.example.com/in")
done("list webhooks", webhook.data.uuid in [each.uuid for each in webhooks.list_webhooks().data])
done("delete webhook", webhooks.delete_webhook(webhook.data.uuid).success)
done("delete competitor", competitors.delete_competitor(competitor.uuid).success)
done("delete website", websites.delete_website(website.data.uuid).success)
done("delete business", businesses.delete_business(second.data.uuid).success)
