import { apiFunction } from "../../shared/http/apiFunction.ts";
import { listDeleted } from "../deleted/listDeleted.ts";
import { restoreDeleted } from "../deleted/restoreDeleted.ts";
import { createShare } from "../shares/createShare.ts";
import { deleteShare } from "../shares/deleteShare.ts";
import { fetchShare } from "../shares/fetchShare.ts";
import { listShares } from "../shares/listShares.ts";
import { updateShare } from "../shares/updateShare.ts";
import { fetchAccount } from "./fetchAccount.ts";
import { fetchAccountReportMails } from "./fetchAccountReportMails.ts";
import { fetchAlerts } from "./fetchAlerts.ts";
import { fetchUsage } from "./fetchUsage.ts";
import { listAccountBusinesses } from "./listAccountBusinesses.ts";
import { listAccountWebsites } from "./listAccountWebsites.ts";
import { listAuditLog } from "./listAuditLog.ts";
import { searchAccount } from "./searchAccount.ts";
import { updateAccount } from "./updateAccount.ts";
import { updateAccountReportMails } from "./updateAccountReportMails.ts";
import { updateAlerts } from "./updateAlerts.ts";

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
