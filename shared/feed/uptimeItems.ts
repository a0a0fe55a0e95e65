/** @file The `data` of the feed items of the uptime check. Functions import this file as types only. */

import * as z from "zod/mini";
import { described, field } from "../fields/described.ts";
import { probeOutcomes } from "../vocabulary/reasons.ts";

/** The `data` of a feed item of type `downtime`: the website went down, or came back. */
export const downtimeData = z.strictObject({
  outcome: described(
    z.enum(probeOutcomes),
    "What the check came to: `up`, `up_refused` if it is up but refuses our address, or why the site is down; of a site that was down, `ipv6_only` or `other_port` if it can't be reached from here any more, `paused` if it is not probed any more.",
    "http_5xx",
  ),
  technical: z.optional(
    field.string("What a program calls it, or the status, for technicians.", "503"),
  ),
  down_since: field.string("Since when the site is, or was, down.", "2026-11-22T14:05:00+00:00"),
  up_since: z.optional(
    field.string(
      "When it came back; absent: it is down, or nobody knows.",
      "2026-11-22T14:10:00+00:00",
    ),
  ),
  duration_seconds: z.optional(
    described(
      z.int().check(z.nonnegative()),
      "How long it was seen to be down, without what nobody looked at; absent: it is down.",
      300,
    ),
  ),
  unobserved_seconds: z.optional(
    described(
      z.int().check(z.positive()),
      "For how long of that time nobody looked; absent: somebody always did.",
      60,
    ),
  ),
});

/** The `data` of a feed item of type `unstable`: probes of the website fail now and then, or no longer. */
export const unstableData = z.strictObject({
  is_stable: field.boolean("Whether the site is stable again.", false),
  unstable_since: field.string("When the site became unstable.", "2026-11-22T14:05:00+00:00"),
  stable_since: z.optional(
    field.string("When it was stable again; absent: it is not.", "2026-11-22T17:35:00+00:00"),
  ),
  failures_count: described(
    z.int().check(z.nonnegative()),
    "The failed probes of the last hour that no downtime followed.",
    3,
  ),
});
