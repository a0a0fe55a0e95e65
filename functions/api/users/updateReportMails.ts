import * as z from "zod/mini";
import type { ReportMailsRecord } from "../../../shared/entities/reportMails.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { updated } from "../../../shared/http/responses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { changeReportMails, presentReportMails } from "../../../shared/reports/reportMails.ts";
import { reportMailsSchema } from "../../../shared/resources/reportMailsSchemas.ts";
import { reportMailsBody, showReportMails } from "./reportMails.ts";

/** Changes how often a user gets reports by mail; an unsubscription stays. */
export const updateReportMails = endpoint({
  route: "PATCH /v1/users/{user_uuid}/report-mails",
  id: "updateReportMails",
  summary: "Change the reports by mail of a user",
  details:
    "A report is about the last month, or the last week from Monday on, and is sent on the day after it, in the user's language. A user who has unsubscribed gets none, whatever is set.",
  response: () => doneOf("Report mails updated", reportMailsSchema),
  exampleBody: { frequency: "weekly", timezone: "Europe/Berlin" },
  body: z.partial(reportMailsBody),
  async answer({ reseller_uuid, uuid, body, event }) {
    await getListed(users, { reseller_uuid, uuid });
    const { frequency, timezone } = body;
    const check = preconditionOf<ReportMailsRecord | undefined>(event, (found) =>
      showReportMails(uuid, found),
    );
    const changed = await changeReportMails({ reseller_uuid, uuid }, async (found) => {
      await check?.(found);
      return {
        ...(frequency && { frequency: frequency === "default" ? undefined : frequency }),
        ...(timezone && { timezone }),
      };
    });
    return updated("Report mails", presentReportMails(uuid, changed));
  },
});
