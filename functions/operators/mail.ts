import { Mail } from "../../shared/entities/mail.ts";
import type { UserRecord } from "../../shared/entities/user.ts";
import { resetMail } from "../../shared/mail/mails.ts";
import { requireEnv } from "../../shared/platform/env.ts";
import { sendMessages } from "../../shared/platform/queues/sendMessages.ts";
import { changeReportMails, presentReportMails } from "../../shared/reports/reportMails.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { requireOwned } from "./records.ts";
import { requireChangeable, requireReseller } from "./reseller.ts";

const MOST_NOT_SENT = 1000;

/** A user's mails as operators see them. */
async function describeMails({ reseller_uuid, uuid, email }: UserRecord) {
  const { data: mails } = await Mail.query
    .ofRecord({ reseller_uuid, about: "user", uuid })
    .go({ consistent: true });
  return mails.map(({ occasion, status, sent_at, message_id, reason }) => ({
    mail: occasion,
    email,
    status,
    sent_at: sent_at ?? null,
    message_id: message_id ?? null,
    reason: reason ?? null,
  }));
}

/** The last mails of a reseller that were not sent, newest first. */
async function findNotSent(reseller_uuid: string) {
  await requireReseller(reseller_uuid);
  const { data: mails } = await Mail.query
    .notSent({ not_sent_by: reseller_uuid })
    .go({ order: "desc", limit: MOST_NOT_SENT, hydrate: true });
  return mails.map(({ occasion, about, uuid, not_sent_at, reason }) => ({
    mail: occasion,
    record: `${about} ${uuid}`,
    not_sent_at: not_sent_at ?? null,
    reason: reason ?? null,
  }));
}

/** Lists the mails to a user with their status, or those of a reseller that were not sent. */
export async function listMails({
  user_uuid,
  reseller_uuid,
  not_sent = false,
}: CommandInput<"mail list">) {
  if (user_uuid !== undefined && reseller_uuid === undefined && !not_sent) {
    return await describeMails(await requireOwned("user", user_uuid));
  }
  if (reseller_uuid === undefined || user_uuid !== undefined || !not_sent) {
    throw new WrongInput("Give --user, or --reseller with --not-sent.");
  }
  return await findNotSent(reseller_uuid);
}

/** Sends a user's onboarding mail, also if it was sent before. SES sends none to an address that bounced. */
export async function resendMail({ user_uuid }: CommandInput<"mail resend">) {
  const user = await requireChangeable("user", user_uuid);
  const { reseller_uuid, suspended_at } = user;
  if (suspended_at) throw new WrongInput(`User ${user_uuid} is suspended, and gets no mail.`);
  const key = { reseller_uuid, about: "user", uuid: user_uuid, occasion: "onboarding" } as const;
  const isReset = await resetMail(key);
  if (!isReset) throw new WrongInput("The mail is being sent at this moment.");
  const message = { onboarding: { reseller_uuid, user_uuid } };
  await sendMessages(requireEnv("MAIL_QUEUE_URL"), [message], () => reseller_uuid);
  return describeMails(user);
}

/** Takes back that a user unsubscribed from reports. */
export async function resubscribe({ user_uuid }: CommandInput<"mail resubscribe">) {
  const { reseller_uuid, uuid } = await requireChangeable("user", user_uuid);
  const changed = await changeReportMails({ reseller_uuid, uuid }, () => ({
    unsubscribed_at: undefined,
  }));
  return presentReportMails(uuid, changed);
}
