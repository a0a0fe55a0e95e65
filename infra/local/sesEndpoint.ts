import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import MailComposer from "nodemailer/lib/mail-composer";
import { log } from "../../shared/platform/log.ts";
import { writeWhole } from "./dataDir.ts";
import { type LoopbackServer, listenOnLoopback } from "./http/loopback.ts";

interface Content {
  Data: string;
}

/** What the AWS SDK sends for SendEmail (API v2, simple content). */
interface Email {
  FromEmailAddress: string;
  Destination: { ToAddresses: string[] };
  ReplyToAddresses?: string[];
  Content: {
    Simple: {
      Subject: Content;
      Body: { Text: Content; Html?: Content };
      Headers: { Name: string; Value: string }[];
    };
  };
}

/**
 * Listens on loopback for SES's SendEmail and writes each mail into the folder, as a file that mail programs
 * open.
 */
export async function startSesEndpoint(folder: string): Promise<LoopbackServer> {
  return await listenOnLoopback(async (_, body) => {
    const email: Email = JSON.parse(body);
    const MessageId = randomUUID();
    const file = await writeEmail(email, folder, MessageId);
    const to = email.Destination.ToAddresses.join(", ");
    log("info", "mail", { to, subject: email.Content.Simple.Subject.Data, file });
    return { body: { MessageId } };
  });
}

/** Writes the message as SES would send it. The file's name begins with the time, so that files sort. */
async function writeEmail(email: Email, folder: string, id: string): Promise<string> {
  const { FromEmailAddress, Destination, ReplyToAddresses, Content } = email;
  const { Subject, Body, Headers } = Content.Simple;
  const message = await new MailComposer({
    to: Destination.ToAddresses,
    ...(ReplyToAddresses && { replyTo: ReplyToAddresses }),
    subject: Subject.Data,
    text: Body.Text.Data,
    ...(Body.Html && { html: Body.Html.Data }),
    headers: Headers.map(({ Name, Value }) => ({ key: Name, value: Value })),
    messageId: `<${id}@local>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const path = join(folder, `${time}-${id}.eml`);
  // The sender's name is encoded already.
  writeWhole(path, `From: ${FromEmailAddress}\r\n${message.toString("utf8")}`);
  return path;
}
