import * as z from "zod/mini";
import { reportFrequencies } from "../../../shared/entities/reseller.ts";
import { described } from "../../../shared/fields/described.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched, updated } from "../../../shared/http/responses.ts";
import { findReportsSent } from "../../../shared/mail/dailyLimit.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import { dueForAll, readUsualFrequency } from "../../../shared/reports/reportMails.ts";
import { settingsWrite } from "../../../shared/resellers/resellerWrites.ts";
import { usualReportMailsSchema } from "../../../shared/resources/reportMailsSchemas.ts";

/** How often users get reports, and how many did last. */
async function readAccountReportMails(reseller_uuid: string) {
  const [frequency, last_sent] = await Promise.all([
    readUsualFrequency(reseller_uuid),
    findReportsSent(reseller_uuid, Date.now()),
  ]);
  return { frequency, last_sent };
}

export const fetchAccountReportMails = endpoint({
  route: "GET /v1/account/report-mails",
  id: "fetchAccountReportMails",
  summary: "Fetch how often your users get reports by mail",
  details: "This is for users without a frequency of their own.",
  response: () => fetchedOf(usualReportMailsSchema),
  async answer({ reseller_uuid }) {
    return fetched(await readAccountReportMails(reseller_uuid));
  },
});

/** Changes how often all users get reports by mail who have no frequency of their own. */
export const updateAccountReportMails = endpoint({
  route: "PATCH /v1/account/report-mails",
  id: "updateAccountReportMails",
  summary: "Change how often your users get reports by mail",
  details:
    "It holds for users without a frequency of their own, those of the future included. A change reaches all users within minutes.",
  response: () => doneOf("Report mails updated", usualReportMailsSchema),
  exampleBody: { frequency: "monthly" },
  body: z.partial(
    z.object({
      frequency: described(oneOf("Frequency", reportFrequencies), "How often.", "monthly"),
    }),
  ),
  async answer({ reseller_uuid, body }) {
    const mails = await retryOnConflict(async () => {
      const usual = await readAccountReportMails(reseller_uuid);
      if (!body.frequency) return usual;
      await transact(
        settingsWrite(reseller_uuid, { report_mails: body.frequency }),
        dueForAll(reseller_uuid),
      );
      return { ...usual, frequency: body.frequency };
    });
    return updated("Report mails", mails);
  },
});
