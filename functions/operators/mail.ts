import { Mail, SENDING_MS } from "../../shared/entities/mail.ts";
import type { UserRecord } from "../../shared/entities/user.ts";
import { requireEnv } from "../../shared/platform/env.ts";
import { sendMessages } from "../../shared/platform/queues/sendMessages.ts";
import { writeIfTrue } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { requireChangeable, requireOwned, requireReseller } from "./records.ts";

const MOST_NOT_SENT = 1000;

/** Lists the e-mails to a user with their status, or those of a reseller that were not sent. */
export async function listMails({ user_uuid, reseller_uuid, not_sent }: CommandInput<"mail list">) {
  if (user_uuid !== undefined && reseller_uuid === undefined && !not_sent) {
    return await describeMails(await requireOwned("user", user_uuid));
  }
  if (user_uuid === undefined && reseller_uuid !== undefined && not_sent) {
    return await findNotSent(reseller_uuid);
  }
  throw new WrongInput("Give --user, or --reseller with --not-sent.");
}

async function describeMails({ reseller_uuid, uuid }: UserRecord) {
  const { data: mails } = await Mail.query
    .ofRecord({ reseller_uuid, about: "user", uuid })
    .go({ consistent: true });
  return mails.map(({ occasion, status, sent_at = null, message_id = null, reason = null }) => {
    return { mail: occasion, status, sent_at, message_id, reason };
  });
}

/** The last e-mails of a reseller that were not sent, newest first. */
async function findNotSent(reseller_uuid: string) {
  await requireReseller(reseller_uuid);
  const { data: mails } = await Mail.query
    .notSent({ not_sent_by: reseller_uuid })
    .go({ order: "desc", limit: MOST_NOT_SENT, hydrate: true });
  return mails.map(({ occasion, about, uuid, not_sent_at = null, reason = null }) => {
    return { mail: occasion, record: `${about} ${uuid}`, not_sent_at, reason };
  });
}

/** Sends a user's onboarding e-mail, also if it was sent before. SES sends none to an address that bounced. */
export async function resendMail({ user_uuid }: CommandInput<"mail resend">) {
  const user = await requireChangeable("user", user_uuid);
  const { reseller_uuid, suspended_at, is_onboarded_quietly } = user;
  if (suspended_at) throw new WrongInput(`User ${user_uuid} is suspended, and gets no e-mail.`);
  if (is_onboarded_quietly) {
    throw new WrongInput(`User ${user_uuid} was onboarded without an e-mail.`);
  }
  const key = { reseller_uuid, about: "user", uuid: user_uuid, occasion: "onboarding" } as const;
  const longAgo = timestamp(new Date(Date.now() - SENDING_MS));
  const isReset = await writeIfTrue(() =>
    Mail.put({ ...key, status: "waiting" })
      .where(
        ({ status, sent_at }, { eq, lt, notExists }) =>
          `${notExists(status)} OR NOT ${eq(status, "sending")} OR ${lt(sent_at, longAgo)}`,
      )
      .go(),
  );
  if (!isReset) throw new WrongInput("The e-mail is being sent at this moment.");
  const message = { onboarding: { reseller_uuid, user_uuid } };
  await sendMessages(requireEnv("MAIL_QUEUE_URL"), [{ message, group: reseller_uuid }]);
  return await describeMails(user);
}
