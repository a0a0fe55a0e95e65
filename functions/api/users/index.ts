import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { deleteUser } from "./deleteUser.ts";
import { exportUser } from "./exportUser.ts";
import { fetchBusinessDigest } from "./fetchBusinessDigest.ts";
import { fetchReportMails } from "./fetchReportMails.ts";
import { fetchUser } from "./fetchUser.ts";
import { fetchUserDigest } from "./fetchUserDigest.ts";
import { fetchWebsiteDigest } from "./fetchWebsiteDigest.ts";
import { listUsers } from "./listUsers.ts";
import { updateReportMails } from "./updateReportMails.ts";
import { updateUser } from "./updateUser.ts";

export const handler = apiFunction("users", [
  listUsers,
  fetchUser,
  updateUser,
  exportUser,
  fetchReportMails,
  updateReportMails,
  deleteUser,
  fetchUserDigest,
  fetchBusinessDigest,
  fetchWebsiteDigest,
]);
