/** @file Uptime, audits, maintenance windows and feed items as a client sees them; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { described, field, named, nullable } from "../fields/described.ts";
import { findingStatuses } from "../vocabulary/findings.ts";
import { downtimeCauses, probeOutcomes } from "../vocabulary/reasons.ts";
import { findingSeverities } from "../vocabulary/severity.ts";
import {
  BEGINS_AT,
  CREATED_AT,
  created_at,
  ENDS_AT,
  exampleIds,
  idOf,
  time,
  UPDATED_AT,
} from "./schemas.ts";

const day = z.stringFormat("date", /^\d{4}-\d\d-\d\d$/);
const DAY = "2026-11-22";

const percentage = nullable(
  z.number(),
  "For how much of the observed time the site was up; `null` if none was observed.",
  99.65,
);

function seconds(text: string, example: number) {
  return field.int(text, example);
}

const looks = field.int("How many times the site was probed.", 288);
const failed_attempts = field.int(
  "How many of these probes needed a second attempt, whatever that one found. If it was good, the probe did not fail.",
  8,
);

/** A downtime of a website. */
export const downtimeSchema = z.strictObject({
  began_at: described(time, "When the downtime began.", UPDATED_AT),
  ended_at: nullable(
    time,
    "When the downtime ended; `null` if it has not.",
    "2026-11-22T14:10:00+00:00",
  ),
  cause: nullable(
    z.enum(downtimeCauses),
    "Why the site was down; `null` if not known.",
    "http_5xx",
  ),
  technical: nullable(
    z.string(),
    "What a program calls the cause, or the status, for technicians; `null` if the cause is not known.",
    "http 503",
  ),
  duration_seconds: nullable(
    z.int(),
    "How long the site was seen to be down; `null` while it is.",
    300,
  ),
  unobserved_seconds: seconds("How long the site was not checked in that time.", 0),
});

const figures = z.strictObject({
  date: described(day, "The day, in UTC.", DAY),
  looks,
  failures: field.int("How many of these probes failed.", 2),
  failed_attempts,
  observed_seconds: seconds("How long it is known whether the site was up.", 86_400),
  down_seconds: seconds(
    "How long of that the site was down: from each failed probe to the next.",
    300,
  ),
  uptime_percentage: percentage,
  response_ms: nullable(
    z.strictObject({
      mean: field.number("The mean.", 182),
      median: field.number("Half of the probes were answered faster.", 160),
      p95: field.number("95 % of the probes were answered faster.", 410),
    }),
    "Response times in milliseconds; `null` if there was no response.",
  ),
});

/** The uptime of a website within some days. */
export const uptimeSchema = named(
  "Uptime",
  z.strictObject({
    from: described(day, "The first day, in UTC.", DAY),
    to: described(day, "The last day, in UTC.", DAY),
    last_status: nullable(
      z.enum(probeOutcomes),
      "What the last probe found: `up`; `up_refused` if the site works but refuses our address (401, 403, 429, 451 or a wall against robots); why it failed; `null` before the first probe.",
      "up",
    ),
    last_status_technical: nullable(
      z.string(),
      "What a program calls it, or the status, for technicians; `null` if the site was up or is paused.",
      null,
    ),
    uptime_percentage: percentage,
    ...{ looks, failed_attempts },
    downtimes: described(
      z.array(downtimeSchema),
      "The downtimes that lie within these days or reach into them, oldest first.",
    ),
    days: described(
      z.array(figures),
      "The figures of each day, oldest first, without days on which the site was not probed.",
    ),
  }),
);

/** A check or an audit that a client requested. */
export const requestedSchema = named(
  "Requested",
  z.strictObject({
    website_uuid: idOf("website", "The website that it is about."),
    requested_at: described(time, "When it was requested.", UPDATED_AT),
  }),
);

/** A time for which a downtime of a website was announced. */
export const maintenanceWindowSchema = named(
  "MaintenanceWindow",
  z.strictObject({
    uuid: idOf("maintenance_window"),
    website_uuid: idOf("website", "The website under maintenance."),
    starts_at: described(time, "When the window begins.", BEGINS_AT),
    ends_at: described(time, "When the window ends: within 30 days of its beginning.", ENDS_AT),
    reason: nullable(
      z.string(),
      "The reason, in your own words; `null` if none was given.",
      "New server",
    ),
    created_at: described(time, "When the record was created.", UPDATED_AT),
  }),
);

/** 2.8; `data` has the shape of its `type`. */
export const feedItemSchema = named(
  "FeedItem",
  z.strictObject({
    uuid: idOf("feed_item"),
    business_uuid: idOf("business", "The business that the website belongs to."),
    website_uuid: idOf("website", "The website that the item is about."),
    competitor_uuid: nullable(
      z.uuid(),
      "The competitor that the item is about; `null` if it is about the website itself.",
      null,
    ),
    category: field.string("The category of the item.", "website"),
    type: field.string("The type of the item, which decides the shape of `data`.", "broken_links"),
    status: field.string("How good or bad the result is.", "warning"),
    data: described(z.record(z.string(), z.unknown()), "The result.", {
      links_broken_count: 3,
      new_links_broken_count: 1,
    }),
    created_at,
    updated_at: nullable(time, "Always `null`: a feed item does not change.", null),
  }),
);

const severity = z.enum(findingSeverities);
const status = z.enum(findingStatuses);

/** Something that is wrong with a website; `detail` has the shape of its `code`. */
export const findingSchema = named(
  "Finding",
  z.strictObject({
    uuid: idOf(
      "finding",
      "Identifies the finding: the same fault found again is the same finding.",
    ),
    website_uuid: idOf("website", "The website that has it."),
    business_uuid: idOf("business", "The business that the website belongs to."),
    user_uuid: idOf("user", "The user whose business it is."),
    type: field.string(
      "Which check found it: the plan's switch, or `page_basics` of the switch `headings`.",
      "headings",
    ),
    code: field.string("What is wrong, which decides the shape of `detail`.", "missing_h1"),
    severity: described(severity, "How bad it is.", "info"),
    status: described(
      status,
      "`open`, `resolved` (an audit looked where it was and found it gone) or `ignored` (by you).",
      "open",
    ),
    subject: field.string(
      "What is at fault: the link, the word, or the first of the pages; empty if it is the website as a whole.",
      "https://bakery.example.com/about",
    ),
    pages_count: described(
      z.int().check(z.nonnegative()),
      "On how many pages it is; 0 if it is about the website as a whole.",
      1,
    ),
    pages: described(z.array(z.string()).check(z.maxLength(10)), "Up to ten of these pages.", [
      "https://bakery.example.com/about",
    ]),
    first_seen_at: described(time, "When an audit first found it.", CREATED_AT),
    last_seen_at: described(time, "The last audit that found it.", UPDATED_AT),
    resolved_at: nullable(time, "When it was resolved; `null` if it is not.", null),
    note: nullable(z.string(), "Your note, or `null`.", null),
    detail: described(
      z.record(z.string(), z.unknown()),
      "More about it, in the shape of its `code`.",
      {},
    ),
    title: field.string(
      "What is wrong, for the owner of the website.",
      "No main heading on https://bakery.example.com/about",
    ),
    why: field.string(
      "Why it matters to the business.",
      "Visitors and search engines look at the main heading first to see what a page is about.",
    ),
    what_to_do: field.string(
      "What to do about it.",
      "Put one main heading at the top of the page that says what visitors find there.",
    ),
  }),
);

const { type, code, severity: howBad, subject } = findingSchema.shape;
const changedFinding = z.strictObject({
  uuid: findingSchema.shape.uuid,
  ...{ type, code, severity: howBad, subject },
});
const changedList = z.nullable(z.array(changedFinding));

/** What an audit changed about the findings of a website. */
export const changedFindingsSchema = named(
  "ChangedFindings",
  z.strictObject({
    uuid: idOf("changed_findings", "Identifies this change."),
    website_uuid: idOf("website", "The website that was audited."),
    business_uuid: idOf("business", "The business that the website belongs to."),
    changed_at: described(time, "When the audit was done.", UPDATED_AT),
    opened_count: field.int("How many findings are new or open again.", 1),
    resolved_count: field.int("How many findings are resolved.", 0),
    opened: described(changedList, "New and reopened findings; `null` if there are too many."),
    resolved: described(changedList, "Resolved findings; `null` if there are too many.", []),
    url: field.string(
      "The path at which the API answers all of them.",
      `/v1/findings?websiteUuid=${exampleIds.website}&since=2026-11-22T14%3A05%3A00%2B00%3A00`,
    ),
  }),
);
