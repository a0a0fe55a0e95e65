import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import MailComposer from "nodemailer/lib/mail-composer";
import * as z from "zod/mini";
import { log } from "../../shared/platform/log.ts";
import { writeWhole } from "./dataDir.ts";
import { type LoopbackServer, listenOnLoopback } from "./http/loopback.ts";

const MAX_RECIPIENTS = 50;

const content = z.object({ Data: z.string(), Charset: z.optional(z.string()) });
/** For a name that is not ASCII, SES answers `Missing '"'` and sends nothing. */
const asciiLine = z.string().check(z.regex(/^[ -~]+$/, "Illegal address"));
const tagPart = z.string().check(z.regex(/^[\w@.-]{1,256}$/, "Invalid tag"));
const sendEmail = z.object({
  FromEmailAddress: asciiLine,
  Destination: z.object({
    ToAddresses: z.array(asciiLine).check(z.minLength(1), z.maxLength(MAX_RECIPIENTS)),
  }),
  ReplyToAddresses: z.optional(z.array(asciiLine)),
  ConfigurationSetName: z.optional(z.string()),
  EmailTags: z.optional(z.array(z.object({ Name: tagPart, Value: tagPart }))),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z
        .object({ Text: z.optional(content), Html: z.optional(content) })
        .check(z.refine(({ Text, Html }) => Boolean(Text || Html), "Body is empty")),
      Headers: z.optional(z.array(z.object({ Name: asciiLine, Value: asciiLine }))),
    }),
  }),
});

type Email = z.output<typeof sendEmail>;

/**
 * Listens on loopback for SES's SendEmail (API v2, simple content) and writes each mail into the folder, as
 * a file that mail programs open.
 */
export async function startSesEndpoint(folder: string): Promise<LoopbackServer> {
  async function answer({ method, url }: IncomingMessage, body: string) {
    if (method !== "POST" || url !== "/v2/email/outbound-emails") {
      throw new SyntaxError(`The local SES does not know ${method} ${url}`);
    }
    const email = sendEmail.parse(JSON.parse(body));
    const { Destination, Content } = email;
    const MessageId = randomUUID();
    const file = await writeEmail(email, folder, MessageId);
    const to = Destination.ToAddresses.join(", ");
    log("info", "mail", { to, subject: Content.Simple.Subject.Data, file });
    return { body: { MessageId } };
  }
  return await listenOnLoopback({ answer, refusal: "BadRequestException" });
}

/** Writes the message as SES would send it. The file's name begins with the time, so that files sort. */
async function writeEmail(email: Email, folder: string, id: string): Promise<string> {
  const { FromEmailAddress, Destination, ReplyToAddresses, Content } = email;
  const { Subject, Body, Headers = [] } = Content.Simple;
  const message = await new MailComposer({
    from: decodeName(FromEmailAddress),
    to: Destination.ToAddresses,
    ...(ReplyToAddresses && { replyTo: ReplyToAddresses }),
    subject: Subject.Data,
    ...(Body.Text && { text: Body.Text.Data }),
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
  writeWhole(path, message.toString("utf8"));
  return path;
}

/** Decodes a name, since the composer encodes names itself (RFC 2047). */
function decodeName(mailbox: string): { name: string; address: string } | string {
  const [, words, address] = /^((?:=\?UTF-8\?B\?[\w+/=]*\?= ?)+)<(.*)>$/.exec(mailbox) ?? [];
  if (!words || !address) return mailbox;
  const parts = [...words.matchAll(/\?B\?([\w+/=]*)\?=/g)].map(([, part = ""]) =>
    Buffer.from(part, "base64"),
  );
  return { name: Buffer.concat(parts).toString("utf8"), address };
}
