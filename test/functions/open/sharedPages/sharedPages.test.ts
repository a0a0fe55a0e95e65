import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Check } from "../../../../shared/entities/check.ts";
import { Downtime } from "../../../../shared/entities/downtime.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { User } from "../../../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../../../shared/entities/website.ts";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { randomToken } from "../../../../shared/platform/apiKey.ts";
import { DAY_MS, timestamp } from "../../../../shared/platform/time.ts";
import { call } from "../../../support/api.ts";
import { costOf } from "../../../support/cost.ts";
import { type Estate, makeEstate, makeShare, makeWebsite } from "../../../support/factories.ts";
import { storeMonitor } from "../../../support/monitoring.ts";
import { BADGE, open, PAGE, readData } from "./open.ts";

/** An estate whose website has been probed: for tests that leave both as they are. */
let probed: { estate: Estate; token: string } & Awaited<ReturnType<typeof probe>>;
let estate: Estate;
let key: string;
let token: string;

beforeAll(async () => {
  await renew();
  probed = { estate, token, ...(await probe()) };
});

beforeEach(() => {
  ({ estate, token } = probed);
  key = estate.reseller.key;
});

/** Gives the test an estate and a share of its own. */
async function renew() {
  estate = await makeEstate();
  key = estate.reseller.key;
  token = await share({ website_uuid: estate.website });
}

/** The token of a new share. */
async function share(body: Record<string, unknown>): Promise<string> {
  return (await makeShare(estate.reseller, body)).token;
}

/** Passes time, as that for which a container keeps what it has read, and stops the clock. */
function pass(seconds: number) {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + seconds * 1000 });
  onTestFinished(() => void vi.useRealTimers());
}

const keyOf = () => ({ reseller_uuid: estate.reseller.uuid, uuid: estate.website });

async function setWebsite(set: Partial<WebsiteRecord>) {
  return await changeListed(websites, keyOf(), () => ({ set }));
}

/** What was found of a website that was probed for 100 days, with the figures of the latest of them. */
async function probe(length = 100, now = Date.now()) {
  const seconds = Math.floor(now / 1000);
  const day = (age: number) => timestamp(new Date(now - age * DAY_MS)).slice(0, 10);
  const uptime = { state: "up" as const, checked_at: seconds };
  await storeMonitor({ ...keyOf(), business_uuid: estate.business }, { uptime });
  const expires_epoch = seconds + 1000;
  const figures = { ...keyOf(), expires_epoch, times: { 40: 288 }, looks: 288, failures: 0 };
  await UptimeDay.put(
    Array.from({ length }, (_, age) => ({
      ...{ ...figures, day: day(age), observed: 86_400, down: age === 20 ? 8640 : 0 },
    })),
  ).go();
  const [began_at, ended_at] = [`${day(20)}T03:00:00+00:00`, `${day(20)}T05:24:00+00:00`];
  const downtime = { began_at, ended_at, cause: "http 503", duration_seconds: 8640 };
  await Downtime.put({ ...keyOf(), ...downtime, unobserved_seconds: 0, expires_epoch }).go();
  await setWebsite({ awaits_probe: false });
  return { day, began_at, ended_at };
}

describe("the page of a share", () => {
  test("is HTML that loads only its own style and script, and is kept for a minute", async () => {
    const { statusCode, headers, body } = await open(PAGE, token);
    expect({ statusCode, headers }).toEqual({
      statusCode: 200,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "private, max-age=60",
        "content-security-policy": expect.stringMatching(
          /^default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'self'; connect-src 'self'$/,
        ),
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex, nofollow",
        "x-content-type-options": "nosniff",
        "x-request-id": expect.any(String),
        vary: "accept-encoding",
      },
    });
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(body).not.toMatch(/ style=| on\w+=|<script>/);
  });

  test("tells the state, 90 days, downtimes with causes and announced maintenance", async () => {
    const { began_at } = probed;
    const { body } = await open(PAGE, token);
    expect(body).toContain("</span> Up</p>");
    expect(body).toContain(">99.88%<");
    expect(body).toContain(`<time datetime="${began_at}">`);
    expect(body).toContain("2 hours 24 minutes");
    expect(body).not.toContain("No confirmed downtime");
    expect(body).toContain("Announced maintenance");
    expect(body).toMatch(
      /Response times: Half were faster than \d+ ms, 95% were faster than \d+ ms/,
    );
  });

  test("tells short failures that no downtime confirmed, in proportion", async () => {
    await renew();
    const { day } = await probe(1);
    const figures = { looks: 288, failures: 2, observed: 86_400, down: 480, times: {} };
    await Downtime.delete({ ...keyOf(), began_at: `${day(20)}T03:00:00+00:00` }).go();
    await UptimeDay.put({ ...keyOf(), day: day(20), ...figures, expires_epoch: 4e9 }).go();
    const { body } = await open(PAGE, token);
    expect(body).toContain("No confirmed downtime; short failures of 8 minutes in total.");
    expect(body).not.toContain("There were no downtimes");
    expect(body).toMatch(
      /: down for 8 minutes<\/title><rect class="full"[^>]+height="32"\/><rect class="low"[^>]+height="3"/,
    );
  });

  test.each([
    ["up", { awaits_probe: false }, "Up"],
    ["not_checked", {}, "Not checked yet"],
    ["unstable", { awaits_probe: false, unstable_since: "2026-11-01T00:00:00+00:00" }, "Unstable"],
    ["maintenance", { is_hostname_up: false }, "In maintenance"],
    ["paused", { paused_since: "2026-11-01T00:00:00+00:00" }, "Paused"],
    [
      "down",
      {
        ...{ awaits_probe: false, is_hostname_up: false, down_cause: "http 503" },
        down_since: "2026-11-01T04:05:00+00:00",
      },
      "Down",
    ],
  ])("says that it is %s", async (state, attributes, title) => {
    await renew();
    await setWebsite(attributes);
    if (state === "maintenance") {
      const ends_at = timestamp(new Date(Date.now() + DAY_MS));
      const route = "POST /v1/websites/{website_uuid}/maintenance-windows";
      await call(route, { key, uuid: estate.website, body: { ends_at } });
    }
    const { body } = await open(PAGE, token);
    expect(body).toContain(`</span> ${title}</p>`);
    const [website] = (await readData(token)).websites;
    expect(website).toMatchObject({
      ...{ state, down_since: state === "down" ? "2026-11-01T04:05:00+00:00" : null },
      down_cause: state === "down" ? "http_5xx" : null,
    });
    expect((await open(BADGE, token)).body).toContain(
      `<title>Difference Engines: ${title}</title>`,
    );
  });

  test.each([
    ["de", {}, "Noch nicht geprüft"],
    [undefined, { language_preference: "fr-CA" }, "Pas encore vérifié"],
    [undefined, { language_preference: "pt-PT" }, "Not checked yet"],
    ["it", { language_preference: "fr-CA" }, "Non ancora controllato"],
  ])("is in the language %s of the share, or else the user's %j", async (language, user, text) => {
    await renew();
    const uuid = estate.user;
    await User.patch({ reseller_uuid: estate.reseller.uuid, uuid }).set(user).go();
    const own = await share({ website_uuid: estate.website, ...(language && { language }) });
    expect((await open(PAGE, own)).body).toContain(text);
  });

  test("shows the reseller's name, logo, colour and link", async () => {
    const looks = {
      ...{ sender_name: "Büro & Söhne", logo_url: "https://cdn.example.com/logo.png" },
      ...{ colour: "#ffee00", link: "https://portal.example.com/" },
    };
    await renew();
    await Reseller.patch({ uuid: estate.reseller.uuid }).set(looks).go();
    const { body, headers } = await open(PAGE, token);
    expect(body).toContain('<img src="https://cdn.example.com/logo.png" alt="Büro &#38; Söhne"');
    expect(body).toContain('href="https://portal.example.com/"');
    expect(headers["content-security-policy"]).toContain("img-src https://cdn.example.com;");
    // Yellow on white could not be read.
    expect(body).not.toMatch(/--page:#ffffff[^}]*--accent:#ffee00/);
    expect((await open(BADGE, token)).body).toContain('fill="#ffee00"');
  });

  test("of a business shows its websites, those that are down first", async () => {
    await renew();
    const second = await makeWebsite(estate.reseller, estate.business);
    await call("PATCH /v1/websites/{website_uuid}", {
      ...{ key, uuid: second, body: { hostname: "https://shop.example.org/x?key=secret" } },
    });
    await call("PATCH /v1/businesses/{business_uuid}", {
      ...{ key, uuid: estate.business, body: { name: "Miller <b> Sons" } },
    });
    const down = { is_hostname_up: false, awaits_probe: false };
    await changeListed(websites, { ...keyOf(), uuid: second }, () => ({ set: down }));
    const own = await share({ business_uuid: estate.business });
    const data = await readData(own);
    expect(data).toMatchObject({
      ...{ name: "Miller <b> Sons", websites_count: 2 },
      websites: [{ hostname: "shop.example.org", state: "down" }, { hostname: "example.com" }],
    });
    const { body } = await open(PAGE, own);
    expect(body).toContain("1 of 2 websites is down");
    expect(body).toContain("<p>Down: 1 · Not checked yet: 1</p>");
    expect(body).toContain("Miller &#60;b&#62; Sons");
    expect(body).not.toContain("secret");
  });
});

test("a page is not green before all websites were checked", async () => {
  await renew();
  await changeListed(websites, keyOf(), () => ({ set: { awaits_probe: false } }));
  const own = await share({ business_uuid: estate.business });
  await makeWebsite(estate.reseller, estate.business);
  const { body } = await open(PAGE, own);
  expect(body).toContain('<p class="now not_checked"');
  expect(body).toContain("<p>Not checked yet: 1 · Up: 1</p>");
  expect((await open(BADGE, own)).body).not.toContain("#1a7f37");
});

test("a page has a bar for each day since the website existed, a percentage since a day was watched, second tries, and languages without spelling", async () => {
  await renew();
  const { day } = await probe(2);
  const since = `${day(4)}T10:00:00+00:00`;
  const figures = { looks: 288, failures: 0, failed_attempts: 8, observed: 80_000, down: 0 };
  await UptimeDay.put({ ...keyOf(), ...figures, day: day(4), times: {}, expires_epoch: 4e9 }).go();
  await setWebsite({ created_at: since });
  const audit = { kind: "audit", shard: 3, due_at: since } as const;
  const site = { ...keyOf(), hostname: "example.com", business_uuid: estate.business };
  const memory = { written: {}, unsupported_languages: ["it"] };
  await Check.put({ ...site, ...audit, results: [], memory }).go();
  const { body } = await open(PAGE, token);
  const bars = [...body.matchAll(/<rect class="(\w+)" x="(\d+)"/g)];
  expect(bars.map(([, name, x]) => [name, Number(x) / 4])).toEqual([
    ["full", 85],
    ["none", 86],
    ["none", 87],
    ["full", 88],
    ["full", 89],
  ]);
  const written = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
  expect(body).toContain(`100% since ${written.format(new Date(since))}`);
  expect(body).toContain("8 of 864 checks needed a second try.");
  expect(body).toContain("Spelling: not available in Italian.");
});

describe("the data of a share", () => {
  test("can be read by pages of any origin, and name no record", async () => {
    const { day, began_at, ended_at } = probed;
    const { headers, body } = await open(PAGE, `${token}.json`);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "access-control-allow-origin": "*",
      "cache-control": "private, max-age=60",
    });
    const data = JSON.parse(body);
    const [website] = data.websites;
    expect(data).toEqual({
      ...{ name: null, websites_count: 1 },
      website_counts: { down: 0, unstable: 0, maintenance: 0, not_checked: 0, paused: 0, up: 1 },
      websites: [
        {
          ...{ hostname: "example.com", state: "up", down_since: null, down_cause: null },
          ...{ checked_at: expect.any(String), watched_since: `${day(89)}T00:00:00+00:00` },
          ...{ uptime_percentage: 99.88, observed_seconds: 90 * 86_400, down_seconds: 8640 },
          days: expect.any(Array),
          downtimes: [{ began_at, ended_at, duration_seconds: 8640, cause: "http_5xx" }],
          maintenance: [
            {
              starts_at: expect.any(String),
              ends_at: expect.any(String),
              reason: expect.any(String),
            },
          ],
          unsupported_languages: [],
        },
      ],
    });
    expect(website.days).toHaveLength(90);
    expect(website.days[0]).toEqual({ date: day(89), uptime_percentage: 100 });
    expect(website.days[69]).toEqual({ date: day(20), uptime_percentage: 90 });
    for (const form of [body, (await open(PAGE, token)).body, (await open(BADGE, token)).body]) {
      const [, content = form] = form.split("</style>");
      expect(content).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@/);
      expect(form).not.toContain(token);
    }
  });
});

describe("the badge of a share", () => {
  test("is an image of the state, or of the percentage", async () => {
    const { headers, body } = await open(BADGE, token);
    expect(headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "private, max-age=60",
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(body).toContain("<title>Difference Engines: Up</title>");
    const uptime = await open(BADGE, token, { query: { show: "uptime" } });
    expect(uptime.body).toContain("<title>Difference Engines: Uptime in 90 days: 99.88%</title>");
  });

  test("of a business has the uptime of its websites together, rounded down", async () => {
    const { day } = probed;
    const uuid = await makeWebsite(estate.reseller, estate.business);
    const figures = { observed: 86_400, down: 0, looks: 288, failures: 0, times: {} };
    const days = Array.from({ length: 90 }, (_, age) => day(age));
    await UptimeDay.put(
      days.map((day) => ({ ...keyOf(), uuid, day, ...figures, expires_epoch: 4e9 })),
    ).go();
    token = await share({ business_uuid: estate.business });
    const { body } = await open(BADGE, token, { query: { show: "uptime" } });
    // Of 99.88 and 100.
    expect(body).toContain("<title>Difference Engines: Uptime in 90 days: 99.94%</title>");
  });
});

describe("a share that has ended", () => {
  const ended = async () => [
    await open(PAGE, token),
    await open(PAGE, `${token}.json`),
    await open(BADGE, token),
  ];

  test.each<[string, () => Promise<unknown>]>([
    ["deleted", () => remove("DELETE /v1/shares/{share_uuid}", estate.share)],
    ["deleted website", () => remove("DELETE /v1/websites/{website_uuid}", estate.website)],
    ["deleted user", () => remove("DELETE /v1/users/{user_uuid}", estate.user)],
    [
      "suspended user",
      () =>
        call("PATCH /v1/users/{user_uuid}", { key, uuid: estate.user, body: { suspended: true } }),
    ],
  ])("is gone within ten seconds: %s", async (what, end) => {
    await renew();
    const own = await makeShare(estate.reseller, { website_uuid: estate.website });
    if (what === "deleted") estate.share = own.uuid;
    token = own.token;
    const codes = async () => (await ended()).map(({ statusCode }) => statusCode);
    expect(await codes()).toEqual([200, 200, 200]);
    await end();
    pass(10);
    expect(await codes()).toEqual([404, 404, 404]);
  });

  function remove(route: string, uuid: string) {
    return call(route, { key, uuid });
  }

  test("is gone at the second at which it expires", async () => {
    pass(0);
    const expires_at = timestamp(new Date(Date.now() + 5000));
    token = await share({ website_uuid: estate.website, expires_at });
    for (const [seconds, status] of [
      [4, 200],
      [1, 404],
    ] as const) {
      pass(seconds);
      expect((await open(PAGE, token)).statusCode).toBe(status);
    }
  });

  test("answers like an unknown, cut or misspelt token, after the same reads", async () => {
    await renew();
    await call("DELETE /v1/websites/{website_uuid}", { key, uuid: estate.website });
    pass(10);
    const tokens = [token, randomToken(), token.slice(0, -1), `${token}0`, "%00", "'\"<b>"];
    const answers: string[] = [];
    for (const each of tokens) {
      const seen: unknown[] = [];
      const cost = await costOf(async () => {
        for (const [route, name] of [
          [PAGE, each],
          [PAGE, `${each}.json`],
          [BADGE, each],
        ] as const) {
          const { headers, ...rest } = await open(route, name);
          seen.push({ ...rest, headers: { ...headers, "x-request-id": "" } });
        }
      });
      answers.push(JSON.stringify({ seen, cost }));
    }
    expect(new Set(answers).size).toBe(1);
  });
});

test("ten thousand requests cost the table few reads and the reseller's limits nothing", async () => {
  await renew();
  pass(0);
  await open(PAGE, token);
  const { requests } = await costOf(async () => {
    for (let count = 0; count < 100; count += 1) {
      const sourceIp = `192.0.2.${count}`;
      expect((await open(PAGE, token, { sourceIp })).statusCode).toBe(200);
    }
  });
  expect(requests).toBe(0);
  pass(10);
  const cost = await costOf(() => open(PAGE, token));
  expect(cost).toMatchObject({ readUnits: 3, writeUnits: 0 });
});

test("an address that asks too often is refused for a minute", async () => {
  pass(0);
  const sourceIp = "198.51.100.7";
  const codes: (number | undefined)[] = [];
  for (let count = 0; count < 601; count += 1)
    codes.push((await open(PAGE, "live.js", { sourceIp })).statusCode);
  expect(codes.slice(-2)).toEqual([200, 429]);
  expect((await open(PAGE, "live.js")).statusCode).toBe(200);
  pass(60);
  expect((await open(PAGE, "live.js", { sourceIp })).statusCode).toBe(200);
});
