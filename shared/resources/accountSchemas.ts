/** @file Websites and businesses in the lists of a whole account; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { described, field, named, nullable } from "../fields/described.ts";
import { findingSeverities } from "../vocabulary/severity.ts";
import { type WebsiteState, websiteStates } from "../vocabulary/websiteState.ts";
import { downtimeSchema } from "./monitoringSchemas.ts";
import { businessSchema, idOf, time, websiteSchema } from "./schemas.ts";

const sequence = field.int(
  "The number of the last change, as events have it: keep what has the higher number.",
  2,
);

/** The one state in which a website is shown. */
const websiteState = described(
  z.enum(websiteStates),
  "The state of the site. `paused`: its user is suspended, or its plan has no uptime checks; `maintenance`: an announced maintenance is under way, whatever the site answers; `not_checked`: nobody has seen it up or down yet; `unstable`: it is up, but probes fail now and then.",
  "down",
);

/** Numbers of findings by severity. */
export function bySeverity(text: string, error: number, warning: number, info: number) {
  const count = (severity: string) => field.int(`Those that are \`${severity}\`.`);
  const [first, second, third] = findingSeverities;
  const counts = z.strictObject({
    error: count(first),
    warning: count(second),
    info: count(third),
  });
  return described(counts, text, { error, warning, info });
}

/** Numbers of websites by state. */
export function byState(text: string) {
  const count = (state: WebsiteState) => field.int(`Those that are \`${state}\`.`);
  const counts = Object.fromEntries(websiteStates.map((state) => [state, count(state)]));
  const example = { down: 1, unstable: 0, maintenance: 0, not_checked: 1, paused: 0, up: 38 };
  return described(
    z.strictObject(counts as Record<WebsiteState, ReturnType<typeof count>>),
    text,
    example,
  );
}

/** A website with its state. */
export const websiteStateSchema = z.strictObject({
  ...websiteSchema.shape,
  is_hostname_up: websiteSchema.shape.is_hostname_up.check(z.meta({ examples: [false] })),
  user_uuid: idOf("user", "The user of the business."),
  sequence,
  state: websiteState,
  downtime: nullable(
    z.strictObject({
      ...z.pick(downtimeSchema, { began_at: true, cause: true, technical: true }).shape,
      address: nullable(
        z.string(),
        "The address of the server that answered; `null` if none did.",
        "203.0.113.7",
      ),
      duration_ms: nullable(
        z.int(),
        "How long the probe took that confirmed the downtime, in milliseconds; `null` if that is not known.",
        22,
      ),
      seen_from: nullable(
        z.strictObject({
          regions_count: field.int("The regions that found the site down.", 2),
          asked_count: field.int("The regions that looked.", 2),
        }),
        "From how many regions the downtime was confirmed; `null` if it was probed from one only.",
      ),
    }),
    "Since when the site has been down, and why; `null` if it is up, or if that is not known.",
  ),
  unstable_since: nullable(
    time,
    "Since when probes of the site fail now and then, without a downtime; `null` if they do not.",
    null,
  ),
});

/** A website in the list of all websites of a reseller. */
export const accountWebsiteSchema = named(
  "AccountWebsite",
  z.extend(websiteStateSchema, {
    business_name: nullable(
      z.string(),
      "The name of the business; `null` while the business is being deleted.",
      "Example Bakery",
    ),
    response_ms: nullable(
      z.int(),
      "The median response time of the last 24 hours, in milliseconds; `null` if there was no response.",
      212,
    ),
    response_p95_ms: nullable(
      z.int(),
      "The response time that 5 % of the responses of the last 24 hours exceeded, in milliseconds; `null` if there was no response.",
      640,
    ),
    uptime_30_days: nullable(
      z.number(),
      "The percentage of the observed time of the last 30 days that the site was up; `null` if it was not observed, and in the first hour of a website.",
      99.98,
    ),
    observed_seconds: field.int(
      "How much of the last 30 days was observed; 0 in the first hour of a website. Below 86,400, a percentage says little.",
      2_591_700,
    ),
    last_24_hours: described(
      z.array(z.nullable(z.number())),
      "For each of the last 24 hours (UTC), oldest first, the percentage of its observed time that the site was up; `null` if it was not observed. The running hour may be `null`.",
      [...Array(22).fill(100), 91.66, null],
    ),
    open_findings: bySeverity("How many findings are open.", 0, 3, 1),
    fixed_findings: nullable(
      z.strictObject({
        at: described(time, "When the audit ended.", "2026-11-20T09:30:00+00:00"),
        count: field.int("How many it no longer found.", 3),
      }),
      "The last audit that no longer found all findings of the audit before, or `null`.",
    ),
    newest_serious_finding: nullable(
      z.strictObject({
        title: field.string("What is wrong, in English.", "Broken link on /about"),
        first_seen_at: described(
          time,
          "When an audit first found it.",
          "2026-11-20T09:30:00+00:00",
        ),
      }),
      "The newest open finding of severity `error`, or `null`.",
    ),
    last_downtime: nullable(
      z.strictObject({
        ...z.pick(downtimeSchema, { began_at: true, cause: true, technical: true }).shape,
        ended_at: described(
          time,
          "When the site was up again, or no longer probed.",
          "2026-11-20T12:10:00+00:00",
        ),
      }),
      "The last downtime that has ended, or `null`. Always `null` while the site is down.",
    ),
    maintenance_ends_at: nullable(
      time,
      "When the maintenance ends that is under way; `null` if none is.",
      null,
    ),
    last_maintenance: nullable(
      z.strictObject({
        began_at: described(time, "When it began.", "2026-11-20T22:00:00+00:00"),
        ended_at: nullable(
          time,
          "When it ended; `null` while it is under way.",
          "2026-11-20T23:30:00+00:00",
        ),
      }),
      "The maintenance that is under way, or the last that has ended; `null` if there was none.",
    ),
    certificate_expires_at: nullable(
      time,
      "When the first certificate of the site's chain expires, as of the last audit; `null` if that is not known.",
      "2027-01-20T09:30:00+00:00",
    ),
    domain_expires_at: nullable(
      time,
      "When the registration of the site's domain ends, as of the last audit; `null` if that is not known.",
      "2027-03-14T00:00:00+00:00",
    ),
  }),
);

/** A business in the list of all businesses of a reseller. */
export const accountBusinessSchema = named(
  "AccountBusiness",
  z.extend(businessSchema, {
    user_uuid: idOf("user", "The user whom the business belongs to."),
    user_name: nullable(
      z.string(),
      "The first and last name of the user; `null` while the user is being deleted.",
      "Ada Lovelace",
    ),
    sequence,
    website_counts: byState("How many of its websites are in each state."),
    open_findings: bySeverity("How many findings of its websites are open.", 0, 3, 1),
    last_report_at: nullable(
      time,
      "When a report was last mailed to its user; `null` if none was.",
      "2026-11-01T08:00:00+00:00",
    ),
  }),
);
