import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { mailbox } from "../../../functions/workers/mailer/mailbox.ts";
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

function email(FromEmailAddress: string) {
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
  };
}

async function send(input: ReturnType<typeof email>) {
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const client = new SESv2Client({ endpoint: endpoint.url, region: "local", credentials });
  onTestFinished(() => client.destroy());
  return await client.send(new SendEmailCommand(input));
}

/** The only mail, its headers on one line each. */
function readMail() {
  const [file = "", ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  const eml = readFileSync(join(folder, file), "utf8");
  return { file, eml: eml.replaceAll(/\r\n[ \t]+/g, " ").replaceAll("\r\n", "\n") };
}

describe("the local SES", () => {
  test("writes what the AWS SDK sends as a file with both kinds of text", async () => {
    const { MessageId } = await send(email(mailbox("Acme", "m@example.com")));
    const { file, eml } = readMail();
    expect(file).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d-]*Z-${MessageId}\\.eml$`));
    for (const line of [
      'From: "Acme" <m@example.com>',
      "To: grace@example.com",
      "Reply-To: hello@acme.example",
      "Auto-Submitted: auto-generated",
      `Message-ID: <${MessageId}@local>`,
    ]) {
      expect(eml.split("\n")).toContain(line);
    }
    expect(eml).toMatch(/Subject: =\?UTF-8\?/);
    expect(eml).toMatch(/Content-Type: text\/plain; charset=utf-8\n/);
    expect(eml).toMatch(/Content-Type: text\/html; charset=utf-8\n/);
  });
});
