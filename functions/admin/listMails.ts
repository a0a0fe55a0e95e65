import { command } from "./command.ts";
import { describeMails } from "./mail.ts";
import { requireOwned } from "./records.ts";
import { user_uuid } from "./user.ts";

/** What became of the mails to a user. Those of the last seconds may be missing. */
export const listMails = command({ user_uuid }, async ({ user_uuid }) =>
  describeMails(await requireOwned("user", user_uuid)),
);
