/** @file The digest of a website; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { described, field, named, nullable } from "../../../shared/fields/described.ts";
import {
  accountWebsiteSchema,
  bySeverity,
  websiteStateSchema,
} from "../../../shared/resources/accountSchemas.ts";
import {
  downtimeSchema,
  findingSchema,
  maintenanceWindowSchema,
  uptimeSchema,
} from "../../../shared/resources/monitoringSchemas.ts";
import { time, UPDATED_AT } from "../../../shared/resources/schemas.ts";
import { unreadableReasons } from "../../../shared/vocabulary/reasons.ts";

const day = z.stringFormat("date", /^\d{4}-\d\d-\d\d$/);

const period = z.strictObject({
  from: described(day, "The first day.", "2026-11-16"),
  to: described(day, "The last day.", "2026-11-22"),
  timezone: field.string("The time zone of the days.", "Europe/Berlin"),
  begins_at: described(time, "When the first day begins.", "2026-11-15T23:00:00+00:00"),
  ends_at: described(time, "When the last day ends.", "2026-11-22T23:00:00+00:00"),
});

/** The texts of a downtime, or of why audits can't read a site, as those of a finding. */
const texts = z.pick(findingSchema, { title: true, why: true, what_to_do: true }).shape;

const { uptime_percentage, looks, failed_attempts, days } = uptimeSchema.shape;
const { response_ms } = days._zod.def.element.shape;

const maintenanceWindow = z.pick(maintenanceWindowSchema, {
  starts_at: true,
  ends_at: true,
  reason: true,
});

/** How a website did within some days, for a report to its owner. */
export const websiteDigestSchema = named(
  "WebsiteDigest",
  z.extend(websiteStateSchema, {
    period: described(period, "The days that the digest is about."),
    last_checked_at: nullable(
      time,
      "When the site was last probed; `null` before the first probe.",
      UPDATED_AT,
    ),
    watched_since: nullable(
      time,
      "The beginning of the first observation in the period; `null` without an observation.",
      "2026-11-15T23:00:00+00:00",
    ),
    ...{ uptime_percentage, looks, failed_attempts },
    observed_seconds: field.int(
      "For how much of the period it is known whether the site was up. A percentage of less than 24 hours says little: our pages and mails do not show it.",
      604_800,
    ),
    down_seconds: field.int(
      "How long of that the site was down: from each failed probe to the next.",
      300,
    ),
    response_ms: described(
      response_ms,
      "Response times in milliseconds, those of today included; `null` if there was no response. Before the last nine days, they are those of days in UTC.",
    ),
    downtimes: described(
      z.array(z.extend(downtimeSchema, texts)),
      "The last 50 downtimes that lie within the period or reach into it, oldest first.",
    ),
    has_more_downtimes: field.boolean("Whether there were more than these.", false),
    maintenance: described(
      z.array(maintenanceWindow),
      "The first five announced maintenances that have not ended.",
    ),
    certificate_expires_at: accountWebsiteSchema.shape.certificate_expires_at,
    findings: described(
      z.strictObject({
        opened: bySeverity("How many were opened or reopened in the period.", 0, 2, 0),
        resolved: bySeverity("How many were resolved in the period.", 1, 0, 0),
        open: bySeverity("How many are open now.", 1, 4, 2),
        items: described(
          z.array(findingSchema),
          "Those that are open, the worst first, then those that were resolved in the period: at most 20, and at most 20 kB.",
        ),
      }),
      "What audits found; empty before the first one, as `unchecked.last_audited_at` says. Left out are ignored findings, and those first seen after the period.",
    ),
    unchecked: described(
      z.strictObject({
        unobserved_seconds: field.int(
          "For how much of the period, since the site was added and until now, it is not known whether it was up.",
          0,
        ),
        last_audited_at: nullable(
          time,
          "When an audit last read the site; `null` if none has.",
          UPDATED_AT,
        ),
        unreadable: nullable(
          z.strictObject({
            since: described(time, "Since when.", UPDATED_AT),
            reason: described(z.enum(unreadableReasons), "Why.", "robots_txt"),
            technical: nullable(
              z.string(),
              "What a program calls it, for technicians; `null` if there is no more to say.",
              null,
            ),
            ...texts,
          }),
          "Why audits cannot read the site; `null` if they can.",
          null,
        ),
        unsupported_languages: field.strings(
          "The languages of the site whose spelling cannot be checked.",
          ["it"],
        ),
      }),
      "What the digest does not know.",
    ),
  }),
);

const { business_name, last_24_hours, certificate_expires_at, domain_expires_at } =
  accountWebsiteSchema.shape;

/** All that is known of one website: its digest, what the list of all websites has, and what to tell the customer. */
export const websiteDetailsSchema = named(
  "WebsiteDetails",
  z.extend(websiteDigestSchema, {
    ...{ business_name, last_24_hours, certificate_expires_at, domain_expires_at },
    last_24_hours_response_ms: nullable(
      z.strictObject({
        median: field.int("Half of the responses took longer.", 180),
        p95: field.int("5 % of the responses took longer.", 640),
      }),
      "The response times of the last 24 hours, in milliseconds; `null` if there was no response.",
    ),
    customer_text: nullable(
      z.string(),
      "What you may write to the customer of a site that is down, or was within the last 24 hours, in the customer's language; `null` if it was not.",
      null,
    ),
  }),
);
