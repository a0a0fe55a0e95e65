import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as account from "./account.ts";
import * as alerts from "./alerts.ts";
import * as deleted from "./deleted.ts";
import * as fetchUsage from "./fetchUsage.ts";
import * as listAccountBusinesses from "./listAccountBusinesses.ts";
import * as listAccountWebsites from "./listAccountWebsites.ts";
import * as listAuditLog from "./listAuditLog.ts";
import * as listShares from "./listShares.ts";
import * as reportMails from "./reportMails.ts";
import * as searchAccount from "./searchAccount.ts";
import * as shares from "./shares.ts";

export const handler = apiFunction("account", [
  account,
  alerts,
  deleted,
  fetchUsage,
  listAccountBusinesses,
  listAccountWebsites,
  listAuditLog,
  listShares,
  reportMails,
  searchAccount,
  shares,
]);
