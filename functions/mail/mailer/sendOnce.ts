import { Mail, type MailKey, type MailRecord } from "../../../shared/entities/mail.ts";
import { MailAddress, mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import type { ResellerRecord } from "../../../shared/entities/reseller.ts";
import { optionalEnv, requireEnv } from "../../../shared/env.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { type Clock, timestamp } from "../../../shared/time.ts";
import { mailbox } from "./mailbox.ts";
import { type Mailing, Refused, sendMail } from "./sendMail.ts";

/** Longer than the function may run: a worker whose claim has ended has died. */
const CLAIM_SECONDS = 65;
/** The statuses of a mail that was not sent. */
const OPEN: readonly MailRecord["status"][] = ["waiting", "off", "refused"];

const OF_A_SANDBOX = "No mail leaves a sandbox.";

const SENDING: MailRecord["status"] = "sending";

/** A mail to send once: the key of its record, the name of its sender, and its content. */
export interface OnceMail {
  key: MailKey;
  reseller: Pick<ResellerRecord, "sandbox_of">;
  senderName: string;
  mailing: Omit<Mailing, "sender">;
  expires_epoch?: number;
}

/**
 * Sends a mail unless it was sent before, and records the outcome. Throws while another worker is sending
 * it, and when it was not sent; trying again later may help. A second mail is sent only if SES's answer is
 * lost, or the worker dies between that answer and its record.
 */
export async function sendOnce(
  { key, reseller, senderName, mailing, expires_epoch }: OnceMail,
  clock: Clock,
) {
  const claimed_until = timestamp(new Date(clock.now() + CLAIM_SECONDS * 1000));
  const claimed = await writeIfTrue(() =>
    Mail.put({ ...key, status: "sending", claimed_until, ...(expires_epoch && { expires_epoch }) })
      .where(({ status, claimed_until }, { eq, lt, notExists }) =>
        [
          notExists(status),
          ...OPEN.map((open) => eq(status, open)),
          `(${eq(status, SENDING)} AND ${lt(claimed_until, timestamp(new Date(clock.now())))})`,
        ].join(" OR "),
      )
      .go(),
  );
  if (!claimed) return await assertDone(key);

  const record = (fields: Partial<MailRecord>) => recordOutcome(key, claimed_until, fields);
  if (reseller.sandbox_of) return await record({ status: "discarded", reason: OF_A_SANDBOX });
  const mailFrom = optionalEnv("MAIL_FROM");
  if (!mailFrom) return await record({ status: "off" });
  const { data: suppression } = await MailAddress.get(mailAddressKey(mailing.to)).go({
    consistent: true,
  });
  if (suppression) return await record({ status: "suppressed" });
  try {
    const { about, ...tags } = key;
    const sender = mailbox(senderName, mailFrom);
    const configurationSet = requireEnv("MAIL_CONFIGURATION_SET");
    const message_id = await sendMail(
      { ...mailing, sender },
      { ...tags, about },
      { clock, configurationSet },
    );
    await record({ status: "sent", message_id, sent_at: timestamp(new Date(clock.now())) });
  } catch (error) {
    if (error instanceof Refused) await record({ status: "refused", reason: error.message });
    throw error;
  }
}

/** Throws while another worker has claimed the mail, since that worker may die. */
async function assertDone(key: MailKey) {
  const { data: mail } = await Mail.get(key).go({ consistent: true });
  if (mail?.status === "sending") throw new Error("Another worker is sending this mail");
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
