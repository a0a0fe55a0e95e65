// node printFeeds.ts: what monitoring and audits have found, customer by customer.
import { createClient } from "reseller-website-monitoring-client";

const { API = "http://localhost:3000", KEY = "" } = process.env;
const api = createClient({ baseUrl: API, apiKey: KEY });

for await (const user of api.items("/v1/users")) {
  console.log(`${user.first_name} ${user.last_name} <${user.email}>`);
  const businesses = { params: { query: { userUuid: user.uuid } } };
  for await (const business of api.items("/v1/businesses", businesses)) {
    const websites = { params: { query: { businessUuid: business.uuid } } };
    for await (const website of api.items("/v1/websites", websites)) {
      console.log(`  ${business.name}: ${website.hostname}`);
      const query = { businessUuid: business.uuid, websiteUuid: website.uuid };
      for await (const item of api.items("/v1/feed-items", { params: { query } })) {
        console.log(`    ${item.created_at} ${item.status} ${item.type}`);
        console.log(`      ${JSON.stringify(item.data)}`);
      }
    }
  }
}
