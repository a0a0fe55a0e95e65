import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { findReportMails } from "../../../shared/reports/reportMails.ts";
import { reportMailsSchema } from "../../../shared/resources/reportMailsSchemas.ts";
import { showReportMails } from "./reportMails.ts";

export const fetchReportMails = endpoint({
  route: "GET /v1/users/{user_uuid}/report-mails",
  id: "fetchReportMails",
  summary: "Fetch the reports by mail of a user",
  details:
    "How often the user gets a report, when the next one is due, and whether the user has unsubscribed.",
  response: () => fetchedOf(reportMailsSchema),
  async answer({ reseller_uuid, uuid }) {
    await getListed(users, { reseller_uuid, uuid });
    return showReportMails(uuid, await findReportMails({ reseller_uuid, uuid }));
  },
});
