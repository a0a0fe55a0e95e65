import * as z from "zod/mini";
import { reportFrequencies } from "../../../shared/entities/reportMails.ts";
import { described } from "../../../shared/fields/described.ts";
import { text } from "../../../shared/fields/fields.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentReportMails } from "../../../shared/reports/reportMails.ts";
import type { reportMailsSchema } from "../../../shared/resources/reportMailsSchemas.ts";
import { namesTimezone } from "../../../shared/views/period.ts";

/** The answer to GET of a user's reports by mail. */
export function showReportMails(
  user_uuid: string,
  found: Parameters<typeof presentReportMails>[1],
): { data: z.output<typeof reportMailsSchema> } {
  return fetched(presentReportMails(user_uuid, found));
}

/** The body of a change of a user's reports by mail. */
export const reportMailsBody = z.object({
  frequency: described(
    oneOf("Frequency", [...reportFrequencies, "default"]),
    "How often; `default`: as often as the account's.",
    "weekly",
  ),
  timezone: described(
    text("Timezone").check(namesTimezone),
    "The time zone of the reports' days, by its IANA name; UTC if never set.",
    "Europe/Berlin",
  ),
});
