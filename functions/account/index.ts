import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { fetchAccount } from "./fetchAccount.ts";
import { fetchAccountReportMails } from "./fetchAccountReportMails.ts";
import { fetchUsage } from "./fetchUsage.ts";
import { listAccountBusinesses } from "./listAccountBusinesses.ts";
import { listAccountWebsites } from "./listAccountWebsites.ts";
import { listAuditLog } from "./listAuditLog.ts";
import { updateAccountReportMails } from "./updateAccountReportMails.ts";

export const handler = endpointGroup<typeof description>("account", {
  "GET /v1/account": fetchAccount,
  "GET /v1/account/websites": listAccountWebsites,
  "GET /v1/account/businesses": listAccountBusinesses,
  "GET /v1/account/audit-log": listAuditLog,
  "GET /v1/account/usage": fetchUsage,
  "GET /v1/account/report-mails": fetchAccountReportMails,
  "PATCH /v1/account/report-mails": updateAccountReportMails,
});
