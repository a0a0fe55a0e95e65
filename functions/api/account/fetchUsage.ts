import * as z from "zod/mini";
import { optional } from "../../../shared/fields/described.ts";
import { rule } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { isMonth, MOST_MONTHS, monthOf, monthsBetween } from "../../../shared/usage/months.ts";
import { readUsage } from "../../../shared/usage/readUsage.ts";
import { usageSchema } from "../../../shared/usage/usageSchemas.ts";

function month(label: string) {
  return z.string().check(
    rule("format", `${label} must be a month such as 2026-11`, isMonth, {
      keywords: { pattern: "^20[0-9]{2}-(?:0[1-9]|1[0-2])$" },
    }),
  );
}

const query = z.object({
  from: optional(month("From"), "The first month, in UTC; without it, that of `to`.", "2026-10"),
  to: optional(month("To"), "The last month; without it, this month.", "2026-11"),
});

/** Fetches what the reseller used, month by month. */
export const fetchUsage = endpoint({
  route: "GET /v1/account/usage",
  id: "fetchUsage",
  summary: "Fetch what you used by month",
  details:
    "Websites are counted every night when a day (UTC) begins, also while they are paused, under the plan that their business has. Deliveries and API calls of a day are added in the night after it. A test key tells of your sandbox, which is counted separately. At most 24 months at once (rule `max`).",
  response: () => fetchedOf(usageSchema),
  query,
  async answer({ reseller_uuid, query }) {
    const { to = monthOf(new Date()) } = query;
    const { from = to } = query;
    if (from > to) throw new ValidationFailed({ to: { min: "To must not be before from" } });
    if (monthsBetween(from, to).length > MOST_MONTHS) {
      const max = `At most ${MOST_MONTHS} months can be read at once`;
      throw new ValidationFailed({ from: { max } });
    }
    const months = await readUsage(reseller_uuid, { from, to, now: Date.now() });
    return fetched({ months });
  },
});
