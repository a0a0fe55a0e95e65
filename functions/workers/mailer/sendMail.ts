import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Clock } from "../../../shared/platform/time.ts";

/** A mail to send. */
export interface Mailing {
  sender: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
}

/** SES did not take the mail, or was not reached: nothing was sent. */
export class Refused extends Error {}

const ATTEMPTS = 5;
const TIMEOUT_MS = 10_000;

// A kept connection would die while Lambda freezes the function, and the next mail would fail on it.
const oneConnectionEach = { keepAlive: false };

// One attempt: if SES's answer is lost, a retry by the SDK would send a second mail.
const client = new SESv2Client({
  maxAttempts: 1,
  requestHandler: {
    requestTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    // Without it, a request that takes too long only logs a warning.
    throwOnRequestTimeout: true,
    httpAgent: oneConnectionEach,
    httpsAgent: oneConnectionEach,
  },
});

/**
 * Sends a mail through SES and returns SES's id of the message. Waits and tries again while SES throttles.
 * Throws Refused when nothing was sent; after any other error the mail may have been sent.
 */
export async function sendMail(
  { sender, to, replyTo, subject, text, html, headers = {} }: Mailing,
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
        // Asks for no automatic replies (RFC 3834).
        Headers: Object.entries({ "Auto-Submitted": "auto-generated", ...headers }).map(
          ([Name, Value]) => ({ Name, Value }),
        ),
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

/** No connection was made. */
const UNREACHED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Whether SES answered with an error, or was not reached. Without an answer, it may have taken the mail. */
function isRefusal(error: unknown): error is Error {
  if (error instanceof SESv2ServiceException) return true;
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // The SDK's own error of a slow connection has no code.
  return UNREACHED.has(code) || error.message.includes("did not establish a connection");
}
