import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { mailbox } from "../../../functions/mail/mailer/mailbox.ts";
import type { LoopbackServer } from "../../../infra/local/http/loopback.ts";
import { startSesEndpoint } from "../../../infra/local/sesEndpoint.ts";
import { makeDirectory } from "./support.ts";

let folder: string;
let endpoint: LoopbackServer;

beforeEach(async () => {
  folder = join(makeDirectory(), "mail");
  endpoint = await startSesEndpoint(folder);
  onTestFinished(() => endpoint.close());
});

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

function email(FromEmailAddress: string, more: object = {}) {
  return {
    FromEmailAddress,
    Destination: { ToAddresses: ["grace@example.com"] },
    ReplyToAddresses: ["hello@acme.example"],
    ConfigurationSetName: "set",
    EmailTags: [{ Name: "uuid", Value: "0190-a" }],
    Content: {
      Simple: {
        Subject: utf8("Ihre Website wird überwacht"),
        Body: { Text: utf8("Guten Tag שלום,\n-- \n🚲"), Html: utf8("<p>Guten Tag 🚲</p>") },
        Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
      },
    },
    ...more,
  };
}

async function send(input: ReturnType<typeof email>) {
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const client = new SESv2Client({ endpoint: endpoint.url, region: "local", credentials });
  onTestFinished(() => client.destroy());
  return await client.send(new SendEmailCommand(input));
}

/** The headers and the decoded text parts of a message (RFC 5322, 2045, 2047), by content type. */
function read(eml: string) {
  const boundary = /boundary="(.*)"/.exec(eml)?.[1];
  const [head = "", ...parts] = eml.split(`--${boundary}`).slice(0, -1);
  const headers = Object.fromEntries(
    head
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .flatMap((line) => (/^[\w-]+: /.test(line) ? [line.split(/: (.*)/s).slice(0, 2)] : [])),
  );
  const texts = parts.map((part) => {
    const [own = "", ...body] = part.trimStart().split("\r\n\r\n");
    const type = /Content-Type: ([\w/]+)/.exec(own)?.[1];
    const encoded = body.join("\r\n\r\n").replace(/\r\n$/, "");
    const bytes = /base64/.test(own)
      ? Buffer.from(encoded, "base64")
      : Buffer.from(
          encoded
            .replaceAll("=\r\n", "")
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          "latin1",
        );
    return [type, bytes.toString("utf8").replaceAll("\r\n", "\n")];
  });
  return { headers, texts: Object.fromEntries(texts) };
}

function decodeWords(value: string) {
  return value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, form, text: string) =>
      form.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString("utf8")
        : Buffer.from(
            text
              .replaceAll("_", " ")
              .replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            "latin1",
          ).toString("utf8"),
    );
}

describe("the local SES", () => {
  test("writes what the AWS SDK sends as a file with both kinds of text", async () => {
    const { MessageId } = await send(email(mailbox("Zoë's Büro 🚲", "m@example.com")));
    const [file = "", ...more] = readdirSync(folder);
    expect(more).toEqual([]);
    expect(file).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d-]*Z-${MessageId}\\.eml$`));
    const { headers, texts } = read(readFileSync(join(folder, file), "utf8"));
    expect(decodeWords(headers["From"])).toBe("Zoë's Büro 🚲 <m@example.com>");
    expect(headers).toMatchObject({
      To: "grace@example.com",
      "Reply-To": "hello@acme.example",
      "Auto-Submitted": "auto-generated",
      "Message-ID": `<${MessageId}@local>`,
      "MIME-Version": "1.0",
    });
    expect(decodeWords(headers["Subject"])).toBe("Ihre Website wird überwacht");
    expect(texts).toEqual({
      "text/plain": "Guten Tag שלום,\n-- \n🚲",
      "text/html": "<p>Guten Tag 🚲</p>",
    });
  });

  test("keeps a quoted name, and what looks like another header in it, in its place", async () => {
    await send(email(mailbox('O"Neil, Sons\r\nBcc: b@example.com', "m@example.com")));
    const [file = ""] = readdirSync(folder);
    const { headers } = read(readFileSync(join(folder, file), "utf8"));
    expect(headers["From"]).toBe('"O\\"Neil, Sons Bcc: b@example.com" <m@example.com>');
    expect(headers).not.toHaveProperty("Bcc");
  });

  test.each([
    ["a name that is not ASCII", email('"Zoë" <m@example.com>')],
    ["nobody to send to", email("m@example.com", { Destination: { ToAddresses: [] } })],
    [
      "a tag with other characters",
      email("m@example.com", { EmailTags: [{ Name: "a", Value: "+" }] }),
    ],
    ["no text", email("m@example.com", { Content: { Simple: { Subject: utf8("s"), Body: {} } } })],
  ])("refuses %s, as SES does, and writes nothing", async (_, input) => {
    const error = await send(input).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(SESv2ServiceException);
    expect(error).toMatchObject({ name: "BadRequestException", $fault: "client" });
    expect(() => readdirSync(folder)).toThrow("ENOENT");
  });

  test("refuses what it does not know", async () => {
    for (const [method, path, body] of [
      ["GET", "/v2/email/outbound-emails", undefined],
      ["POST", "/v2/email/identities", "{}"],
      ["POST", "/v2/email/outbound-emails", "no JSON"],
    ] as const) {
      const response = await fetch(endpoint.url + path, { method, ...(body && { body }) });
      expect(response.status).toBe(400);
    }
  });
});
