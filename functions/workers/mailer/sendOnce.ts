import { Mail, type MailKey, type MailRecord } from "../../../shared/entities/mail.ts";
import { isClosed, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { countNotSent, giveBackMail, takeMail } from "../../../shared/mail/dailyLimit.ts";
import { optionalEnv, requireEnv } from "../../../shared/platform/env.ts";
import { TooBusy } from "../../../shared/platform/errors.ts";
import { log } from "../../../shared/platform/log.ts";
import { writeIfTrue } from "../../../shared/platform/table/transact.ts";
import { type Clock, timestamp } from "../../../shared/platform/time.ts";
import { isReportOccasion } from "../../../shared/reports/mailTimes.ts";
import { unsubscribeToken } from "../../../shared/reports/unsubscribeToken.ts";
import { mailbox } from "./mailbox.ts";
import { type Mailing, Refused, sendMail } from "./sendMail.ts";

/** How long the record of a mail is kept: longer than any message about it lives. */
const RECORD_DAYS = 60;
/** Longer than the function may run: a worker whose claim has ended has died. */
const CLAIM_SECONDS = 65;

const OF_A_SANDBOX = "No mail leaves a sandbox.";
const FULL = "The reseller has sent its mails of the day.";
const CLOSED = "The reseller is closed.";
const NO_ANSWER = "SES did not answer.";

/** The sender of mails to resellers themselves. */
export const SERVICE_NAME = "Website monitoring";

/** The link that ends such mails, and the headers by which mail programs offer it with one click (RFC 8058). */
export function unsubscribing(holder: Parameters<typeof unsubscribeToken>[0]) {
  const unsubscribe_url = `${requireEnv("API_URL")}/unsubscribe/${unsubscribeToken(holder)}`;
  return {
    unsubscribe_url,
    headers: {
      "List-Unsubscribe": `<${unsubscribe_url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const NOT_SENT = "not_sent";
/** The statuses of a mail that was not sent. */
const OPEN: readonly MailRecord["status"][] = ["waiting", "off", "refused"];
const SENDING: MailRecord["status"] = "sending";

/** A mail to send once: the key of its record, the name of its sender, and its content. */
interface OnceMail {
  key: MailKey;
  reseller: ResellerRecord;
  senderName: string;
  /** Makes the content of a mail that is to be sent. */
  make: () => Promise<Omit<Mailing, "sender">>;
  /** Whether the record of the mail stays as long as the user. Others expire. */
  isKept?: true;
  /** Whether it is the user's first mail: a report then counts against the limit of the day, too. */
  isFirst?: boolean;
}

/**
 * Sends a mail and records the outcome. Nothing happens if the mail was sent before or its reseller is being deleted. A
 * mail of a closed reseller, or beyond the reseller's daily limit, is recorded as not sent. Throws if another worker is
 * sending the mail or SES refused it, so that the message is tried again. If SES's answer is lost, or the worker dies
 * before it records the answer, the mail is sent again, except for reports and alerts.
 */
export async function sendOnce(mail: OnceMail, clock: Clock): Promise<void> {
  const { key, reseller, senderName, make } = mail;
  // A record of the mail would outlive those of the reseller.
  if (reseller.deleting_since !== undefined) return;
  const began = clock.now();
  const now = timestamp(new Date(began));
  const claimed_until = timestamp(new Date(began + CLAIM_SECONDS * 1000));
  const expires_epoch = mail.isKept ? undefined : Math.floor(began / 1000) + RECORD_DAYS * 86_400;
  const isReport = isReportOccasion(key.occasion);
  const isOnlyOnce = isReport || key.about === "address";
  const claimed = await claimMail(key, { now, claimed_until, expires_epoch, isOnlyOnce });
  if (!claimed) return await assertDone(key, now);

  const record = (fields: Partial<MailRecord>) => recordOutcome(key, claimed_until, fields);
  const counted = { now: began, isReport: isReport && !mail.isFirst };
  const unsent = await findReasonNotToSend(mail, counted).catch(async (error) => {
    // Otherwise the claim of a report or alert would stay for good.
    await record({ status: "waiting" });
    throw error;
  });
  if (unsent) {
    await record(unsent);
    if (unsent.status === NOT_SENT) await countNotSent(reseller.uuid, began);
    return;
  }
  const mailing = await make().catch(async (error) => {
    await record({ status: "waiting" });
    await giveBackMail(reseller.uuid, counted);
    throw error;
  });
  try {
    const sender = mailbox(senderName, requireEnv("MAIL_FROM"));
    const configurationSet = requireEnv("MAIL_CONFIGURATION_SET");
    const message_id = await sendMail({ ...mailing, sender }, key, { clock, configurationSet });
    await record({ status: "sent", message_id, sent_at: timestamp(new Date(clock.now())) });
  } catch (error) {
    if (error instanceof Refused) {
      await record({ status: "refused", reason: error.message });
      await giveBackMail(reseller.uuid, counted);
    } else if (isOnlyOnce) {
      log("warn", "a mail may not have been sent, as SES did not answer", { ...key });
      return await record({ status: SENDING, reason: NO_ANSWER });
    }
    throw error;
  }
}

/** The outcome of a mail that is not to be sent; undefined for one that was counted and is to be sent. */
async function findReasonNotToSend(
  mail: OnceMail,
  counted: { now: number; isReport: boolean },
): Promise<Partial<MailRecord> | undefined> {
  const { reseller } = mail;
  const notSent = (reason: string): Partial<MailRecord> => {
    const not_sent_at = timestamp(new Date(counted.now));
    return { status: NOT_SENT, reason, not_sent_by: reseller.uuid, not_sent_at };
  };
  if (reseller.sandbox_of) return { status: "discarded", reason: OF_A_SANDBOX };
  if (isClosed(reseller)) return notSent(CLOSED);
  if (!optionalEnv("MAIL_FROM")) return { status: "off" };
  return (await takeMail(reseller, counted)) ? undefined : notSent(FULL);
}

interface Claim {
  now: string;
  claimed_until: string;
  expires_epoch?: number | undefined;
  /** Whether a mail that may have been sent must not be sent again. */
  isOnlyOnce: boolean;
}

/** Claims a mail for a worker. Returns false if it was sent or another worker is sending it. */
async function claimMail(
  key: MailKey,
  { now, claimed_until, expires_epoch, isOnlyOnce }: Claim,
): Promise<boolean> {
  const claimed = await writeIfTrue(() =>
    Mail.put({ ...key, status: SENDING, claimed_until, ...(expires_epoch && { expires_epoch }) })
      .where(({ status, claimed_until }, { eq, lt, notExists }) =>
        [
          notExists(status),
          ...OPEN.map((each) => eq(status, each)),
          ...(isOnlyOnce ? [] : [`(${eq(status, SENDING)} AND ${lt(claimed_until, now)})`]),
        ].join(" OR "),
      )
      .go(),
  );
  return claimed !== undefined;
}

/** Ends a claim with an outcome, unless another worker has the claim or a bounce was recorded first. */
async function recordOutcome(key: MailKey, claim: string, fields: Partial<MailRecord>) {
  await writeIfTrue(() =>
    Mail.patch(key)
      .set(fields)
      .remove(["claimed_until"])
      .where(
        ({ status, claimed_until }, { eq }) =>
          `${eq(status, SENDING)} AND ${eq(claimed_until, claim)}`,
      )
      .go(),
  );
}

/** Throws while another worker has claimed the mail, since that worker may die. */
async function assertDone(key: MailKey, now: string): Promise<void> {
  const { data: mail } = await Mail.get(key).go({ consistent: true });
  const { claimed_until = "" } = mail ?? {};
  if (mail?.status === SENDING && claimed_until >= now)
    throw new TooBusy("Another worker is sending this mail");
}
