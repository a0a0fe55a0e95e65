// node whatIsDown.ts: what is down, since when and why, and the downtime of 30 days.
import { createClient, orThrow } from "reseller-website-monitoring-client";

const { API = "http://localhost:3000", KEY = "" } = process.env;
const api = createClient({ baseUrl: API, apiKey: KEY });

// One request for a hundred websites.
const params = { query: { state: "down", per_page: 100 } } as const;
for await (const website of api.items("/v1/account/websites", { params })) {
  const { uuid, hostname, downtime } = website;
  const { began_at, cause } = downtime ?? { began_at: "an unknown time", cause: null };
  console.log(`${hostname} since ${began_at}: ${cause ?? "unknown"}`);
  // And one for each website's uptime.
  const path = { params: { path: { website_uuid: uuid } } };
  const { data: uptime } = await orThrow(api.GET("/v1/websites/{website_uuid}/uptime", path));
  const seconds = uptime.days.reduce((sum, { down_seconds }) => sum + down_seconds, 0);
  const minutes = Math.round(seconds / 60);
  console.log(`  ${minutes} minutes down, ${uptime.uptime_percentage} % up`);
}
