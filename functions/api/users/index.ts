import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as digests from "./digests.ts";
import * as exportUser from "./exportUser.ts";
import * as reportMails from "./reportMails.ts";
import * as users from "./users.ts";

export const handler = apiFunction("users", [digests, exportUser, reportMails, users]);
