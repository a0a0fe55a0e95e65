import { createHmac, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../infra/local/http/server.ts";
import { lockDataDir, noteServer } from "../../../infra/local/serverLock.ts";
import { eventually, makeDirectory, run } from "./support.ts";

const SECRET = `whsec_${randomBytes(32).toString("base64")}`;
const BODY = '{"type":"website.updated","data":{}}';

/** The three headers of Standard Webhooks 1.0.0. */
function sign(body: string, { id = "evt_1", at = Date.now() } = {}) {
  const seconds = Math.floor(at / 1000);
  const hmac = createHmac("sha256", Buffer.from(SECRET.replace("whsec_", ""), "base64"));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${hmac.update(`${id}.${seconds}.${body}`).digest("base64")}`,
  };
}

/** A listener; `post` returns the line that it prints. */
async function listen(args: string[], dataDir = makeDirectory()) {
  const { output, child, exited } = run("infra/local/webhookListener.ts", args, {
    ...{ DATA_DIR: dataDir, npm_lifecycle_event: "" },
  });
  const [start, url = ""] = await eventually(() =>
    /^Listening on (\S+); Ctrl-C stops it\.\n\n/.exec(output.stdout),
  );
  let read = start.length;
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
    async post(body: string, headers: Record<string, string>) {
      expect((await fetch(url, { method: "POST", body, headers })).status).toBe(200);
      await eventually(() => output.stdout.endsWith("\n") && output.stdout.length > read);
      const line = output.stdout.slice(read, -1);
      read = output.stdout.length;
      return line;
    },
  };
}

test("the listener prints time, type, event, and whether the signature holds", async () => {
  const { post } = await listen(["--port", "0", "--secret", SECRET]);
  const line = /^\d\d:\d\d:\d\d {2}website\.updated {6}/;
  expect(await post(BODY, sign(BODY))).toMatch(line);
  expect(await post(BODY, sign(BODY))).toMatch(/ {2}evt_1 {2}signature holds$/);
  expect(await post(`${BODY} `, sign(BODY))).toContain(
    "  SIGNATURE WRONG (No matching signature found)",
  );
  expect(await post(BODY, sign(BODY, { at: Date.now() - 3_600_000 }))).toContain(
    "  SIGNATURE WRONG (Message timestamp too old)",
  );
  expect(await post("{\u001b[1A", {})).toMatch(/ {2}not JSON [^\p{Cc}]*$/u);
  expect(await post('{"type":"\\u001b[2J"}', {})).toMatch(/ {2}\?\[2J [^\p{Cc}]*$/u);
});

test("the listener registers its URL once, and checks with the secret of that webhook", async () => {
  const webhooks: { uuid: string; endpoint: string }[] = [];
  const requests: string[] = [];
  const answer = async (request: IncomingMessage) => {
    const { method, url, headers } = request;
    requests.push(`${method} ${url} ${headers["api-key"]}`);
    if (method === "POST") webhooks.push({ uuid: "1", ...JSON.parse(await text(request)) });
    const data =
      url === "/v1/webhooks" ? (method === "POST" ? webhooks[0] : webhooks) : { secret: SECRET };
    const isKnown = headers["api-key"] === "rwm_1";
    return {
      ...{ status: isKnown ? 200 : 401, headers: {} },
      body: Buffer.from(isKnown ? JSON.stringify({ data }) : "no"),
    };
  };
  const api = await startServer(answer, { port: 0 });
  const dataDir = makeDirectory();
  onTestFinished(lockDataDir(dataDir));
  onTestFinished(() => api.close(0));
  const url = `http://localhost:${api.port}`;
  noteServer(dataDir, { api: url, database: "", lambda: "" });
  writeFileSync(join(dataDir, "api-key"), "rwm_1\n");
  const first = await listen(["--port", "0"], dataDir);
  expect(webhooks).toMatchObject([{ endpoint: first.url }]);
  await first.stop();
  const second = await listen(["--port", new URL(first.url).port], dataDir);
  expect(await second.post(BODY, sign(BODY))).toContain("  signature holds");
  const secret = "GET /v1/webhooks/1/secret rwm_1";
  expect(requests).toEqual([
    ...["GET /v1/webhooks rwm_1", "POST /v1/webhooks rwm_1", secret],
    ...["GET /v1/webhooks rwm_1", secret],
  ]);
  writeFileSync(join(dataDir, "api-key"), "none\n");
  const refused = run("infra/local/webhookListener.ts", ["--port", "0"], { DATA_DIR: dataDir });
  expect(await refused.exited).toMatchObject({
    ...{ code: 1, stdout: "", stderr: "The service answers 401 to GET /v1/webhooks: no\n" },
  });
});

test.each([
  [["--prot", "1"], "Unknown option '--prot'; see --help."],
  [["--secret", "whsec_!"], "--secret must be whsec_ and base64, as the API shows it."],
])("wrong options are refused in a sentence: %j", async (args, sentence) => {
  const { exited } = run("infra/local/webhookListener.ts", args, {});
  expect(await exited).toMatchObject({ code: 2, stdout: "", stderr: `${sentence}\n` });
});
