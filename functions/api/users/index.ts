import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { fetchBusinessDigest, fetchUserDigest, fetchWebsiteDigest } from "./digests.ts";
import { exportUser } from "./exportUser.ts";
import { fetchReportMails, updateReportMails } from "./reportMails.ts";
import { deleteUser, fetchUser, listUsers, updateUser } from "./users.ts";

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
