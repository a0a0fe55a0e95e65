/** @file What a reseller used; imported as types only, like the other schemas. */

import * as z from "zod/mini";
import { described, named } from "../../shared/fields/described.ts";
import { exampleIds, time, UPDATED_AT, uuid } from "../../shared/resources/schemas.ts";

const websitesSchema = z.strictObject({
  plan_uuid: described(uuid, "The plan of the websites' businesses.", exampleIds.plan),
  average: described(
    z.number(),
    "How many websites there were on average over the month, or until now: one that was there for half a month counts 0.5.",
    231.5,
  ),
});

const correctionSchema = z.strictObject({
  corrected_at: described(time, "When it was corrected.", UPDATED_AT),
  figure: described(z.enum(["websites", "stored_bytes"]), "What was corrected.", "stored_bytes"),
  plan_uuid: described(
    z.nullable(uuid),
    "The plan whose websites were corrected, or `null`.",
    exampleIds.plan,
  ),
  change: described(z.int(), "What was added to the figure, or taken from it.", -1200),
  by: described(
    z.string(),
    "What corrected it: `recount` is a count of all that is there.",
    "recount",
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
          checks: described(
            z.int(),
            "Uptime checks that your plans provided for: the time that each website was there, divided by its plan's interval. None while a user is suspended or a plan has `downtime` off; further probes of a website that fails are not counted.",
            1_995_840,
          ),
          audits: described(z.int(), "Audits that your plans provided for, likewise.", 6930),
          deliveries: described(
            z.int(),
            "Events delivered to your webhooks, those that failed included.",
            1840,
          ),
          mails: described(z.int(), "Mails to your users, reports included.", 12),
          api_calls: described(
            z.int(),
            "API calls that your limits allowed, as they are counted against these. Those of the last minute may follow with the next call.",
            21_400,
          ),
          stored_bytes: described(
            z.nullable(z.int()),
            "Bytes of your users, businesses, websites and competitors, and of their feeds, findings and daily figures, as we last counted them in this month or an earlier one; null before the first time.",
            34_500_000,
          ),
          corrections: described(
            z.array(correctionSchema),
            "What was corrected in this month; the figures include it.",
          ),
        }),
      ),
      "Each month that was asked for.",
    ),
  }),
);
