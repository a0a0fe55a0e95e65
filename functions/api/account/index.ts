import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { fetchAccount, updateAccount } from "./account.ts";
import { fetchAlerts, updateAlerts } from "./alerts.ts";
import { createShare } from "./createShare.ts";
import { listDeleted, restoreDeleted } from "./deleted.ts";
import { fetchUsage } from "./fetchUsage.ts";
import { listAccountBusinesses } from "./listAccountBusinesses.ts";
import { listAccountWebsites } from "./listAccountWebsites.ts";
import { listAuditLog } from "./listAuditLog.ts";
import { listShares } from "./listShares.ts";
import { fetchAccountReportMails, updateAccountReportMails } from "./reportMails.ts";
import { searchAccount } from "./searchAccount.ts";
import { deleteShare, fetchShare, updateShare } from "./share.ts";

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
