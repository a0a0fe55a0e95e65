import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { findReportsSent } from "../../../shared/mail/dailyLimit.ts";
import { readUsualFrequency } from "../../../shared/reports/reportMails.ts";

/** How often users get reports, and how many did last. */
export async function readAccountReportMails(reseller_uuid: string) {
  const [frequency, last_sent] = await Promise.all([
    readUsualFrequency(reseller_uuid),
    findReportsSent(reseller_uuid, Date.now()),
  ]);
  return { frequency, last_sent };
}

export const fetchAccountReportMails = endpoint({
  async answer({ reseller_uuid }) {
    return fetched(await readAccountReportMails(reseller_uuid));
  },
});
