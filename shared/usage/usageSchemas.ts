/** @file What a reseller used; imported as types only, like the other schemas. */

import * as z from "zod/mini";
import { described, field, named } from "../fields/described.ts";

const websitesSchema = z.strictObject({
  plan_uuid: described(
    z.uuid(),
    "The plan of the websites' businesses.",
    "01a1f3c2-8d4e-7b6a-9c5d-000000000005",
  ),
  average: field.number(
    "How many websites there were when a day began (UTC), as the mean of the days of the month, or of those that have begun.",
    231.5,
  ),
});

/** What a reseller used in a month. */
export const usageSchema = named(
  "Usage",
  z.strictObject({
    month: field.string("The month, in UTC.", "2026-11"),
    websites: described(z.array(websitesSchema), "Websites by plan."),
    checks: field.int(
      "Uptime checks that were made. Those of a day are added by the end of the next day.",
      1_995_840,
    ),
    audits: field.int(
      "Audits that were done, those of websites that could not be read included.",
      6930,
    ),
    deliveries: field.int("Events delivered to your webhooks, those that failed included.", 1840),
    mails: field.int("Mails to your users and to you, reports and alerts included.", 12),
    api_calls: field.int("API calls that your limits allowed.", 21_400),
  }),
);
