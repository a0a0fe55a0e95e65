/** @file What a reseller used; imported as types only, like the other schemas. */

import * as z from "zod/mini";
import { described, named } from "../../shared/fields/described.ts";
import { exampleIds, uuid } from "../../shared/resources/schemas.ts";

const websitesSchema = z.strictObject({
  plan_uuid: described(uuid, "The plan of the websites' businesses.", exampleIds.plan),
  average: described(
    z.number(),
    "How many websites there were on average over the month, or until now: one that was there for half a month counts 0.5.",
    231.5,
  ),
});

/** What a reseller used, month by month. */
export const usageSchema = named(
  "Usage",
  z.strictObject({
    months: described(
      z.array(
        z.strictObject({
          month: described(z.string(), "The month, in UTC.", "2026-11"),
          websites: described(z.array(websitesSchema), "Websites by plan."),
          deliveries: described(
            z.int(),
            "Events delivered to your webhooks, those that failed included.",
            1840,
          ),
          mails: described(z.int(), "Mails to your users, reports included.", 12),
        }),
      ),
      "Each month that was asked for.",
    ),
  }),
);
