import { endpoint } from "../../../shared/http/endpoint.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { findReportMails } from "../../../shared/reports/reportMails.ts";
import { showReportMails } from "./reportMails.ts";

export const fetchReportMails = endpoint({
  record: "users",
  async answer({ reseller_uuid, uuid }) {
    await getListed(users, { reseller_uuid, uuid });
    return showReportMails(uuid, await findReportMails({ reseller_uuid, uuid }));
  },
});
