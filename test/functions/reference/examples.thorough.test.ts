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
import { createClient } from "../../../functions/reference/client/index.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import type { ProbeUrl } from "../../../shared/uptime/probeWebsite.ts";
import { adminHere } from "../../infra/cli/admin/inProcess.ts";
import { call } from "../../support/api.ts";
import {
  makeFeedItem,
  makeFinding,
  makeReseller,
  onboardingBody,
  type TestReseller,
} from "../../support/factories.ts";
import { monitorWebsite, probeSeparately } from "../../support/monitoring.ts";
import { startService } from "../../support/service.ts";
import { serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { collect } from "./client/support.ts";
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
  for (const name of [...Object.keys(dependencies), "csv-parse"]) {
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
    expect(output.trim()).toBe("ApiFailure createClient orThrow verifyWebhook");
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

describe.each([
  { language: "TypeScript", command: [process.execPath], extension: "ts", installed: true },
  { language: "Python", command: ["python3", "-B"], extension: "py", installed: hasRequests },
])("the examples in $language", ({ command, extension, installed }) => {
  const test = it.skipIf(!installed);

  /** Runs one as a reseller. */
  function example(name: string, { key }: TestReseller, ...args: string[]) {
    const env = { API: service, KEY: key };
    return run([...command, `${name}.${extension}`, ...args], env);
  }

  test("quick start and list all: onboard, say when it can't, list", async () => {
    const reseller = await makeReseller();
    expect((await example("quickStart", reseller)).output).toBe(
      "Onboarded grace@example.com\nUsers: 1\n",
    );
    expect((await example("quickStart", reseller)).output).toBe(
      "Not onboarded: Email belongs to a user already\nUsers: 1\n",
    );
    expect((await example("listAll", reseller)).output).toBe(
      "Page 1 of 1\n  grace@example.com\nPlan Standard\n",
    );
  });

  test("onboard from a CSV file, twice, and print the feeds", async () => {
    const reseller = await makeReseller();
    // Two pages of customers, and the row that breaks two rules.
    const rows = [...ROWS.slice(0, 24), ROWS[31]];
    // Excel writes a byte order mark before the first name.
    writeFileSync(join(project, "customers.csv"), `\uFEFF${rows.join("\n")}`);
    expect(await example("onboardFromCsv", reseller, "customers.csv")).toEqual({
      output: `${WRONG_ROWS}21 onboarded, 0 known already, 3 failed\n`,
      code: 1,
    });
    expect(await example("onboardFromCsv", reseller, "customers.csv")).toEqual({
      output: `${WRONG_ROWS}21 onboarded, 0 known already, 3 failed\n`,
      code: 1,
    });

    await addFeedItem(reseller);
    const { output } = await example("printFeeds", reseller);
    const lines = output.trimEnd().split("\n");
    expect(lines.length).toBe(21 + 21 + 2);
    const [found = ""] = lines.splice(3, 1);
    expect(JSON.parse(found)).toEqual({ links_broken_count: 3, new_links_broken_count: 1 });
    expect(lines.slice(0, 5)).toEqual([
      "Ada Baker <ada.baker1@example.com>",
      "  Baker Bakery: https://baker-bakery1.example.com",
      "    2026-11-22T12:00:00+00:00 info broken_links",
      "Grace Miller <grace.miller2@example.com>",
      "  Miller Carpets: https://miller-carpets2.example.com",
    ]);
    expect(lines).toContain('  The "Old" Joinery: https://turner-joinery12.example.com');
    expect(lines).toContain("  Porter, Sons & Daughters: https://porter-hotel5.example.com");
    expect(output).toContain("  Bäckerei ");
  });

  test.each(Object.entries(SPREADSHEETS))("onboard from a file with %s", async (_, text) => {
    const reseller = await makeReseller();
    writeFileSync(join(project, "sheet.csv"), text);
    const output = "1 onboarded, 0 known already, 0 failed\n";
    expect(await example("onboardFromCsv", reseller, "sheet.csv")).toEqual({ output, code: 0 });
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
    expect(await example("onboardFromCsv", other, file)).toEqual({ output, code: 0 });
    const users = await usersOf(other);
    expect(users.map(({ first_name }) => first_name)).toEqual(NAMES);
  });

  test("a row with too many fields is named by its line", async () => {
    const reseller = await makeReseller();
    writeFileSync(join(project, "sheet.csv"), `${csv(SHEET)}a;b;c;d;e;f;g;h;i;j;k;l\r\n`);
    expect(await example("onboardFromCsv", reseller, "sheet.csv")).toEqual({
      output: "Line 3: 12 fields, 11 columns\n1 onboarded, 0 known already, 1 failed\n",
      code: 1,
    });
  });

  test("survive a proxy that fails one request in five after the commit, and make nothing twice", async () => {
    const reseller = await makeReseller();
    writeFileSync(join(project, "some.csv"), ROWS.slice(0, 12).join("\n"));
    const { proxy, failures } = await startFaultyProxy();
    const program = [...command, `onboardFromCsv.${extension}`, "some.csv"];
    const env = { API: proxy.url, KEY: reseller.key };
    const [wrong] = WRONG_ROWS.split("\n");
    expect(await run(program, env)).toEqual({
      output: `${wrong}\n10 onboarded, 0 known already, 1 failed\n`,
      code: 1,
    });
    const onboarding = failures();
    expect(onboarding).toBeGreaterThanOrEqual(3);
    // A page at a time: each user has one business with one website.
    const { output } = await run([...command, `printFeeds.${extension}`], env);
    expect(failures() - onboarding).toBeGreaterThanOrEqual(6);
    expect(output).toBe((await example("printFeeds", reseller)).output);
    const lines = output.trimEnd().split("\n");
    const users = lines.filter((line) => /^\S.*@/.test(line));
    expect([users.length, new Set(users).size, lines.length]).toEqual([10, 10, 20]);
  });

  test("what is down: prints since when, why and what it cost", async () => {
    const { reseller, from } = await goDown();
    const since = timestamp(new Date(from));
    expect(await example("whatIsDown", reseller)).toEqual({
      output: `https://bakery.example since ${since}: timeout\n  6 minutes down, 0 % up\n`,
      code: 0,
    });
  });

  test("weekly mail: prints how the websites of each customer did, and what to do", async () => {
    const reseller = await makeReseller();
    await example("quickStart", reseller);
    const { body } = await call("GET /v1/account/websites", { key: reseller.key });
    const [{ uuid: website, business_uuid: business, hostname }] = body.data;
    const first_seen_at = timestamp(new Date(Date.now() - 3 * 86_400_000));
    const alike = ["a", "b"].map((subject) => ({ subject, first_seen_at }));
    await makeFinding({ reseller, business, website }, ...alike);
    const { output, code } = await example("weeklyMail", reseller);
    const [to, site, opened, finding, ...more] = output.trimEnd().split("\n");
    expect({ to, opened, more, code }).toEqual({
      ...{ to: "To: grace@example.com", opened: "    2 new problems", more: [], code: 0 },
    });
    expect(site).toMatch(`  ${hostname} from `);
    expect(site).toMatch(/: not checked$/);
    expect(finding).toMatch(/^ {4}- .+\. .+$/);
  });

  test("verify a webhook: takes what is signed, once", async () => {
    const { output, kill } = startProgram([...command, `verifyWebhook.${extension}`], {
      cwd: project,
      env: { WEBHOOK_SECRET: `whsec_AAAA ${SECRET}`, PORT: "0" },
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
      "Refused: No matching signature found",
      "website.down 01a1f3c2-8d4e-7b6a-9c5d-000000000004",
    ]);
  });
});

it.skipIf(!hasRequests)(
  "in Python, a retry-after of more than a minute is not waited for",
  async () => {
    const calls = { soon: 0, late: 0 };
    const { url } = await serve((request, response) => {
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

/** Adds an item to the feed of a reseller's first user. */
async function addFeedItem({ uuid, key }: TestReseller) {
  const api = createClient({ baseUrl: service, apiKey: key });
  const [user] = await collect(api.items("/v1/users"));
  const businesses = { params: { query: { userUuid: user?.uuid ?? "" } } };
  const [business] = await collect(api.items("/v1/businesses", businesses));
  const websites = { params: { query: { businessUuid: business?.uuid ?? "" } } };
  const [website] = await collect(api.items("/v1/websites", websites));
  await makeFeedItem(
    {
      reseller_uuid: uuid,
      business_uuid: business?.uuid ?? "",
      website_uuid: website?.uuid ?? "",
    },
    { created_at: "2026-11-22T12:00:00+00:00" },
  );
}
