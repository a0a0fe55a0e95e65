import { command } from "./command.ts";
import { describeMails, user_uuid } from "./mail.ts";
import { requireUser } from "./user.ts";

/** What became of the mails to a user. Those of the last seconds may be missing. */
export const listMails = command({ user_uuid }, async ({ user_uuid }) =>
  describeMails(await requireUser(user_uuid)),
);
