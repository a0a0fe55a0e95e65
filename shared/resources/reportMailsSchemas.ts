/** @file Reports by mail as a client sees them; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { reportFrequencies } from "../entities/reseller.ts";
import { described, field, named, nullable } from "../fields/described.ts";
import { idOf, time } from "./schemas.ts";

/** The default of an account. */
export const usualReportMailsSchema = named(
  "AccountReportMails",
  z.strictObject({
    frequency: described(
      z.enum(reportFrequencies),
      "How often users get a report who have no frequency of their own.",
      "monthly",
    ),
    last_sent: nullable(
      z.strictObject({
        at: described(time, "When the last one of that day was sent.", "2026-11-01T08:00:00+00:00"),
        count: field.int("How many users got one on that day.", 12),
      }),
      "The reports of the newest day (UTC) of the last seven on which any were sent, or `null`.",
    ),
  }),
);

/** The reports by mail of a user. */
export const reportMailsSchema = named(
  "ReportMails",
  z.strictObject({
    user_uuid: idOf("user", "Who gets the reports."),
    frequency: described(
      z.enum([...reportFrequencies, "default"]),
      "How often; `default`: as often as the account's.",
      "default",
    ),
    timezone: field.string("The time zone of the reports' days.", "Europe/Berlin"),
    next_report_at: nullable(
      time,
      "When the next report is due; `null` if none is, or if a change of the account's frequency has not reached the user yet.",
      "2026-12-01T09:12:00+00:00",
    ),
    unsubscribed_at: nullable(
      time,
      "Since when the user wants no reports, which you cannot change; `null` otherwise.",
      null,
    ),
  }),
);
