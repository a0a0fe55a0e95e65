import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Clock } from "../../../shared/time.ts";

/** A mail as SES takes it, but for whom it is from. */
export interface Mailing {
  sender: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html?: string;
}

/** SES has not taken the mail: nothing was sent. */
export class Refused extends Error {}

const ATTEMPTS = 5;
const TIMEOUT_MS = 10_000;

// A connection that is kept is gone when Lambda has frozen the function in between, and only the next
// mail would find out.
const eachItsOwn = { keepAlive: false };

// One attempt: after an answer that was lost, the SDK's own second one would send a second mail.
const client = new SESv2Client({
  maxAttempts: 1,
  requestHandler: {
    requestTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    // Without it a request that takes too long is only warned of.
    throwOnRequestTimeout: true,
    httpAgent: eachItsOwn,
    httpsAgent: eachItsOwn,
  },
});

/**
 * Has SES send a mail, and returns its id of the message. Waits and tries again while SES says that
 * it is sent too many. Throws Refused where SES answers that it does not take the mail; any other
 * error leaves it open whether it did.
 */
export async function sendMail(
  { sender, to, replyTo, subject, text, html }: Mailing,
  tags: Record<string, string>,
  { clock, configurationSet }: { clock: Clock; configurationSet: string },
): Promise<string> {
  const command = new SendEmailCommand({
    FromEmailAddress: sender,
    Destination: { ToAddresses: [to] },
    ...(replyTo && { ReplyToAddresses: [replyTo] }),
    ConfigurationSetName: configurationSet,
    EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
    Content: {
      Simple: {
        Subject: utf8(subject),
        Body: { Text: utf8(text), ...(html && { Html: utf8(html) }) },
        // No automatic answers, please (RFC 3834).
        Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
      },
    },
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { MessageId = "" } = await client.send(command);
      return MessageId;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (!/TooManyRequests|Throttl/.test(error.name) || attempt === ATTEMPTS) {
        throw new Refused(`${error.name}: ${error.message}`, { cause: error });
      }
      await clock.sleep((1 + Math.random()) * 500 * 2 ** attempt);
    }
  }
}

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

/** An answer of SES that blames the request; one that does not may come after the mail was taken. */
function isRefusal(error: unknown): error is SESv2ServiceException {
  return error instanceof SESv2ServiceException && error.$fault === "client";
}
