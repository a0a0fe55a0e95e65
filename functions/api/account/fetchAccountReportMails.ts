import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { findReportsSent } from "../../../shared/mail/dailyLimit.ts";
import { readUsualFrequency } from "../../../shared/reports/reportMails.ts";
import { usualReportMailsSchema } from "../../../shared/resources/reportMailsSchemas.ts";

/** How often users get reports, and how many did last. */
export async function readAccountReportMails(reseller_uuid: string) {
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
