import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { readSigningKey, secretOf } from "../../../../shared/webhooks/signing.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const BODY = '{"type":"website.down","data":{"hostname":"https://käse.example"}}';
const ID = "evt_1";

type Headers = Record<string, string>;

/** The example of a verifier in the guide: the one of its language that contains `mark`. */
function example(language: string, mark: string): string {
  const guide = readFileSync(join(ROOT, "functions/reference/guides/webhooks.md"), "utf8");
  const blocks = [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const [, , code] =
    blocks.find(([, name, text]) => name === language && text?.includes(mark)) ?? [];
  if (code === undefined) throw new Error(`The guide has no example in ${language} with ${mark}`);
  return code;
}

/** Signed as section "Signature scheme" of Standard Webhooks 1.0.0 says. */
function sign(secrets: string[], seconds = Math.floor(Date.now() / 1000)): Headers {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const signed = `${ID}.${seconds}.${BODY}`;
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  });
  return {
    "webhook-id": ID,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}

let folder: string;
let secret: string;
let other: string;

beforeAll(async () => {
  // In the project, so that the example finds its library.
  folder = mkdtempSync(join(ROOT, "node_modules/.verify-"));
  const signingKey = await readSigningKey();
  const webhook = { reseller_uuid: newUuid(), uuid: newUuid() };
  secret = secretOf(signingKey, { ...webhook, secret_generation: 1 });
  other = secretOf(signingKey, { ...webhook, secret_generation: 2 });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Whether an example accepts each of these deliveries. */
type Verify = (deliveries: { headers: Headers; body: string }[]) => Promise<boolean[]>;

const inTypeScript: Verify = async (deliveries) => {
  const file = join(folder, "verify.ts");
  writeFileSync(file, example("ts", "verify("));
  const { verify } = await import(file);
  return deliveries.map(({ headers, body }) => {
    try {
      expect(verify(secret, headers, body)).toEqual(JSON.parse(body));
      return true;
    } catch {
      return false;
    }
  });
};

const inPython: Verify = async (deliveries) => {
  const program = [
    example("python", "hmac"),
    "import json, sys",
    "given = json.load(sys.stdin)",
    "def accepts(delivery):",
    "    try:",
    '        verify(given["secret"], delivery["headers"], delivery["body"].encode())',
    "        return True",
    "    except ValueError:",
    "        return False",
    'print(json.dumps([accepts(each) for each in given["deliveries"]]))',
  ].join("\n");
  const input = JSON.stringify({ secret, deliveries });
  const { stdout, stderr } = spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
};

const hasPython = spawnSync("python3", ["--version"]).status === 0;

const examples: [string, Verify, boolean][] = [
  ["TypeScript", inTypeScript, true],
  ["Python", inPython, hasPython],
];

for (const [language, verify, canRun] of examples) {
  describe.runIf(canRun)(`the documented example in ${language}`, () => {
    test("accepts a delivery signed with the secret, also beside another signature", async () => {
      const accepted = [sign([secret]), sign([other, secret])];
      expect(await verify(accepted.map((headers) => ({ headers, body: BODY })))).toEqual([
        true,
        true,
      ]);
    });

    test("refuses another secret, body or id, an old delivery and an empty signature", async () => {
      const tenMinutesAgo = Math.floor(Date.now() / 1000) - 600;
      const refused = [
        { headers: sign([other]), body: BODY },
        { headers: sign([secret]), body: BODY.replace("down", "up") },
        { headers: { ...sign([secret]), "webhook-id": "evt_2" }, body: BODY },
        { headers: sign([secret], tenMinutesAgo), body: BODY },
        { headers: { ...sign([secret]), "webhook-signature": "" }, body: BODY },
      ];
      expect(await verify(refused)).toEqual(refused.map(() => false));
    });
  });
}
