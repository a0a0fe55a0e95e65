import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { createShare } from "./createShare.ts";
import type { description as deleted } from "./deletedDescription.ts";
import { deleteShare } from "./deleteShare.ts";
import type { description } from "./description.ts";
import { fetchAccount } from "./fetchAccount.ts";
import { fetchAccountReportMails } from "./fetchAccountReportMails.ts";
import { fetchAlerts } from "./fetchAlerts.ts";
import { fetchShare } from "./fetchShare.ts";
import { fetchUsage } from "./fetchUsage.ts";
import { listAccountBusinesses } from "./listAccountBusinesses.ts";
import { listAccountWebsites } from "./listAccountWebsites.ts";
import { listAuditLog } from "./listAuditLog.ts";
import { listDeleted } from "./listDeleted.ts";
import { listShares } from "./listShares.ts";
import { restoreDeleted } from "./restoreDeleted.ts";
import { searchAccount } from "./searchAccount.ts";
import type { description as shares } from "./sharesDescription.ts";
import { updateAccount } from "./updateAccount.ts";
import { updateAccountReportMails } from "./updateAccountReportMails.ts";
import { updateAlerts } from "./updateAlerts.ts";
import { updateShare } from "./updateShare.ts";

export const handler = endpointGroup<typeof description & typeof deleted & typeof shares>(
  "account",
  {
    "GET /v1/account": fetchAccount,
    "PATCH /v1/account": updateAccount,
    "GET /v1/account/websites": listAccountWebsites,
    "GET /v1/account/search": searchAccount,
    "GET /v1/account/businesses": listAccountBusinesses,
    "GET /v1/account/audit-log": listAuditLog,
    "GET /v1/account/usage": fetchUsage,
    "GET /v1/account/report-mails": fetchAccountReportMails,
    "PATCH /v1/account/report-mails": updateAccountReportMails,
    "GET /v1/account/alerts": fetchAlerts,
    "PATCH /v1/account/alerts": updateAlerts,
    "GET /v1/account/deleted": listDeleted,
    "POST /v1/account/deleted/{deletion_uuid}/restore": restoreDeleted,
    "GET /v1/shares": listShares,
    "POST /v1/shares": createShare,
    "GET /v1/shares/{share_uuid}": fetchShare,
    "PATCH /v1/shares/{share_uuid}": updateShare,
    "DELETE /v1/shares/{share_uuid}": deleteShare,
  },
);
