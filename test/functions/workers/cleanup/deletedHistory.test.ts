import { expect, onTestFinished, test, vi } from "vitest";
import { handler as changes } from "../../../../functions/workers/changes/index.ts";
import { Deleted } from "../../../../shared/entities/deleted.ts";
import { batchDelete } from "../../../../shared/platform/table/batch.ts";
import { findAuditCheck } from "../../../../shared/uptime/audits.ts";
import { findMonitor } from "../../../../shared/uptime/roster.ts";
import { call } from "../../../support/api.ts";
import {
  type Estate,
  makeEstate,
  makeFeedItem,
  makeKey,
  makeShare,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { logProbes, storeMonitor } from "../../../support/monitoring.ts";
import { acceptedRequest, kindsInPath, kindsInQuery } from "../../../support/requests.ts";
import { routeKeys } from "../../../support/routeKeys.ts";
import { thoroughTest } from "../../../support/runs.ts";
import { snapshotOf } from "../../../support/snapshot.ts";
import { open, PAGE } from "../../open/sharedPages/open.ts";

const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";
const LOG = "GET /v1/account/audit-log";
/** What they tell does not end with a record. */
const OF_ACCOUNT = ["usage", "audit-log", "report-mails", "alerts"].map(
  (end) => `GET /v1/account/${end}`,
);
const GONE = ["user", "business", "website", "competitor", "finding", "maintenance_window"];

/** What the API tells of a website's history. */
async function historyOf({ reseller: { key }, business, website, finding }: Estate) {
  const bodyOf = async (route: string, request: object) =>
    (await call(route, { key, ...request })).body;
  const query = { businessUuid: business, websiteUuid: website };
  const { data: uptime } = await bodyOf("GET /v1/websites/{website_uuid}/uptime", {
    uuid: website,
  });
  return {
    feed: await bodyOf("GET /v1/feed-items", { query }),
    findings: await bodyOf("GET /v1/findings", { query: { businessUuid: business } }),
    finding: await bodyOf("GET /v1/findings/{finding_uuid}", { uuid: finding }),
    windows: await bodyOf("GET /v1/websites/{website_uuid}/maintenance-windows", {
      uuid: website,
    }),
    days: uptime?.days.map(({ looks, down_seconds }: Record<string, number>) => ({
      looks,
      down_seconds,
    })),
  };
}

/** Gives the website of an estate a feed item, and today's probes. */
async function fillHistory({ reseller, business, website }: Estate) {
  const place = { reseller_uuid: reseller.uuid, business_uuid: business, website_uuid: website };
  await makeFeedItem(place);
  await storeMonitor({ reseller_uuid: reseller.uuid, business_uuid: business, uuid: website });
  const now = Math.floor(Date.now() / 1000);
  await logProbes(website, [
    [now - 60, "down"],
    [now, "up"],
  ]);
}

test("a deleted user's records are nowhere, their history is complete after a restoration, and the log names both", async () => {
  const estate = await makeEstate();
  const { reseller, user, business, website, competitor, webhook } = estate;
  const { key } = reseller;
  const [remover, restorer] = [
    await makeKey(reseller.uuid, { name: "remover" }),
    await makeKey(reseller.uuid, { name: "restorer" }),
  ];
  await fillHistory(estate);
  const before = await historyOf(estate);
  const stream = await followReseller(reseller.uuid);
  await stream.follow(async () => {
    await call("DELETE /v1/users/{user_uuid}", { key: remover, uuid: user });
    await call("DELETE /v1/webhooks/{webhook_uuid}", { key: remover, uuid: webhook });
  });
  await stream.settle();

  await expectNowhere(estate);
  const site = { reseller_uuid: reseller.uuid, uuid: website };
  expect((await findMonitor(site))?.target.mode).toBe("stopped");

  await stream.follow(async () => {
    for (const uuid of [user, webhook]) await call(RESTORE, { key: restorer, uuid });
  });
  await stream.settle();
  expect(await historyOf(estate)).toEqual(before);
  expect((await findMonitor(site))?.target.mode).toBe("separate");
  const due_at = (await findAuditCheck(site))?.due_at ?? "";
  expect(Date.parse(due_at)).toBeLessThanOrEqual(Date.now());
  expect((await call("GET /v1/webhooks/{webhook_uuid}", { key, uuid: webhook })).status).toBe(200);

  const { body } = await call(LOG, { key, query: { per_page: "100" } });
  const existing = [user, business, website, competitor, webhook];
  const actions = body.data
    .filter(({ record }: Entry) => existing.includes(record.uuid))
    .map(({ action, actor, record, cause }: Entry) => {
      const by = cause ? `for ${cause.type} ${cause.uuid}` : `by ${actor.name}`;
      return `${action} ${record.uuid} ${by}`;
    });
  const both = (type: string, uuid: string, cause?: string) => [
    `${type}.deleted ${uuid} ${cause ? `for ${cause}` : "by remover"}`,
    `${type}.restored ${uuid} ${cause ? `for ${cause}` : "by restorer"}`,
  ];
  expect(actions.toSorted()).toEqual(
    [
      ...both("user", user),
      ...both("webhook", webhook),
      ...both("business", business, `user ${user}`),
      ...both("website", website, `business ${business}`),
      ...both("competitor", competitor, `business ${business}`),
    ].toSorted(),
  );
});

/** Nothing that the API answers tells of the estate's user, or of what belongs to it. */
async function expectNowhere(estate: Estate) {
  const gone = [estate.user, estate.webhook, estate.deletion];
  const routes = routeKeys.filter((each) => each.startsWith("GET ") && !OF_ACCOUNT.includes(each));
  for (const route of routes) {
    const response = await call(route, acceptedRequest(route, estate));
    const [inPath] = kindsInPath(route);
    if (inPath && GONE.includes(inPath)) expect([route, response.status]).toEqual([route, 404]);
    else if (kindsInQuery(route).length > 0 || route.startsWith("GET /v1/account/")) {
      const data = response.body.data.filter(({ uuid }: { uuid: string }) => !gone.includes(uuid));
      expect([route, data]).toEqual([route, []]);
    }
  }
}

test("a deletion that the stream tells again changes nothing after a restoration", async () => {
  const { reseller, website } = await makeEstate();
  const { key, uuid: reseller_uuid } = reseller;
  const stream = await followReseller(reseller_uuid);
  const Records = await stream.follow(() =>
    call("DELETE /v1/websites/{website_uuid}", { key, uuid: website }),
  );
  await stream.settle();
  await call(RESTORE, { key, uuid: website });
  await stream.settle();
  const before = await snapshotOf(reseller_uuid);
  await changes({ Records });
  await stream.settle();
  const after = await snapshotOf(reseller_uuid);
  expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
  expect((await call("GET /v1/account/deleted", { key })).body.data).toHaveLength(1);
});

test("what is not restored in time is removed with everything that belonged to it", async () => {
  const estate = await makeEstate();
  const { reseller, user, website, webhook, deletion } = estate;
  const { key, uuid: reseller_uuid } = reseller;
  await fillHistory(estate);
  const stream = await followReseller(reseller_uuid);
  await call("DELETE /v1/users/{user_uuid}", { key, uuid: user });
  await call("DELETE /v1/webhooks/{webhook_uuid}", { key, uuid: webhook });
  await stream.settle();
  // As the time to live does.
  const keys = [user, webhook, deletion].map((uuid) => ({ reseller_uuid, place: "deleted", uuid }));
  await batchDelete(Deleted, keys);
  await stream.settle();
  const remaining = Object.keys(await snapshotOf(reseller_uuid));
  // Closed lists and the log of deliveries expire by themselves.
  const others = remaining.filter((name) => name.includes(website) || name.includes(user));
  expect(others.filter((name) => !name.includes(" s#"))).toEqual([]);
  expect(remaining.filter((name) => name.includes(" deleted#"))).toEqual([]);
  const { body } = await call(LOG, { key, query: { per_page: "100" } });
  const purged = body.data.filter(({ action }: Entry) => action.endsWith(".purged"));
  expect(
    purged.map(({ action, actor, record }: Entry) => [action, actor.type, record.uuid]).toSorted(),
  ).toEqual([
    ["user.purged", "service", user],
    ...[deletion, webhook].toSorted().map((uuid) => ["webhook.purged", "service", uuid]),
  ]);
});

interface Entry {
  action: string;
  actor: { name: string | null; type: string };
  record: { uuid: string };
  cause: { type: string; uuid: string } | null;
}

thoroughTest("a share of what was deleted shows nothing until that is restored", async () => {
  const { reseller, user, website, business } = await makeEstate();
  const { key } = reseller;
  const bodies = [{ website_uuid: website }, { business_uuid: business }];
  const requests = bodies.map((body) => makeShare(reseller, { kind: "status", ...body }));
  const shares = await Promise.all(requests);
  // As a container that has not cached the pages.
  const at = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const statuses = async () => {
    at(60);
    const pages = await Promise.all(shares.map(({ token }) => open(PAGE, token)));
    return pages.map(({ statusCode }) => statusCode);
  };
  expect(await statuses()).toEqual([200, 200]);
  const stream = await followReseller(reseller.uuid);
  await call("DELETE /v1/users/{user_uuid}", { key, uuid: user });
  await stream.settle();
  expect(await statuses()).toEqual([404, 404]);
  await call(RESTORE, { key, uuid: user });
  await stream.settle();
  expect(await statuses()).toEqual([200, 200]);
});
