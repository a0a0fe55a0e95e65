import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request as forward } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { timestamp } from "../../../shared/platform/time.ts";
import type { ProbeUrl } from "../../../shared/uptime/probeWebsite.ts";
import { adminHere } from "../../infra/cli/admin/inProcess.ts";
import { call } from "../../support/api.ts";
import {
  makeFinding,
  makeReseller,
  onboardingBody,
  type TestReseller,
} from "../../support/factories.ts";
import { monitorWebsite, probeSeparately } from "../../support/monitoring.ts";
import { startService } from "../../support/service.ts";
import { serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { startProgram } from "./program.ts";

const ROOT = join(import.meta.dirname, "../../..");
const EXAMPLES = join(ROOT, "functions/reference/guides/examples");
const CLIENT = "reseller-website-monitoring-client";
const { version: VERSION } = JSON.parse(
  readFileSync(join(ROOT, "functions/reference/client/package.json"), "utf8"),
);
const WRONG_ROWS = `Line 9: email: Email must have the form name@example.com (format)
Line 22: last_name: Last name must not be empty (required)
Line 25: phone_number: Phone number must be in international format, as in +442071838750 (format)
Line 25: country_code: Country code must be a two-letter ISO 3166-1 country code (format)
`;
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ROWS = readFileSync(join(EXAMPLES, "customers.csv"), "utf8").split("\n");

const SHEET = [
  "email;first_name;last_name;language_preference;business_name;hostname;address_line_1;city;phone_number;country_code;postcode",
  "hedy@example.com;Hedy;Lamarr;en-GB;Radio Ltd;radio.example.com;1 Mill Street;London;+442071838750;GB;N1 1AA",
];
const csv = (lines: string[]) => lines.map((line) => `${line}\r\n`).join("");
/** Files as spreadsheets write them. */
const SPREADSHEETS = {
  semicolons: csv(SHEET),
  "a byte order mark": `\uFEFF${csv(SHEET)}`,
  "the separator in the first line": `sep=;\r\n${csv(SHEET)}`,
  "the separator in the first line, quoted": `\uFEFF"sep=;"\r\n${csv(SHEET)}`,
  "a separator at the end of each line": csv(SHEET.map((line) => `${line};`)),
  "empty fields at the end left out": csv(SHEET).replace(";N1 1AA", ""),
  "a space before a quoted field": csv(SHEET).replace(";Hedy;", '; "Hedy";'),
  "an apostrophe before the phone number": csv(SHEET).replace("+44", "'+44"),
  "empty rows at the end": `${csv(SHEET)};;;;;;;;;;\r\n\r\n`,
};
const NAMES = [
  "=1+1",
  "'=1+1",
  "''=1+1",
  "'+44 Club",
  "-5",
  "@home",
  "'quoted'",
  'a "b", c;',
  "Ünal",
];

/** An empty project with the packed client and the examples. */
const project = mkdtempSync(join(tmpdir(), "examples-"));
let service: string;

beforeAll(async () => {
  service = await startService();
  await installClient();
  cpSync(EXAMPLES, project, { recursive: true });
});

afterAll(() => rmSync(project, { recursive: true }));

/** As `npm install` of the package would, but offline. */
async function installClient() {
  const folder = join(project, "node_modules", CLIENT);
  mkdirSync(folder, { recursive: true });
  await run(["npm", "pack", join(ROOT, "functions/reference/client"), "--loglevel=error"]);
  await run(["tar", "-xzf", `${CLIENT}-${VERSION}.tgz`, "--strip-components=1", "-C", folder]);
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const name of [...Object.keys(dependencies), "csv-parse", "standardwebhooks"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
  writeFileSync(join(project, "package.json"), '{"type": "module"}');
}

async function run(command: string[], env?: Record<string, string>) {
  const { output, errors, code } = await startProgram(command, {
    cwd: project,
    ...(env && { env }),
  }).ended;
  if (code !== 0 && errors) throw new Error(`${command.join(" ")}: ${errors}`);
  return { output, code };
}

describe("the packed client", () => {
  it("has its code, its types and its README, and nothing else", async () => {
    const { output } = await run(["tar", "-tzf", `${CLIENT}-${VERSION}.tgz`]);
    const files = output
      .trim()
      .split("\n")
      .filter((file) => !/dist\/\w+\.(js|d\.ts)$/.test(file));
    expect(files.toSorted()).toEqual(["package/README.md", "package/package.json"]);
  });

  it("is imported in an empty project", async () => {
    const program = `import * as client from "${CLIENT}"; console.log(Object.keys(client).join(" "))`;
    const { output } = await run([process.execPath, "--input-type=module", "-e", program]);
    expect(output.trim()).toBe("ApiFailure createClient orThrow");
  });

  it("has types that compile, with the examples that use them", async () => {
    const compilerOptions = {
      module: "nodenext",
      target: "es2022",
      strict: true,
      noUncheckedIndexedAccess: true,
      erasableSyntaxOnly: true,
      noEmit: true,
      lib: ["es2022"],
      types: ["node"],
      typeRoots: [join(ROOT, "node_modules/@types")],
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const { output } = await run([process.execPath, join(ROOT, "node_modules/typescript/bin/tsc")]);
    expect(output).toBe("");
  });
});

const hasRequests = spawnSync("python3", ["-c", "import requests"]).status === 0;
if (!hasRequests) console.warn("The examples in Python are skipped: python3 has no requests here.");

/** Runs a program as a reseller. */
function example(file: string, { key }: TestReseller, ...args: string[]) {
  const command = file.endsWith(".py") ? ["python3", "-B"] : [process.execPath];
  return run([...command, file, ...args], { API: service, KEY: key });
}

describe("the examples of the client", () => {
  it("quick start and list all: onboard, say when they can't, list", async () => {
    const reseller = await makeReseller();
    expect((await example("quickStart.ts", reseller)).output).toBe(
      "Onboarded grace@example.com\nUsers: 1\n",
    );
    expect((await example("quickStart.ts", reseller)).output).toBe(
      "Not onboarded: Email belongs to a user already\nUsers: 1\n",
    );
    expect((await example("listAll.ts", reseller)).output).toBe(
      "Page 1 of 1\n  grace@example.com\nPlan Standard\n",
    );
  });

  it("verify a webhook: takes what is signed, once", async () => {
    const { output, kill } = startProgram([process.execPath, "verifyWebhook.ts"], {
      cwd: project,
      env: { WEBHOOK_SECRET: SECRET, PORT: "0" },
    });
    onTestFinished(kill);
    const port = /port\D+(\d+)/.exec(await output(1))?.[1];

    const data = { uuid: "01a1f3c2-8d4e-7b6a-9c5d-000000000004", hostname: "example.com" };
    const body = JSON.stringify({ type: "website.down", data });
    const at = new Date();
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(SECRET).sign("evt_1", at, body),
    };
    const send = async (text: string) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: text })).status;
    expect([await send(body), await send(body), await send(`${body} `)]).toEqual([204, 204, 401]);
    const lines = (await output(3)).trimEnd().split("\n");
    expect(lines.slice(1).toSorted()).toEqual([
      "Refused: WebhookVerificationError: No matching signature found",
      "website.down 01a1f3c2-8d4e-7b6a-9c5d-000000000004",
    ]);
  });
});

describe.each([
  { language: "TypeScript", command: [process.execPath], extension: "ts", installed: true },
  { language: "Python", command: ["python3", "-B"], extension: "py", installed: hasRequests },
])("the examples in $language", ({ command, extension, installed }) => {
  const test = it.skipIf(!installed);

  test("onboard from a CSV file, twice", async () => {
    const reseller = await makeReseller();
    // Two pages of customers, and the row that breaks two rules.
    const rows = [...ROWS.slice(0, 24), ROWS[31]];
    // Excel writes a byte order mark before the first name.
    writeFileSync(join(project, "customers.csv"), `\uFEFF${rows.join("\n")}`);
    for (const _ of ["first", "again"]) {
      expect(await example(`onboardFromCsv.${extension}`, reseller, "customers.csv")).toEqual({
        output: `${WRONG_ROWS}21 onboarded, 0 known already, 3 failed\n`,
        code: 1,
      });
    }
    const { body } = await call("GET /v1/account/businesses", {
      ...{ key: reseller.key, query: { per_page: "100" } },
    });
    const names = body.data.map(({ name }: { name: string }) => name);
    expect(names).toHaveLength(21);
    expect(names).toEqual(
      expect.arrayContaining(['The "Old" Joinery', "Porter, Sons & Daughters", "Bäckerei Wright"]),
    );
  });

  test.each(Object.entries(SPREADSHEETS))("onboard from a file with %s", async (_, text) => {
    const reseller = await makeReseller();
    writeFileSync(join(project, "sheet.csv"), text);
    const output = "1 onboarded, 0 known already, 0 failed\n";
    expect(await example(`onboardFromCsv.${extension}`, reseller, "sheet.csv")).toEqual({
      output,
      code: 0,
    });
    const [user] = await usersOf(reseller);
    expect(user).toMatchObject({ first_name: "Hedy", last_name: "Lamarr" });
  });

  test("onboard from what `admin export` writes, with every name unchanged", async () => {
    const [reseller, other] = await Promise.all([makeReseller(), makeReseller()]);
    for (const name of NAMES) {
      const body = onboardingBody();
      const business = { ...body.business, business_name: name };
      await call("POST /v1/onboarding", {
        ...{ key: reseller.key, body: { ...body, first_name: name, business } },
      });
    }
    const file = join(project, `exported.${extension}.csv`);
    expect((await adminHere(["export", file, "--reseller", reseller.uuid])).code).toBe(0);
    const output = `${NAMES.length} onboarded, 0 known already, 0 failed\n`;
    expect(await example(`onboardFromCsv.${extension}`, other, file)).toEqual({ output, code: 0 });
    const users = await usersOf(other);
    expect(users.map(({ first_name }) => first_name)).toEqual(NAMES);
  });

  test("names a row with too many fields by its line", async () => {
    const reseller = await makeReseller();
    writeFileSync(join(project, "sheet.csv"), `${csv(SHEET)}a;b;c;d;e;f;g;h;i;j;k;l\r\n`);
    expect(await example(`onboardFromCsv.${extension}`, reseller, "sheet.csv")).toEqual({
      output: "Line 3: 12 fields, 11 columns\n1 onboarded, 0 known already, 1 failed\n",
      code: 1,
    });
  });

  test("survives a proxy that fails one request in five after the commit, and make nothing twice", async () => {
    const reseller = await makeReseller();
    writeFileSync(join(project, "some.csv"), ROWS.slice(0, 12).join("\n"));
    const { proxy, failures } = await startFaultyProxy();
    const [wrong] = WRONG_ROWS.split("\n");
    const env = { API: proxy.url, KEY: reseller.key };
    expect(await run([...command, `onboardFromCsv.${extension}`, "some.csv"], env)).toEqual({
      output: `${wrong}\n10 onboarded, 0 known already, 1 failed\n`,
      code: 1,
    });
    expect(failures()).toBeGreaterThanOrEqual(3);
    expect(await usersOf(reseller)).toHaveLength(10);
  });

  test("what is down: prints since when, why and what it cost", async () => {
    const { reseller, from } = await goDown();
    const since = timestamp(new Date(from));
    expect(await example(`whatIsDown.${extension}`, reseller)).toEqual({
      output: `https://bakery.example since ${since}: timeout\n  6 minutes down, 0 % up\n`,
      code: 0,
    });
  });

  test("weekly mail: prints how the websites of each customer did, and what to do", async () => {
    const reseller = await makeReseller();
    await example("quickStart.ts", reseller);
    const { body } = await call("GET /v1/account/websites", { key: reseller.key });
    const [{ uuid: website, business_uuid: business, hostname }] = body.data;
    const first_seen_at = timestamp(new Date(Date.now() - 3 * 86_400_000));
    const alike = ["a", "b"].map((subject) => ({ subject, first_seen_at }));
    await makeFinding({ reseller, business, website }, ...alike);
    const { output, code } = await example(`weeklyMail.${extension}`, reseller);
    const [to, site, opened, finding, ...more] = output.trimEnd().split("\n");
    expect({ to, opened, more, code }).toEqual({
      ...{ to: "To: grace@example.com", opened: "    2 new problems", more: [], code: 0 },
    });
    expect(site).toMatch(`  ${hostname} from `);
    expect(site).toMatch(/: not checked$/);
    expect(finding).toMatch(/^ {4}- .+\. .+$/);
  });
});

it.skipIf(!hasRequests)(
  "in Python, a POST is sent again with the same key, unless retry-after is more than a minute",
  async () => {
    const calls = { soon: 0, late: 0 };
    const keys = new Set<unknown>();
    const { url } = await serve((request, response) => {
      keys.add(request.headers["idempotency-key"]);
      const [place, wait] =
        request.url === "/soon" ? (["soon", "0"] as const) : (["late", "61"] as const);
      calls[place] += 1;
      const isAnswered = place === "soon" && calls.soon > 1;
      response.writeHead(isAnswered ? 200 : 429, { "retry-after": wait }).end("{}");
    });
    const program = `from resellerApi import connect
print([connect().post(path).status_code for path in ["/soon", "/late"]])`;
    const { output } = await run(["python3", "-B", "-c", program], { API: url, KEY: "any" });
    expect({ output, calls }).toEqual({ output: "[200, 429]\n", calls: { soon: 2, late: 1 } });
    expect(keys.size).toBe(2);
  },
);

/** A website that has been down since its first probe, five and a half minutes ago; `from` is that time. */
async function goDown() {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const now = Date.now();
    const website = await monitorWebsite("https://bakery.example");
    const probe: ProbeUrl = async (url) => {
      return { answered: false, outcome: "timeout", url, lastUrl: "http://127.0.0.1", duration: 7 };
    };
    const from = now - 5.5 * 60_000;
    for (const minutes of [0, 1, 5.5]) {
      vi.setSystemTime(from + minutes * 60_000);
      await probeSeparately([website], { clock: skippedPauses(), probeUrl: probe });
    }
    return { ...website, from };
  } finally {
    vi.useRealTimers();
  }
}

/**
 * A proxy that fails one request in five once the service has done it, until the test is over. In turn, the connection
 * breaks before or within the answer, or the answer is a 503.
 */
async function startFaultyProxy() {
  const faults = ["drop", "cut", "unavailable"];
  let requests = 0;
  let failed = 0;
  const proxy = await serve(async (request, response) => {
    const { method, url = "/", headers } = request;
    const sent = await buffer(request);
    const { promise, resolve, reject } = Promise.withResolvers<typeof request>();
    // With the host that was asked: pages lead back here.
    forward(new URL(url, service), { method, headers }, resolve).on("error", reject).end(sent);
    const answer = await promise;
    const content = await buffer(answer);
    requests += 1;
    const fault = requests % 5 === 3 ? faults[failed++ % faults.length] : undefined;
    if (fault === "drop") return response.destroy();
    if (fault === "unavailable") return response.writeHead(503, { "retry-after": "0" }).end("{}");
    const { "transfer-encoding": _, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, { ...kept, "content-length": content.length });
    if (fault === "cut") return response.write(content.subarray(0, -9), () => response.destroy());
    response.end(content);
  });
  return { proxy, failures: () => failed };
}

async function usersOf({
  key,
}: TestReseller): Promise<{ first_name: string; last_name: string }[]> {
  return (await call("GET /v1/users", { key })).body.data;
}
