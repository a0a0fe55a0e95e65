import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "aws-lambda";
import { describe, expect, onTestFinished, test } from "vitest";
import { handler as webhooks } from "../../../functions/api/webhooks/index.ts";
import { Problem } from "../../../infra/cli/terminal.ts";
import { startServer } from "../../../infra/local/http/server.ts";
import { createReceiver, readOptions, register } from "../../../infra/local/webhookListener.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { makeReseller } from "../../support/factories.ts";

const SECRET = newSecret();
const BODY = '{"type":"website.updated","data":{}}';

function newSecret() {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The three headers of Standard Webhooks 1.0.0, with a signature by each of the secrets. */
function sign(body: string, { id = "evt_1", at = Date.now(), secrets = [SECRET] } = {}) {
  const seconds = Math.floor(at / 1000);
  const signatures = secrets.map((secret) => {
    const hmac = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"));
    return `v1,${hmac.update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}

const LISTENED_AT = new Date("2026-11-22T09:30:00").getTime();

/** A listener in this process, by a clock that only it moves. */
async function listen() {
  const lines: string[] = [];
  const receive = createReceiver([SECRET], {
    now: () => LISTENED_AT,
    print: (line) => lines.push(line),
  });
  const server = await startServer(receive, { port: 0 });
  onTestFinished(() => server.close(0));
  const post = async (body: string, headers: Record<string, string>) => {
    const url = `http://localhost:${server.port}/hooks`;
    return (await fetch(url, { method: "POST", body, headers })).status;
  };
  return { lines, post, port: server.port };
}

describe("the listener", () => {
  test("prints time, type, event, whether the signature holds, and which attempt it is", async () => {
    const { lines, post } = await listen();
    expect(await post(BODY, sign(BODY))).toBe(200);
    await post(BODY, sign(BODY));
    await post(BODY, sign(BODY, { id: "evt_2" }));
    const start = "09:30:00  website.updated    ";
    expect(lines).toEqual([
      `${start}  evt_1  signature holds  attempt 1`,
      `${start}  evt_1  signature holds  attempt 2 (a repeat)`,
      `${start}  evt_2  signature holds  attempt 1`,
    ]);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ["a tampered body", sign(BODY), `${BODY} `, "No matching signature found"],
    [
      "an old signature",
      sign(BODY, { at: Date.now() - 3_600_000 }),
      BODY,
      "Message timestamp too old",
    ],
  ])("calls the signature wrong with %s", async (_, headers, body, reason) => {
    const { lines, post } = await listen();
    await post(body, headers);
    expect(lines).toEqual([expect.stringContaining(`  SIGNATURE WRONG (${reason})`)]);
  });

  test("lets nothing that it is sent move the cursor", async () => {
    const { lines, post } = await listen();
    await post("{\u001b[1A", {});
    await post('{"type":"\\u001b[2J"}', {});
    expect(lines.join("")).not.toMatch(/\p{Cc}/u);
    expect(lines[0]).toContain("  not JSON ");
    expect(lines[1]).toContain("  ?[2J ");
  });
});

test("registers its URL once, and takes the secret of that webhook", async () => {
  const { uuid, key } = await makeReseller();
  const url = "http://localhost:4100";
  const service = {
    invoke: async (_: string, event: unknown) => await webhooks(event as ApiEvent, {} as Context),
  };
  const secret = await register(service, { url, key });
  expect(await register(service, { url, key })).toBe(secret);
  const { data } = await Webhook.query.ofReseller({ reseller_uuid: uuid }).go();
  expect(data).toMatchObject([{ endpoint: url }]);
  await expect(register(service, { url, key: "none" })).rejects.toThrow(
    "The service answers 401 to GET /v1/webhooks: ",
  );
});

test.each([
  [["--prot", "1"], "Unknown option '--prot'; see --help."],
  [["extra"], "Unexpected argument 'extra'; see --help."],
  [["--port", "abc"], '--port must be a whole number from 0 to 65535, not "abc".'],
  [["--secret", "whsec_!"], "--secret must be whsec_ and base64, as the API shows it."],
])("wrong options are refused in a sentence: %j", (args, sentence) => {
  expect(() => readOptions(args)).toThrow(new Problem(sentence, 2));
});
