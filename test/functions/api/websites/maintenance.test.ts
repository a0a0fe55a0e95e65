import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { removals } from "../../../../functions/workers/cleanup/removals.ts";
import { handler as followSubscriptions } from "../../../../functions/workers/subscriptions/index.ts";
import { Maintenance } from "../../../../shared/entities/maintenance.ts";
import { getListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { NEVER, timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { invalid, notFound, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import { type Estate, makeEstate, makeWebsite, windowBody } from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  isUp,
  makePlain,
  monitorWebsite,
  probeSeparately,
  readFeed,
  readMonitor,
} from "../../../support/monitoring.ts";

const LIST = "GET /v1/websites/{website_uuid}/maintenance-windows";
const CREATE = "POST /v1/websites/{website_uuid}/maintenance-windows";
const DELETE = "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}";
const HOUR_MS = 3600 * 1000;

let estate: Estate;
let key: string;

beforeAll(async () => {
  allowLocalAddresses();
  estate = await makeEstate();
  key = estate.reseller.key;
});

const inHours = (hours: number) => timestamp(new Date(Date.now() + hours * HOUR_MS));

async function addWindow(uuid: string, body: Record<string, unknown>) {
  const { status, body: answer } = await call(CREATE, { key, uuid, body });
  expect(status).toBe(200);
  return answer.data;
}

describe("maintenance windows of a website", () => {
  test("are created, listed in the order of their beginning, and deleted", async () => {
    const website = await makeWebsite(estate.reseller, estate.business);
    const shown = { ...windowBody, uuid: UUID, website_uuid: website, created_at: TIMESTAMP };
    const created = { message: "Maintenance window created", success: true, data: shown };
    const response = await call(CREATE, { key, uuid: website, body: windowBody });
    expect(response).toEqual(ok(created));
    const late = response.body.data;
    const soon = await addWindow(website, { ends_at: inHours(1) });
    expect(soon).toMatchObject({ reason: null, starts_at: TIMESTAMP });
    expect(await call(LIST, { key, uuid: website })).toEqual(ok({ data: [soon, late] }));
    const path = { website_uuid: website, maintenance_window_uuid: late.uuid };
    const deleted = { success: true, message: "Maintenance window deleted" };
    expect(await call(DELETE, { key, uuid: path })).toEqual(ok(deleted));
    expect(await call(DELETE, { key, uuid: path })).toEqual(notFound("maintenance_windows"));
    expect((await call(LIST, { key, uuid: website })).body.data).toEqual([soon]);
  });

  test("are those of the website in the path", async () => {
    const website = await makeWebsite(estate.reseller, estate.business);
    const other = { website_uuid: website, maintenance_window_uuid: estate.maintenance_window };
    expect(await call(DELETE, { key, uuid: other })).toEqual(notFound("maintenance_windows"));
    expect(await call(CREATE, { key, uuid: newUuid(), body: windowBody })).toEqual(
      notFound("websites"),
    );
  });

  const [MINUTE, DAY] = [60, 24 * 3600];
  const past = { starts_at: { min: "Start time must not be in the past" } };
  const order = { ends_at: { min: "End time must be after the start time, and not in the past" } };
  const length = { ends_at: { max: "End time must be within 30 days of the start time" } };

  test.each([
    [undefined, 1, undefined],
    [-5 * MINUTE, 1, undefined],
    [DAY, 31 * DAY, undefined],
    [-5 * MINUTE - 1, 1, past],
    [MINUTE, MINUTE, order],
    [MINUTE, MINUTE + 0.999, order],
    [-MINUTE, 0, order],
    [0, 30 * DAY + 1, length],
  ])("from second %s to second %s of now have the errors %j", async (from, to, errors) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const body = { ...(from !== undefined && { starts_at: at(from) }), ends_at: at(to) };
    const uuid = await makeWebsite(estate.reseller, estate.business);
    const answer = await call(CREATE, { key, uuid, body });
    expect(answer).toEqual(errors ? invalid(errors) : expect.objectContaining({ status: 200 }));
  });

  test("are kept for 400 days after their end, the last 150 of them, in the order of their beginning", async () => {
    const uuid = await makeWebsite(estate.reseller, estate.business);
    const ended = Array.from({ length: 152 }, (_, index) => ({
      ...{ uuid: newUuid(), created_at: inHours(0) },
      ...{ starts_at: inHours(24 * (index - 400) - 1), ends_at: inHours(24 * (index - 400)) },
    }));
    const later = { ...windowBody, uuid: newUuid(), created_at: inHours(0) };
    const put = (windows: typeof ended) =>
      Maintenance.put({ reseller_uuid: estate.reseller.uuid, uuid, revision: 1, windows }).go();
    const listed = async () =>
      (await call(LIST, { key, uuid })).body.data.map((window: { uuid: string }) => window.uuid);
    const uuidsOf = (windows: { uuid: string }[]) => windows.map((window) => window.uuid);
    for (const [stored, remaining] of [
      [ended.slice(0, 3), ended.slice(1, 3)],
      [ended, ended.slice(2)],
    ] as const) {
      await put([...stored, later]);
      const { uuid: added } = await addWindow(uuid, { ends_at: inHours(1) });
      expect(await listed()).toEqual([...uuidsOf(remaining), added, later.uuid]);
    }
  });

  test("that have not ended are limited to fifty, also if created at once", async () => {
    const uuid = await makeWebsite(estate.reseller, estate.business);
    const body = windowBody;
    const windows = Array.from({ length: 48 }, () => ({
      ...{ ...body, uuid: newUuid(), created_at: inHours(0) },
    }));
    await Maintenance.create({
      reseller_uuid: estate.reseller.uuid,
      uuid,
      revision: 1,
      windows,
    }).go();
    const last = await Promise.all([1, 2, 3].map(() => call(CREATE, { key, uuid, body })));
    expect(last.map(({ status }) => status).toSorted()).toEqual([200, 200, 422]);
    const max = "A website can have at most 50 maintenance windows that have not ended";
    expect(await call(CREATE, { key, uuid, body })).toEqual(invalid({ starts_at: { max } }));
  });

  test("are not created for a website that is deleted meanwhile", async () => {
    const uuid = await makeWebsite(estate.reseller, estate.business);
    let deletions = 0;
    const end = interceptRequests(async (command) => {
      if (command !== "TransactWrite" || deletions > 0) return;
      deletions += 1;
      await call("DELETE /v1/websites/{website_uuid}", { key, uuid });
    });
    onTestFinished(end);
    expect(await call(CREATE, { key, uuid, body: windowBody })).toEqual(notFound("websites"));
    const { data } = await Maintenance.get({ reseller_uuid: estate.reseller.uuid, uuid }).go();
    expect(data).toBeNull();
  });

  test("show it as in maintenance from the first beginning to the last end", async () => {
    const uuid = await makeWebsite(estate.reseller, estate.business);
    const website = { reseller_uuid: estate.reseller.uuid, uuid };
    const begun: unknown[] = [];
    const state = async () => {
      const { body } = await call("GET /v1/account/websites", {
        key,
        query: { state: "maintenance" },
      });
      const listed = body.data.find((each: { uuid: string }) => each.uuid === uuid);
      expect(body.meta.counts.maintenance).toBe(body.data.length);
      if (!listed) return (await getListed(websites, website)).state;
      expect(Date.parse(listed.maintenance_ends_at)).toBeGreaterThan(0);
      begun.push(listed.last_maintenance);
      return "maintenance";
    };
    const due = async () => (await Maintenance.get(website).go()).data?.due_at ?? "";
    const follow = async (due_at: string) => {
      const message = { maintenance: [{ ...website, due_at }] };
      expect(await followSubscriptions(sqsEvent(message))).toEqual({ batchItemFailures: [] });
    };
    const times = [inHours(1), inHours(2), inHours(3)] as const;
    await addWindow(uuid, { starts_at: times[0], ends_at: times[2] });
    await addWindow(uuid, { starts_at: times[1], ends_at: times[2] });
    const states = [await state()];
    for (const time of times) {
      expect(await due()).toBe(time);
      await follow(time);
      await follow(times[0]);
      states.push(await state());
    }
    expect(states).toEqual(["not_checked", "maintenance", "maintenance", "not_checked"]);
    expect(begun).toEqual(Array(2).fill({ began_at: times[0], ended_at: null }));
    const { body } = await call("GET /v1/account/websites", { key });
    const listed = body.data.find((each: { uuid: string }) => each.uuid === uuid);
    expect(listed.last_maintenance).toEqual({ began_at: times[0], ended_at: times[2] });
    expect(await due()).toBe(NEVER);
    const { uuid: maintenance_window_uuid } = await addWindow(uuid, { ends_at: inHours(1) });
    expect(await state()).toBe("maintenance");
    await call(DELETE, { key, uuid: { website_uuid: uuid, maintenance_window_uuid } });
    expect(await state()).toBe("not_checked");
  });

  test("are removed with the website", async () => {
    const uuid = await makeWebsite(estate.reseller, estate.business);
    const website = { reseller_uuid: estate.reseller.uuid, uuid };
    await addWindow(uuid, windowBody);
    await call("DELETE /v1/websites/{website_uuid}", { key, uuid });
    expect(await call(LIST, { key, uuid })).toEqual(notFound("websites"));
    for await (const _ of removals.website(website)) {
      // Until nothing is left.
    }
    expect((await Maintenance.get(website).go()).data).toBeNull();
  });
});

describe("a failure", () => {
  /** A website without a server; its next failure would confirm a downtime. */
  async function makeFailing() {
    const website = await monitorWebsite("http://127.0.0.1:9");
    const since = Math.floor(Date.now() / 1000) - 120;
    await makePlain(website, { state: "suspect", since, checked_at: since });
    return website;
  }

  test("within a window is no downtime", async () => {
    const website = await makeFailing();
    const { key } = website.reseller;
    await call(CREATE, { key, uuid: website.uuid, body: { ends_at: inHours(1) } });
    const { uptime } = await readMonitor(website);
    await probeSeparately([website]);
    expect((await readMonitor(website)).uptime).toEqual({
      ...uptime,
      checked_at: expect.any(Number),
    });
    expect([await isUp(website), await readFeed(website)]).toEqual([true, []]);
  });

  test("after a window since the last failure counts as the first, not as a downtime", async () => {
    const website = await makeFailing();
    const ago = (seconds: number) => timestamp(new Date(Date.now() - seconds * 1000));
    const window = { uuid: newUuid(), starts_at: ago(90), ends_at: ago(30), created_at: ago(90) };
    const place = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
    await Maintenance.put({ ...place, revision: 1, windows: [window] }).go();
    const began = Math.floor(Date.now() / 1000);
    await probeSeparately([website]);
    expect([await isUp(website), await readFeed(website)]).toEqual([true, []]);
    const { state, since = 0 } = (await readMonitor(website)).uptime;
    expect(state).toBe("suspect");
    expect(since).toBeGreaterThanOrEqual(began);
  });

  test("before a window begins is a downtime", async () => {
    const website = await makeFailing();
    const { key } = website.reseller;
    const body = { starts_at: inHours(1), ends_at: inHours(2) };
    await call(CREATE, { key, uuid: website.uuid, body });
    await probeSeparately([website]);
    expect(await isUp(website)).toBe(false);
    expect(await readFeed(website)).toMatchObject([{ type: "downtime", status: "error" }]);
  });
});
