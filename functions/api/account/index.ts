import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { createShare } from "./createShare.ts";
import { deleteShare } from "./deleteShare.ts";
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
import { updateAccount } from "./updateAccount.ts";
import { updateAccountReportMails } from "./updateAccountReportMails.ts";
import { updateAlerts } from "./updateAlerts.ts";
import { updateShare } from "./updateShare.ts";

export const handler = apiFunction("account", [
  fetchAccount,
  updateAccount,
  listAccountWebsites,
  listAccountBusinesses,
  searchAccount,
  listAuditLog,
  fetchUsage,
  fetchAccountReportMails,
  updateAccountReportMails,
  fetchAlerts,
  updateAlerts,
  listDeleted,
  restoreDeleted,
  listShares,
  createShare,
  fetchShare,
  updateShare,
  deleteShare,
]);
