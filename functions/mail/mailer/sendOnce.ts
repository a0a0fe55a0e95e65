import { Mail, type MailKey, type MailRecord } from "../../../shared/entities/mail.ts";
import { MailAddress, mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import type { ResellerRecord } from "../../../shared/entities/reseller.ts";
import { optionalEnv, requireEnv } from "../../../shared/env.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { type Clock, timestamp } from "../../../shared/time.ts";
import { mailbox } from "./mailbox.ts";
import { type Mailing, Refused, sendMail } from "./sendMail.ts";

/** Longer than the function may run: whose claim has ended is dead. */
const CLAIM_SECONDS = 65;
/** Nothing was sent. */
const OPEN: readonly MailRecord["status"][] = ["waiting", "off", "refused"];

const OF_A_SANDBOX = "No mail leaves a sandbox.";

const SENDING: MailRecord["status"] = "sending";

/** A mail to be sent once: its record's key, whom it names as its sender, and the rest. */
export interface OnceMail {
  key: MailKey;
  reseller: Pick<ResellerRecord, "sandbox_of">;
  senderName: string;
  mailing: Omit<Mailing, "sender">;
  expires_epoch?: number;
}

/**
 * Sends a mail unless it was sent before, and notes what came of it. Throws while somebody else is
 * at it, and when it was not sent: trying again later may help. Whoever dies after SES has taken the
 * mail and before that is noted, or never gets SES's answer, makes the next one send it again: the
 * only way to a second mail.
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

  const note = (fields: Partial<MailRecord>) => noteOutcome(key, claimed_until, fields);
  if (reseller.sandbox_of) return await note({ status: "discarded", reason: OF_A_SANDBOX });
  const mailFrom = optionalEnv("MAIL_FROM");
  if (!mailFrom) return await note({ status: "off" });
  const { data: suppression } = await MailAddress.get(mailAddressKey(mailing.to)).go({
    consistent: true,
  });
  if (suppression) return await note({ status: "suppressed" });
  try {
    const { about, ...tags } = key;
    const sender = mailbox(senderName, mailFrom);
    const configurationSet = requireEnv("MAIL_CONFIGURATION_SET");
    const message_id = await sendMail(
      { ...mailing, sender },
      { ...tags, about },
      { clock, configurationSet },
    );
    await note({ status: "sent", message_id, sent_at: timestamp(new Date(clock.now())) });
  } catch (error) {
    if (error instanceof Refused) await note({ status: "refused", reason: error.message });
    throw error;
  }
}

/** Throws where the claim on a mail is somebody else's, who may die. */
async function assertDone(key: MailKey) {
  const { data: mail } = await Mail.get(key).go({ consistent: true });
  if (mail?.status === "sending") throw new Error("Somebody else is sending this mail");
}

/** Ends a claim; writes nothing where it is no longer ours, or a bounce was faster. */
async function noteOutcome(key: MailKey, claim: string, fields: Partial<MailRecord>) {
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
