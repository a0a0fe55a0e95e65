import { createClient } from "reseller-website-monitoring-client";

const { API = "http://localhost:3000", KEY = "" } = process.env;
const api = createClient({ baseUrl: API, apiKey: KEY });

// Page by page; each page is a result, and an error is the last one.
const params = { query: { per_page: 100 } };
for await (const { data: page, error } of api.pages("/v1/users", { params })) {
  if (error) throw new Error(error.message);
  console.log(`Page ${page.meta.current_page} of ${page.meta.last_page}`);
  for (const user of page.data) console.log(`  ${user.email}`);
}

// Or record by record, over all pages.
for await (const plan of api.items("/v1/plans")) console.log(`Plan ${plan.name}`);
