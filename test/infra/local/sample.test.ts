import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runCommand } from "../../../infra/local/calls.ts";
import { prepareEvent, readEvent } from "../../../infra/local/events.ts";
import { openLocal } from "../../../infra/local/local.ts";
import { BAKERY, sites } from "../../../infra/local/sample/customers.ts";
import { faultsOf } from "../../../infra/local/sample/pages.ts";
import {
  openReseller,
  readSample,
  removeUnfinished,
  wantNoSample,
} from "../../../infra/local/sample/sample.ts";
import { addressOf } from "../../../infra/local/sample/sites.ts";
import { identifyApiKey } from "../../../shared/platform/apiKey.ts";
import { askThisMachine, replaceResolver } from "../../../shared/platform/outbound/resolver.ts";
import { thoroughly, thoroughTest } from "../../support/runs.ts";
import { makeDirectory } from "./support.ts";

const NOW = Date.parse("2026-06-15T10:30:20Z");
const dataDir = mkdtempSync(join(tmpdir(), "sample-"));
/** The host names that were looked up. */
const lookups = new Set<string>();
let local: Awaited<ReturnType<typeof openLocal>>;
let opened: Awaited<ReturnType<typeof openReseller>>;

const stopTime = () => vi.useFakeTimers({ toFake: ["Date"], now: NOW });

beforeAll(async () => {
  delete process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  stopTime();
  local = await openLocal(dataDir);
  replaceResolver((hostname, signal) => {
    lookups.add(hostname);
    return askThisMachine(hostname, signal);
  });
  opened = await openReseller(local, dataDir);
});

afterAll(async () => {
  await opened.stop();
  await local.close();
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true });
});

/** The sample, and what the API shows its reseller. */
function read() {
  const { port = 0, sample } = readSample(dataDir) ?? {};
  if (!sample) throw new Error("There is no sample");
  const { reseller_uuid } = sample;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert bodies of every shape
  const get = async (path: string): Promise<any> =>
    await runCommand(local, "api", { reseller_uuid, method: "GET", path });
  const uuidOf = (name: string) => sample.sites[name] ?? "";
  return { sample, port, reseller_uuid, get, uuidOf };
}

describe("the sample", () => {
  test("has 12 customers with 40 websites: two down, one unstable, one in maintenance", async () => {
    const { get, uuidOf } = read();
    const { data: account } = await get("/v1/account");
    expect(account).toMatchObject({
      name: "Northlight (sample data)",
      record_limits: { users: { count: 12 }, businesses: { count: 12 }, websites: { count: 40 } },
    });
    const { data, meta } = await get("/v1/account/websites?per_page=100&sort=state");
    expect(meta.counts).toEqual({
      ...{ down: 2, unstable: 1, maintenance: 1, not_checked: 0, paused: 0, up: 36 },
    });
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const worst = data.slice(0, 4).map(({ uuid, state }: any) => [uuid, state]);
    expect(worst).toEqual([
      [uuidOf("harbourcycles"), "down"],
      [uuidOf("goldener-adler"), "down"],
      [uuidOf("book.millstreetdental"), "unstable"],
      [uuidOf("kuechen.lindner"), "maintenance"],
    ]);
    expect(data[0].downtime).toMatchObject({
      ...{
        began_at: "2026-06-15T09:56:00+00:00",
        cause: "http_5xx",
        technical: "http 503",
        address: "127.0.0.1",
      },
    });
  });

  test("has a website that stays unstable when the next probe is good", async () => {
    const { findMonitor } = await import("../../../shared/uptime/roster.ts");
    const { judgeStability } = await import("../../../shared/uptime/stability.ts");
    const { reseller_uuid, uuidOf } = read();
    const monitor = await findMonitor({ reseller_uuid, uuid: uuidOf("book.millstreetdental") });
    const probe = { at: NOW / 1000 + 60, minutes: 1, isUp: true, isBad: false };
    expect(judgeStability(monitor?.uptime ?? {}, probe)).not.toHaveProperty("change");
  });

  thoroughTest("has figures that agree with its downtimes and the log of its probes", async () => {
    await opened.finish();
    const { Website } = await import("../../../shared/entities/website.ts");
    const { UptimeDay } = await import("../../../shared/entities/uptimeDay.ts");
    const { Downtime } = await import("../../../shared/entities/downtime.ts");
    const { findMonitor } = await import("../../../shared/uptime/roster.ts");
    const { figuresOf } = await import("../../../shared/uptime/figures.ts");
    const { readLog } = await import("../../../shared/uptime/bucketHours.ts");
    const { secondsWithin } = await import("../../../shared/uptime/states.ts");
    const { secondsOfDay } = await import("../../../shared/platform/time.ts");
    const { percentageOfDays } = await import("../../../shared/uptime/figures.ts");
    const { get, reseller_uuid, uuidOf } = read();
    const { data: listed } = await get("/v1/account/websites?per_page=100");
    for (const { name } of sites) {
      const key = { reseller_uuid, uuid: uuidOf(name) };
      const { data: website } = await Website.get(key).go();
      const { data: stored } = await UptimeDay.query
        .ofWebsite(key)
        .begins({ day: "" })
        .go({ pages: "all" });
      const { data: downtimes } = await Downtime.query
        .ofWebsite(key)
        .begins({ began_at: "" })
        .go({ pages: "all" });
      const added = Date.parse(website?.created_at ?? "") / 1000;
      expect(stored.map(({ day }) => day)).toEqual(daysFrom(added));
      for (const { day, looks, failures, observed, down } of stored) {
        const { from, to } = secondsOfDay(day);
        const seconds = secondsWithin({ from, to }, downtimes.map(periodOf));
        expect({ looks, failures, observed, down }).toEqual({
          ...{ looks: (to - Math.max(from, added)) / 60, failures: seconds / 60 },
          ...{ observed: to - Math.max(from, added), down: seconds },
        });
      }
      const monitor = await findMonitor(key);
      const log = await readLog(
        {
          uuid: key.uuid,
          target: monitor?.target ?? { mode: "stopped", minutes: 1, hostname: "" },
        },
        { from: NOW / 1000 - 2 * 86_400, to: NOW / 1000 },
      );
      const { looks, failures, failed_attempts, observed, down, times } = stored.at(-1) ?? {};
      expect(figuresOf(log, secondsOfDay("2026-06-14"))).toEqual({
        ...{ looks, failures, failed_attempts, observed, down, times },
      });
      const today = { from: secondsOfDay("2026-06-15").from, to: Math.floor(NOW / 60_000) * 60 };
      expect(figuresOf(log, today)).toMatchObject({
        observed: 10.5 * 3600,
        down: secondsWithin(today, downtimes.map(periodOf)),
      });
      const month = stored.filter(({ day }) => day >= "2026-05-17");
      // Lists count whole hours, and after the last one only what is down.
      const lastHour = Math.floor(NOW / 3_600_000) * 3600;
      const since = secondsWithin({ from: lastHour, to: NOW / 1000 }, downtimes.map(periodOf));
      const base = [
        ...[...month, figuresOf(log, { ...today, to: lastHour })],
        { observed: since, down: since },
      ].map(({ observed, down }) => ({ observed_seconds: observed, down_seconds: down }));
      // biome-ignore lint/suspicious/noExplicitAny: see above
      const shown = listed.find(({ uuid }: any) => uuid === key.uuid);
      expect(shown.uptime_30_days).toBe(percentageOfDays(base));
      expect(shown.last_24_hours.slice(0, -1)).not.toContain(null);
    }
  });

  test("is served as it is shown: the next probe of each website finds the same", async () => {
    const { probeWebsite } = await import("../../../shared/uptime/probeWebsite.ts");
    const { port } = read();
    const outcomes = await Promise.all(
      sites.map(async ({ name }) => [name, (await probeWebsite(addressOf(name, port))).outcome]),
    );
    expect(Object.fromEntries(outcomes)).toEqual(
      Object.fromEntries(
        sites.map(({ name, state }) => [name, state === "down" ? "http 503" : "up"]),
      ),
    );
  });

  /** Audits a website now, and returns its findings before and after. */
  async function audit(name: string) {
    const { get, uuidOf, reseller_uuid } = read();
    const uuid = uuidOf(name);
    const { Check } = await import("../../../shared/entities/check.ts");
    const { data: check } = await Check.get({ reseller_uuid, uuid, kind: "audit" }).go();
    const body = { checks: [{ reseller_uuid, uuid, due_at: check?.due_at }] };
    const findings = async () =>
      (await get(`/v1/findings?websiteUuid=${uuid}&per_page=100`)).data.toSorted(byUuid);
    const before = await findings();
    // The thread of an audit has the real time.
    vi.useRealTimers();
    const event = prepareEvent(local, "audit", { Records: [{ body }] });
    const response = await local.invoke("audit", event);
    stopTime();
    expect(response).toEqual({ batchItemFailures: [] });
    return { before, after: await findings() };
  }

  test("has a website that is audited first, and has each fault", async () => {
    const { before, after } = await audit(BAKERY);
    expect(before).toEqual([]);
    const { faults = [] } = sites.find(({ name }) => name === BAKERY) ?? {};
    const expected = faults
      .flatMap((path) => faultsOf(addressOf(BAKERY, read().port), path))
      .map(({ key: _, ...fault }) => fault);
    const findings = after.map(({ code, subject, detail, pages }: (typeof expected)[0]) => ({
      ...{ code, subject, detail, pages },
    }));
    expect(findings.toSorted(byCode)).toEqual(expected.toSorted(byCode));
  });

  test("counts for nothing, has sent no e-mail, and asked no host but its own", async () => {
    const { get } = read();
    for (const month of ["2026-05", "2026-06"]) {
      const { data } = await get(`/v1/account/usage?month=${month}`);
      const { month: _, audits: __, ...used } = data;
      expect(used).toEqual({ websites: [], checks: 0, deliveries: 0, mails: 0, api_calls: 0 });
    }
    expect(existsSync(join(dataDir, "mail"))).toBe(false);
    expect([...lookups].filter((hostname) => !hostname.endsWith(".localhost"))).toEqual([]);
  });

  test("has a prospect, whose website is audited at once", async () => {
    const { get, port } = read();
    expect((await get("/v1/prospects")).data).toMatchObject([
      { hostname: addressOf("hopyard", port), language: "en" },
    ]);
  });

  test("has a report and a status page, and a webhook with deliveries", async () => {
    const { get, sample } = read();
    expect((await get("/v1/shares")).data.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...["status", "report"],
    ]);
    for (const url of Object.values(sample.links)) {
      const token = new URL(url).pathname.replace("/s/", "");
      const route = { routeKey: "GET /s/{token}", pathParameters: { token } };
      const event = prepareEvent(local, "open", route);
      const { statusCode, body } = (await local.invoke("open", event)) as Record<string, unknown>;
      expect(statusCode).toBe(200);
      expect(body).toContain("millstreetdental.localhost");
    }
    const { data: webhooks } = await get("/v1/webhooks");
    const { data } = await get(`/v1/webhooks/${webhooks[0].uuid}/deliveries?per_page=100`);
    expect(data.length).toBeGreaterThan(20);
    expect(data[0]).toMatchObject({ type: "website.down", status: "delivered" });
  });
});

describe("the example events", () => {
  const folder = join(import.meta.dirname, "../../events");
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
  const answers: Record<string, unknown> = { operators: { ok: true }, schedule: null };

  test("there is one for each function", () => {
    expect([...names].sort()).toEqual(local.functions.map(({ name }) => name).sort());
  });

  test.each(thoroughly(names, ["changes", "uptime", "websites"]))(
    "%s is answered as it should be",
    async (name) => {
      const event = readEvent(join(folder, `${name}.json`), dataDir);
      const response = await local.invoke(name, prepareEvent(local, name, event));
      // What takes records answers which of them it gives back; what is left is an endpoint.
      const usual = "Records" in event ? { batchItemFailures: [] } : { statusCode: 200 };
      const expected = name in answers ? answers[name] : usual;
      if (expected === null) expect(response).toBeNull();
      else expect(response).toMatchObject(expected as object);
    },
  );
});

describe("a later start", () => {
  const open = async (folder = dataDir) => {
    const again = await openReseller(local, folder);
    await again.stop();
    return again;
  };

  test("keeps the sample and the key, also where its websites can't be served", async () => {
    const { sample } = read();
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { key } = await open();
    expect(key).toBe(opened.key);
    expect(read().sample).toEqual(sample);
    expect(said).toHaveBeenCalledExactlyOnceWith(
      `Port ${read().port} is in use, so the sample's websites will be shown as down.\n`,
    );
  });

  test("gives the oldest reseller another key, and no sample, where the key is lost or revoked", async () => {
    const folder = makeDirectory();
    const { key } = await open(folder);
    expect(key).not.toBe(opened.key);
    expect(readdirSync(folder)).toEqual(["api-key"]);
    expect((await open(folder)).key).toBe(key);
    await runCommand(local, "key revoke", { uuid: identifyApiKey(key).uuid });
    expect((await open(folder)).key).not.toBe(key);
  });

  thoroughTest("writes the days that a start left out which ended before", async () => {
    const folder = makeDirectory();
    const { port, sample } = read();
    const stored = { port, sample };
    writeFileSync(join(folder, "sample.json"), JSON.stringify(stored));
    await (await open(folder)).finish();
    expect(readSample(folder)).toEqual({ ...stored, isWhole: true });
  });

  test("begins anew where a start was killed while it made the sample", () => {
    const folder = makeDirectory();
    wantNoSample(folder);
    for (const name of ["dynamodb.sqlite", "streams.json", "service.log", "notes.txt"])
      writeFileSync(join(folder, name), "");
    removeUnfinished(folder);
    expect(readdirSync(folder)).toHaveLength(5);
    writeFileSync(join(folder, "sample.json"), '{"port":4000}');
    removeUnfinished(folder);
    expect(readdirSync(folder).toSorted()).toEqual(["no-sample", "notes.txt", "service.log"]);
  });
});

/** When a downtime began and ended, if it has, in seconds since 1970. */
function periodOf({ began_at, ended_at = "2100-01-01" }: { began_at: string; ended_at?: string }) {
  return { from: Date.parse(began_at) / 1000, to: Date.parse(ended_at) / 1000 };
}

function byCode(one: { code: string; subject: string }, other: typeof one) {
  return one.code + one.subject < other.code + other.subject ? -1 : 1;
}

function byUuid(one: { uuid?: unknown }, other: { uuid?: unknown }) {
  return String(one.uuid) < String(other.uuid) ? -1 : 1;
}

/** The days from a time until yesterday. */
function daysFrom(seconds: number): string[] {
  const begin = Math.floor(seconds / 86_400);
  const length = Math.floor(NOW / 86_400_000) - begin;
  return Array.from({ length }, (_, index) =>
    new Date((begin + index) * 86_400_000).toISOString().slice(0, 10),
  );
}

test("a full disk ends the service with a sentence, and a failure of a function does not", async () => {
  const { lost, report } = local;
  report("The audit", new Error("ENOENT: no such file, open '/elsewhere'"));
  expect(await Promise.race([lost, "running"])).toBe("running");
  report("Reading the stream", new Error("ENOSPC: no space left on device, write"));
  expect(await lost).toMatch(/can't be used \(ENOSPC.*\)\. Check the disk/);
});
