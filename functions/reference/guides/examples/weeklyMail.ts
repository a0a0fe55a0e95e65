// node weeklyMail.ts: a mail to each customer about the last seven days, in the customer's language.
import { createClient } from "reseller-website-monitoring-client";

const { API = "http://localhost:3000", KEY = "", ZONE: timezone = "Europe/London" } = process.env;
const api = createClient({ baseUrl: API, apiKey: KEY });

// One request for a hundred users.
for await (const user of api.items("/v1/users", { params: { query: { per_page: 100 } } })) {
  console.log(`To: ${user.email}`);
  // And one for each user's websites.
  const params = { path: { user_uuid: user.uuid }, query: { timezone, per_page: 100 } };
  for await (const site of api.items("/v1/users/{user_uuid}/digest", { params })) {
    const { period, downtimes, findings, observed_seconds } = site;
    const short = observed_seconds > 0 ? `${site.down_seconds} seconds down` : "not checked";
    // A percentage of less than a day says little.
    const up = observed_seconds < 86_400 ? short : `${site.uptime_percentage} % up`;
    console.log(`  ${site.hostname} from ${period.from} to ${period.to}: ${up}`);
    for (const { began_at, ended_at } of downtimes)
      console.log(`    Down from ${began_at} to ${ended_at ?? "now"}`);
    const { error, warning } = findings.opened;
    console.log(`    ${error + warning} new problems`);
    // A website may have hundreds of the same kind: the first of each is told.
    const kinds = findings.items.filter(
      ({ code }, at, all) => all.findIndex((other) => other.code === code) === at,
    );
    for (const { status, title, what_to_do } of kinds.slice(0, 3))
      console.log(`    - ${title}${status === "open" ? `. ${what_to_do}` : ": solved"}`);
  }
}
