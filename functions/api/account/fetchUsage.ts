import * as z from "zod/mini";
import { optional } from "../../../shared/fields/described.ts";
import { rule } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { isMonth, monthOf } from "../../../shared/usage/months.ts";
import { readUsage } from "../../../shared/usage/readUsage.ts";
import { usageSchema } from "../../../shared/usage/usageSchemas.ts";

const month = z.string().check(
  rule("format", "Month must be a month such as 2026-11", isMonth, {
    keywords: { pattern: "^20[0-9]{2}-(?:0[1-9]|1[0-2])$" },
  }),
);

/** Fetches what the reseller used in a month. */
export const fetchUsage = endpoint({
  route: "GET /v1/account/usage",
  id: "fetchUsage",
  summary: "Fetch what you used in a month",
  details:
    "Websites are counted every night when a day (UTC) begins, also while they are paused, under the plan that their business has. Deliveries and API calls of a day are added in the night after it. Months are kept for two years. A test key tells of your sandbox, which is counted separately.",
  response: () => fetchedOf(usageSchema),
  query: z.object({
    month: optional(month, "The month, in UTC; without it, this month.", "2026-11"),
  }),
  async answer({ reseller_uuid, query, event }) {
    const now = event.requestContext.timeEpoch;
    const { month = monthOf(new Date(now)) } = query;
    return fetched(await readUsage(reseller_uuid, month, now));
  },
});
