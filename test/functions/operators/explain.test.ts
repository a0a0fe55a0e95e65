import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { format } from "../../../infra/cli/admin/format.ts";
import { Maintenance } from "../../../shared/entities/maintenance.ts";
import type { UptimeState } from "../../../shared/entities/monitor.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { useNames } from "../../shared/platform/outbound/names.ts";
import { startRawServer } from "../../shared/platform/outbound/rawServer.ts";
import { followReseller } from "../../support/follow.ts";
import { logProbes } from "../../support/monitoring.ts";
import { onlyResellers } from "../../support/onlyOwn.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";
import { serve } from "../../support/site.ts";
import { type CheckedWebsite, makeCheckedWebsite, TOMORROW, YESTERDAY } from "./checkedWebsite.ts";
import { refusal, run, UUID } from "./run.ts";

// No host here has an address.
beforeAll(() => void useNames({}));

let site: CheckedWebsite;
let uuid: string;

beforeAll(async () => {
  site = await makeCheckedWebsite();
  uuid = site.website_uuid;
});

beforeEach(async () => {
  ownSchedule();
  await Maintenance.delete({ reseller_uuid: site.reseller_uuid, uuid }).go();
  await setUp(true);
  await site.putMonitor();
  await site.putAudit();
});

const SINCE = Math.floor(Date.now() / 1000) - 3600;
const JUST_NOW = timestamp(new Date(Date.now() - 60_000));
const since = timestamp(new Date(SINCE * 1000));

async function setUp(is_hostname_up: boolean) {
  const key = { reseller_uuid: site.reseller_uuid, uuid };
  await changeListed(websites, key, () => ({ set: { is_hostname_up } }));
}

async function sentences(): Promise<string[]> {
  const { explanation } = await run("website explain", { website: uuid });
  return explanation.map(({ because }: { because: string }) => because);
}

describe("website explain", () => {
  test("explains a website that is down and can't be read", async () => {
    await setUp(false);
    const results = [{ at: YESTERDAY, outcome: "refused", duration: 7 }];
    await site.putMonitor({ results, uptime: { state: "down", down_since: SINCE } });
    await logProbes(uuid, [
      [SINCE + 2700, "down"],
      [SINCE + 3000, "up"],
      [SINCE + 3300, "down"],
    ]);
    const unreadable = { reason: "robots_txt_failed (robots.txt: 503)", since };
    const audits = [
      { at: YESTERDAY, outcome: "unreadable: robots_txt_failed (robots.txt: 503)", duration: 9 },
    ];
    await site.putAudit({ results: audits, memory: { unreadable } });
    expect(await run("website explain", { website: uuid.toUpperCase() })).toStrictEqual({
      uuid,
      hostname: "example.com",
      reseller_uuid: site.reseller_uuid,
      business_uuid: site.business_uuid,
      is_hostname_up: false,
      state: "down",
      since,
      uptime_percentage: 50,
      maintenance: [],
      unreadable_because: "robots_txt_failed (robots.txt: 503)",
      unreadable_since: since,
      suspended: false,
      plan: "Standard",
      plan_uuid: expect.stringMatching(UUID),
      uptime_interval_minutes: 5,
      audit_interval_hours: 24,
      switched_off: [],
      next_audit: TOMORROW,
      explanation: [
        {
          because: `It is shown as down. It has failed since ${since}, the last time with "down". Two probes have confirmed it.`,
        },
      ],
      last_probes: [
        { at: timestamp(new Date((SINCE + 3300) * 1000)), outcome: "down", duration_ms: 0 },
        { at: timestamp(new Date((SINCE + 3000) * 1000)), outcome: "up", duration_ms: 99 },
        { at: timestamp(new Date((SINCE + 2700) * 1000)), outcome: "down", duration_ms: 0 },
        { at: YESTERDAY, outcome: "refused", duration_ms: 7 },
      ],
      last_audits: [
        {
          at: YESTERDAY,
          outcome: "unreadable: robots_txt_failed (robots.txt: 503)",
          duration_ms: 9,
        },
      ],
      probe_now: {
        ...{ verdict: "down", outcome: "dns (ENOTFOUND)", duration_ms: expect.any(Number) },
        first_try_failed: true,
        requests: ["https", "http"].map((scheme) => ({
          ...{ url: `${scheme}://example.com/`, address: "" },
          sent: expect.arrayContaining([{ line: "GET / HTTP/1.1" }, { line: "host: example.com" }]),
          ...{ received: null, body_begins: null },
        })),
      },
    });
  });

  test("names the maintenance windows that have not ended", async () => {
    const created_at = YESTERDAY;
    const windows = [
      { uuid: newUuid(), starts_at: "2026-01-01T00:00:00+00:00", ends_at: YESTERDAY, created_at },
      { uuid: newUuid(), starts_at: YESTERDAY, ends_at: TOMORROW, reason: "move", created_at },
      { uuid: newUuid(), starts_at: TOMORROW, ends_at: "9999-12-31T00:00:00+00:00", created_at },
    ];
    const { reseller_uuid } = site;
    await Maintenance.put({ reseller_uuid, uuid, revision: 1, windows }).go();
    const { maintenance } = await run("website explain", { website: uuid });
    expect(maintenance).toEqual([
      { starts_at: YESTERDAY, ends_at: TOMORROW, reason: "move" },
      { starts_at: TOMORROW, ends_at: "9999-12-31T00:00:00+00:00", reason: null },
    ]);
  });

  test("says that nothing was checked yet", async () => {
    expect(await sentences()).toStrictEqual(["It is shown as up. It has not been probed yet."]);
  });

  test.each([
    ["up", "It is shown as up. The last probe succeeded.", {}],
    [
      "up",
      `It is shown as up. It has been unstable since ${since}. The last probe succeeded.`,
      { unstable_since: SINCE },
    ],
    [
      "suspect",
      `It is shown as up. It has failed since ${since} with "up". If it still fails after a minute, it is down.`,
      {},
    ],
    [
      "recovering",
      `It is shown as up. It has answered again since ${since}. After a second good probe, it is up.`,
      {},
    ],
  ])("says that it is %s: %s", async (state, sentence, more) => {
    const results = [{ at: JUST_NOW, outcome: "up", duration: 7 }];
    await site.putMonitor({ results, uptime: { state, since: SINCE, ...more } as UptimeState });
    expect(await sentences()).toStrictEqual([sentence]);
  });

  describe("reports overdue checks", () => {
    const now = Date.now();
    const ago = (hours: number) => timestamp(new Date(now - hours * 3_600_000));
    const stopped =
      "The schedule or its worker is late or stopped; on one machine, no server may be running.";

    test.each([
      ["late", 3, ago(2)],
      ["in time", 0.9, undefined],
    ])("of a website that was probed %s", async (_, hours, due) => {
      const results = [{ at: ago(hours), outcome: "up", duration: 7 }];
      await site.putMonitor({ target: { minutes: 60 }, results });
      const late = `A probe was due at ${due} and has no result. ${stopped} Or the worker can't reach its control addresses.`;
      expect(await sentences()).toStrictEqual([
        ...(due === undefined ? [] : [late]),
        "It is shown as up. The last probe succeeded.",
      ]);
    });

    const late = `An audit has been due since ${ago(2)}. ${stopped} Or websites with the same host are audited first.`;

    test.each([
      ["is late", ago(2), late],
      ["is due now", ago(0), "It is shown as up. It has not been probed yet."],
    ])("of an audit that %s", async (_, due_at, sentence) => {
      await site.putAudit({ due_at });
      expect((await sentences())[0]).toBe(sentence);
    });
  });

  test("reports the results of other regions", async () => {
    const elsewhere = { "us-east-1": "up", "ap-south-1": "no answer" };
    const results = [
      { at: TOMORROW, outcome: "timeout", duration: 7 },
      { at: YESTERDAY, outcome: "refused", duration: 7, elsewhere },
    ];
    await site.putMonitor({ results });
    const { last_probes } = await run("website explain", { website: uuid });
    expect(last_probes).toStrictEqual([
      { at: TOMORROW, outcome: "timeout", duration_ms: 7 },
      {
        ...{ at: YESTERDAY, outcome: "refused", duration_ms: 7 },
        elsewhere: "ap-south-1: no answer, us-east-1: up",
      },
    ]);
  });

  test("probes the website, and shows what was sent and what came back", async () => {
    const server = await serve((request, response) =>
      request.headers.cookie === "seen=1"
        ? response.writeHead(500, { server: "Engine" }).end("<h1>Out of order")
        : response.writeHead(302, { location: "/", "set-cookie": "seen=1" }).end(),
    );
    await site.putMonitor({ target: { hostname: server.url } });
    const { probe_now } = await run("website explain", { website: uuid });
    expect(probe_now).toMatchObject({
      verdict: "down",
      outcome: "http 500",
      first_try_failed: true,
    });
    const address = new URL(server.url).hostname;
    const received = (...lines: string[]) =>
      expect.arrayContaining(lines.map((line) => ({ line })));
    const attempt = [
      { address, received: received("HTTP/1.1 302 Found", "location: /", "set-cookie: seen=1") },
      {
        sent: received("GET / HTTP/1.1", "cookie: seen=1"),
        received: received("HTTP/1.1 500 Internal Server Error", "server: Engine"),
        body_begins: "<h1>Out of order",
      },
    ];
    expect(probe_now.requests).toMatchObject([...attempt, ...attempt]);
  });

  test("shows an answer that the parser refuses as it arrived, and no more than 300 characters a line", async () => {
    allowLocalAddresses();
    const server = await startRawServer((socket) =>
      socket.end(`HTTP/1.1 OK\r\nx: ${"y".repeat(999)}\r\n\r\n\x1b[31m<h1>Home`),
    );
    onTestFinished(() => server.close());
    await site.putMonitor({ target: { hostname: server.url } });
    const { probe_now } = await run("website explain", { website: uuid });
    expect(probe_now).toMatchObject({ outcome: "protocol (HPE_INVALID_STATUS)" });
    const [request] = probe_now.requests;
    expect(request.received).toEqual([{ line: "HTTP/1.1 OK" }, { line: `x: ${"y".repeat(297)}` }]);
    expect(request.body_begins).toBe("\x1b[31m<h1>Home");
    expect(format(probe_now, { columns: 80 })).not.toContain("\x1b");
  });

  test("reports switches that are off, and a suspended user", async () => {
    await site.switchUptimeOff();
    expect(await run("website explain", { website: uuid })).toMatchObject({
      switched_off: ["downtime"],
      probe_now: null,
      next_audit: TOMORROW,
    });
    expect((await sentences())[0]).toBe(
      'The plan has "downtime" switched off, so it is not probed. It is still shown as up.',
    );
    await site.suspendUser();
    expect(await run("website explain", { website: uuid })).toMatchObject({
      suspended: true,
      next_audit: null,
    });
    expect(await sentences()).toStrictEqual([
      "Its user is suspended, so nothing is checked. It is still shown as up.",
    ]);
  });
});

describe("a host name", () => {
  test("names the only website that has it, and is refused if several have it", async () => {
    const hostname = `${uuid}.example`;
    const other = await makeCheckedWebsite();
    onlyResellers(site.reseller_uuid, other.reseller_uuid);
    const key = { reseller_uuid: site.reseller_uuid, uuid };
    await changeListed(websites, key, () => ({ set: { hostname: `https://www.${hostname}/` } }));
    await (await followReseller(site.reseller_uuid, { fromStart: true })).dispatch();
    for (const website of [hostname, `www.${hostname}`, `HTTP://${hostname.toUpperCase()}`]) {
      expect(await run("website explain", { website })).toMatchObject({ uuid });
    }
    // One that only begins so is another.
    expect(await refusal("website explain", { website: hostname.slice(0, -1) })).toMatch(
      /^There is no website /,
    );
    const otherKey = { reseller_uuid: other.reseller_uuid, uuid: other.website_uuid };
    await changeListed(websites, otherKey, () => ({ set: { hostname } }));
    await (await followReseller(other.reseller_uuid, { fromStart: true })).dispatch();
    const both = [uuid, other.website_uuid].sort().join(", ");
    expect(await refusal("website explain", { website: hostname })).toBe(
      `There are several websites with the host name "${hostname}": name one by its uuid (${both}).`,
    );
  });
});
