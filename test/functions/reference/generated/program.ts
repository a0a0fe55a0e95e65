// The 22 operations of the specification, by the client that OpenAPI Generator makes (typescript-fetch).
// @ts-nocheck: the client is beside it only while the test runs.
import assert from "node:assert";
import * as api from "./index";

const { API, KEY, BUSINESS, WEBSITE } = process.env;
const client = new api.Configuration({ basePath: API, apiKey: KEY });
const ours = crypto.randomUUID().slice(0, 12);
let steps = 0;

function done(name, isRight = true) {
  assert(isRight, name);
  steps += 1;
  console.log(steps, name);
}

const businesses = new api.BusinessesApi(client);
const websites = new api.WebsitesApi(client);
const competitors = new api.CompetitorsApi(client);
const webhooks = new api.WebhooksApi(client);

done("list plans", (await new api.PlansApi(client).listPlans()).data.length === 1);
const onboardInput = {
  email: `${ours}@example.com`,
  firstName: "Ada",
  lastName: "Lovelace",
  languagePreference: "en-GB",
  business: {
    businessName: "Analytical Engines",
    hostname: "engines.example.com",
    addressLine1: "1 Mill Street",
    city: "Leeds",
    phoneNumber: "+441132223344",
    countryCode: "GB",
  },
};
const { user } = (await new api.OnboardingApi(client).onboard({ onboardInput })).data;
done("onboard", user.firstName === "Ada");
const users = await new api.UsersApi(client).listUsers({ email: onboardInput.email });
done("list users", users.data[0].uuid === user.uuid && users.meta.total === 1);
const [first] = (await businesses.listBusinesses({ userUuid: user.uuid })).data;
done("list businesses", first !== undefined);
const business = (await businesses.fetchBusiness({ businessUuid: first.uuid })).data;
done("fetch business", business.name === "Analytical Engines");
const createBusinessInput = { name: "Second", industry: "Engines", products: ["loom"] };
const second = await businesses.createBusiness({ userUuid: user.uuid, createBusinessInput });
done("create business", second.success && second.data.name === "Second");
const ofSecond = { businessUuid: second.data.uuid };
const renamed = await businesses.updateBusiness({
  ...ofSecond,
  updateBusinessInput: { name: "Renamed" },
});
done("update business", renamed.data.name === "Renamed");
const ofBusiness = { businessUuid: business.uuid };
const [listed] = (await websites.listWebsites(ofBusiness)).data;
done("list websites", listed !== undefined);
const fetched = await websites.fetchWebsite({ websiteUuid: listed.uuid });
done("fetch website", fetched.data.isHostnameUp);
const website = await websites.createWebsite({
  ...ofSecond,
  createWebsiteInput: { hostname: "a.example.com" },
});
done("create website", website.data.hostname === "a.example.com");
const ofWebsite = { websiteUuid: website.data.uuid };
const moved = await websites.updateWebsite({
  ...ofWebsite,
  updateWebsiteInput: { hostname: "b.example.com" },
});
done("update website", moved.data.hostname === "b.example.com");
const competitor = await competitors.createCompetitor({
  ...ofBusiness,
  createCompetitorInput: { hostname: "rival.example.com" },
});
done("create competitor", competitor.data.name === "rival.example.com");
const ofCompetitor = { competitorUuid: competitor.data.uuid };
done("list competitors", (await competitors.listCompetitors(ofBusiness)).meta.total === 1);
done("fetch competitor", (await competitors.fetchCompetitor(ofCompetitor)).data.industry === "");
const updated = await competitors.updateCompetitor({
  ...ofCompetitor,
  updateCompetitorInput: { city: "Leeds" },
});
done("update competitor", updated.data.city === "Leeds");
const items = new api.FeedItemsApi(client);
const feed = await items.listFeedItems({ businessUuid: BUSINESS, websiteUuid: WEBSITE });
done("list feed items", feed.data[0].createdAt.getFullYear() > 2020);
const endpoint = "https://hooks.example.com/in";
const webhook = await webhooks.createWebhook({ createWebhookInput: { endpoint } });
done("create webhook", webhook.data.endpoint === endpoint);
const { data } = await webhooks.listWebhooks();
done(
  "list webhooks",
  data.some(({ uuid }) => uuid === webhook.data.uuid),
);
const ofWebhook = { webhookUuid: webhook.data.uuid };
done("delete webhook", (await webhooks.deleteWebhook(ofWebhook)).success);
done("delete competitor", (await competitors.deleteCompetitor(ofCompetitor)).success);
done("delete website", (await websites.deleteWebsite(ofWebsite)).success);
done("delete business", (await businesses.deleteBusiness(ofSecond)).success);
