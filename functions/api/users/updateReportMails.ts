import * as z from "zod/mini";
import type { ReportMailsRecord } from "../../../shared/entities/reportMails.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { updated } from "../../../shared/http/responses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { changeReportMails, presentReportMails } from "../../../shared/reports/reportMails.ts";
import { reportMailsBody, showReportMails } from "./reportMails.ts";

/** Changes how often a user gets reports by mail; an unsubscription stays. */
export const updateReportMails = endpoint({
  record: "users",
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
