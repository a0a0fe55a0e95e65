import * as z from "zod/mini";
import { Mail, type MailRecord } from "../../../shared/entities/mail.ts";
import { MailAddress, mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import { log } from "../../../shared/log.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";

const DETAIL_MAX_LENGTH = 500;

const recipients = z.array(
  z.object({ emailAddress: z.string(), diagnosticCode: z.optional(z.string()) }),
);

/** An event that SES publishes, as far as it matters here ("Contents of event data", SES guide). */
const event = z.object({
  eventType: z.string(),
  mail: z.object({ messageId: z.string(), tags: z.record(z.string(), z.array(z.string())) }),
  bounce: z.optional(
    z.object({
      bounceType: z.string(),
      bounceSubType: z.string(),
      bouncedRecipients: recipients,
      timestamp: z.string(),
    }),
  ),
  complaint: z.optional(
    z.object({
      complaintFeedbackType: z.nullish(z.string()),
      complainedRecipients: recipients,
      timestamp: z.string(),
    }),
  ),
});

interface Feedback {
  reason: "bounce" | "complaint";
  status: "bounced" | "complained";
  addresses: string[];
  detail: string;
  at: string;
}

/**
 * Suppresses the addresses of a permanent bounce or a complaint, and notes it at the mail. What may
 * pass, and the news that a mail is no spam, changes nothing. Throws where it is no event of SES.
 */
export async function recordFeedback(body: unknown) {
  const parsed = event.parse(body);
  const feedback = readFeedback(parsed);
  if (!feedback) return;
  const { reason, status, addresses, detail, at } = feedback;
  for (const address of addresses) {
    const suppressed_at = timestamp(new Date(at));
    await MailAddress.put({ ...mailAddressKey(address), reason, detail, suppressed_at }).go();
  }
  const { messageId, tags } = parsed.mail;
  log("warn", "an address gets no mail any more", { reason, message_id: messageId });
  await noteAtMail(tags, messageId, { status, reason: detail });
}

function readFeedback({ bounce, complaint }: z.output<typeof event>): Feedback | undefined {
  if (bounce?.bounceType === "Permanent") {
    const [first] = bounce.bouncedRecipients;
    const said = [bounce.bounceSubType, first?.diagnosticCode].filter(Boolean).join(": ");
    return {
      reason: "bounce",
      status: "bounced",
      addresses: bounce.bouncedRecipients.map(addressOf),
      detail: said.slice(0, DETAIL_MAX_LENGTH),
      at: bounce.timestamp,
    };
  }
  if (complaint && complaint.complaintFeedbackType !== "not-spam") {
    return {
      reason: "complaint",
      status: "complained",
      addresses: complaint.complainedRecipients.map(addressOf),
      detail: complaint.complaintFeedbackType ?? "unspecified",
      at: complaint.timestamp,
    };
  }
}

/** Mail servers may report an address with a name before it. */
function addressOf({ emailAddress }: { emailAddress: string }): string {
  return /<([^<>]+)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress;
}

/** The tags, which the mailer gave the mail, are the key of its record. */
async function noteAtMail(
  tags: Record<string, string[]>,
  message_id: string,
  fields: Pick<MailRecord, "status" | "reason">,
) {
  const [reseller_uuid, about, uuid, occasion] = ["reseller_uuid", "about", "uuid", "occasion"].map(
    (name) => tags[name]?.[0],
  );
  if (!reseller_uuid || !uuid || !occasion || (about !== "user" && about !== "webhook")) return;
  await writeIfTrue(() =>
    Mail.patch({ reseller_uuid, about, uuid, occasion })
      .set({ ...fields, message_id })
      .remove(["claimed_until"])
      // Of this sending, even where that is not noted yet; not of one before a deliberate second.
      .where(
        (mail, { eq, notExists }) =>
          `${eq(mail.message_id, message_id)} OR (${notExists(mail.message_id)} AND ${eq(mail.status, "sending")})`,
      )
      .go(),
  );
}
