import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { Mail, type MailRecord } from "../../../shared/entities/mail.ts";
import { log } from "../../../shared/log.ts";
import { perMessage } from "../../../shared/queues/perMessage.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { suppress } from "../suppressed.ts";

const DETAIL_MAX_LENGTH = 500;

/** The start of the message that SES sends when the stack tells it where to send its events. */
const GREETING = "Successfully validated SNS topic";

const recipients = z.array(
  z.object({ emailAddress: z.string(), diagnosticCode: z.optional(z.string()) }),
);

/** The fields used here of an event that SES publishes ("Contents of event data", SES guide). */
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
 * Records bounces and complaints, which end mail to their addresses. A message may come twice. Only messages
 * that fail return to the queue.
 */
export async function recordFeedback({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const record = async ({ body }: SQSRecord) => {
    if (!body.startsWith(GREETING)) await recordEvent(JSON.parse(body));
  };
  const text = "a bounce or complaint was not recorded and will be tried again";
  return await perMessage(Records, record, { level: "error", text });
}

/**
 * Suppresses the addresses of a permanent bounce or a complaint and updates the mail's record. Transient
 * bounces and reports that a mail is not spam change nothing. Throws when the body is not an event of SES.
 */
async function recordEvent(body: unknown) {
  const parsed = event.parse(body);
  const feedback = readFeedback(parsed);
  if (!feedback) return;
  const { reason, status, addresses, detail, at } = feedback;
  for (const address of addresses) {
    await suppress(address, { reason, suppressed_at: timestamp(new Date(at)) });
  }
  const { messageId, tags } = parsed.mail;
  const fields = { reason, message_id: messageId, reseller_uuid: tags["reseller_uuid"]?.[0] };
  log("warn", "no more mail is sent to an address", fields);
  await updateMail(tags, messageId, { status, reason: detail });
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

/** The address without the name that mail servers may report before it. */
function addressOf({ emailAddress }: { emailAddress: string }): string {
  return /<([^<>]+)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress;
}

/** Updates the mail's record, whose key the mailer gave the mail as tags. */
async function updateMail(
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
      // Not when the mail was sent again on request: then the feedback is about an earlier message.
      .where(
        (mail, { eq, notExists }) =>
          `${eq(mail.message_id, message_id)} OR (${notExists(mail.message_id)} AND ${eq(mail.status, "sending")})`,
      )
      .go(),
  );
}
