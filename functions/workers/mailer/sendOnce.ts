import { Mail, type MailKey, type MailRecord, SENDING_MS } from "../../../shared/entities/mail.ts";
import { isClosed, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { countNotSent, giveBackMail, takeMail } from "../../../shared/mail/dailyLimit.ts";
import { optionalEnv, requireEnv } from "../../../shared/platform/env.ts";
import { TooBusy } from "../../../shared/platform/errors.ts";
import { log } from "../../../shared/platform/log.ts";
import { transactIfTrue } from "../../../shared/platform/table/transact.ts";
import { type Clock, DAY_SECONDS, timestamp } from "../../../shared/platform/time.ts";
import { isReportOccasion } from "../../../shared/reports/mailTimes.ts";
import { unsubscribeToken } from "../../../shared/reports/unsubscribeToken.ts";
import { mailbox } from "./mailbox.ts";
import { type Mailing, Refused, sendMail } from "./sendMail.ts";

/** How long the record of a mail is kept: longer than any message about it lives. */
const RECORD_DAYS = 60;

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

/** The statuses of a mail that was not sent. */
const OPEN: readonly MailRecord["status"][] = ["waiting", "off", "refused"];

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
 * Sends a mail and records the outcome. Nothing happens if the mail was sent before, or its reseller is being deleted. A
 * mail of a closed reseller, or beyond the reseller's daily limit, is recorded as not sent. Throws if SES refused the
 * mail or another worker is sending it, so that the message is tried again. If SES's answer is lost, or the worker dies
 * before it records the answer, the mail is sent again, except for reports and alerts.
 */
export async function sendOnce(
  { key, reseller, senderName, make, isKept, isFirst = false }: OnceMail,
  clock: Clock,
): Promise<void> {
  // A record of the mail would outlive those of the reseller.
  if (reseller.deleting_since !== undefined) return;
  const now = clock.now();
  const at = timestamp(new Date(now));
  const expiry = isKept
    ? {}
    : { expires_epoch: Math.floor(now / 1000) + RECORD_DAYS * DAY_SECONDS };
  const isReport = isReportOccasion(key.occasion);
  const counted = { now, isReport: isReport && !isFirst };
  const isOnlyOnce = isReport || key.about === "address";
  const longAgo = timestamp(new Date(now - SENDING_MS));
  /**
   * Records what becomes of a mail that was not sent; false if another worker was faster. A transaction, because a lost
   * answer must not look like another worker.
   */
  const note = async (fields: Pick<MailRecord, "status"> & Partial<MailRecord>) => {
    return await transactIfTrue(
      Mail.put({ ...key, ...expiry, ...fields }).where(
        ({ status, sent_at }, { eq, lt, notExists }) =>
          [
            notExists(status),
            ...OPEN.map((each) => eq(status, each)),
            ...(isOnlyOnce ? [] : [`(${eq(status, "sending")} AND ${lt(sent_at, longAgo)})`]),
          ].join(" OR "),
      ),
    );
  };
  const noteNotSent = async (reason: string) => {
    const unsent = { status: "not_sent", not_sent_by: reseller.uuid, not_sent_at: at } as const;
    if (await note({ ...unsent, reason })) await countNotSent(reseller.uuid, now);
  };
  if (reseller.sandbox_of) return void (await note({ status: "discarded", reason: OF_A_SANDBOX }));
  if (isClosed(reseller)) return await noteNotSent(CLOSED);
  if (!optionalEnv("MAIL_FROM")) return void (await note({ status: "off" }));
  const mailing = await make();
  if (!(await takeMail(reseller, counted))) return await noteNotSent(FULL);
  if (!(await note({ status: "sending", sent_at: at }))) {
    await giveBackMail(reseller.uuid, counted);
    const { data: mail } = await Mail.get(key).go({ consistent: true });
    if (mail?.status === "sending" && !isOnlyOnce)
      throw new TooBusy("Another worker, which may die, is sending this mail");
    return;
  }
  try {
    const sender = mailbox(senderName, requireEnv("MAIL_FROM"));
    const configurationSet = requireEnv("MAIL_CONFIGURATION_SET");
    const message_id = await sendMail({ ...mailing, sender }, key, { clock, configurationSet });
    await Mail.patch(key).set({ status: "sent", message_id }).go();
  } catch (error) {
    if (!(error instanceof Refused)) {
      log("warn", "a mail may not have been sent, as SES did not answer", { ...key });
      const status = isOnlyOnce ? "sending" : "waiting";
      await Mail.patch(key).set({ status, reason: NO_ANSWER }).go();
      if (isOnlyOnce) return;
      throw error;
    }
    await Mail.patch(key)
      .set({ status: "refused", reason: error.message })
      .remove(["sent_at"])
      .go();
    await giveBackMail(reseller.uuid, counted);
    throw error;
  }
}
