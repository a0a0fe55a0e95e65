import { randomUUID } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { Context } from "aws-lambda";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { Maintenance } from "../../shared/entities/maintenance.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { DAY_MS } from "../../shared/platform/time.ts";
import { call, eventFor, handlerOf, type TestRequest, type TestResponse } from "../support/api.ts";
import { makeDelivery } from "../support/deliveries.ts";
import { estates } from "../support/estates.ts";
import { invalid, problem } from "../support/expected.ts";
import {
  type Estate,
  makeEstate,
  makeKey,
  makeProspect,
  makeWebhook,
  makeWebsite,
  makeWindow,
} from "../support/factories.ts";
import {
  addMiddleware,
  failRequests,
  interceptRequests,
  lostAnswer,
} from "../support/interceptRequests.ts";
import { acceptedRequest } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";
import { runs, thoroughly, thoroughTest } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

/** Longer than a key stays with a request that broke off. */
const LEASE_MS = 22_000;
const UNDER_WAY = "A request with this Idempotency-Key is under way";

const posts = routeKeys.filter((route) => route.startsWith("POST"));

/**
 * The routes whose every request fails in turn: a creation, and one whose answer is not stored whole.
 * For the others, the cost shows that the answer is written in the transaction that does the work.
 */
const SWEPT = thoroughly(posts, [
  "POST /v1/competitors",
  "POST /v1/webhooks/{webhook_uuid}/secret/rotate",
]);

const estateFor = estates();
let estate: Estate;
let end = () => {};
/** A key that no other test has used. */
let unused: string;

beforeEach(() => {
  unused = randomUUID();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  // No pauses between attempts: their length is random.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An accepted request of the route, with a key. */
function keyed(route: string, key = unused, request: Partial<TestRequest> = {}): TestRequest {
  const headers = { "idempotency-key": key };
  return { ...acceptedRequest(route, estate), headers, ...request };
}

function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms);
}

/** The replay of an answer: the same but for the request id and the header that marks it. */
function replayOf({ status, headers, body }: TestResponse) {
  const own = { "x-request-id": expect.anything(), "idempotent-replayed": "true" };
  return { status, headers: { ...headers, ...own }, body };
}

const LISTS = ["users", "businesses", "websites", "competitors"];

/** Counts every effect that the POSTs can have: records of the lists concerned, webhooks, replays, secrets, windows. */
async function done(route: string) {
  const { reseller, user, business, website, webhook } = estate;
  const { key, uuid: reseller_uuid } = reseller;
  const query = { userUuid: user, businessUuid: business };
  const lists = LISTS.filter((list) => route.includes(list) || route.endsWith("/onboarding"));
  const totals = lists.map(
    async (list) => (await call(`GET /v1/${list}`, { key, query })).body.meta.total,
  );
  const { data: webhooks } = await Webhook.query.ofReseller({ reseller_uuid }).go({ pages: "all" });
  const { secret_generation, test_count, replay } =
    webhooks.find(({ uuid }) => uuid === webhook) ?? {};
  const { data: maintenance } = await Maintenance.get({ reseller_uuid, uuid: website }).go();
  const windows = maintenance?.windows.length;
  const others = [webhooks.length, replay ? 1 : 0, secret_generation, test_count, windows];
  return [...(await Promise.all(totals)), ...others] as number[];
}

function difference(after: number[], before: number[]) {
  return after.map((count, index) => count - (before[index] ?? 0));
}

/** Replaces the route's webhook or website, as one takes few rotations, replays, windows or checks. Says whether it did. */
async function renewRecords(route: string): Promise<boolean> {
  const { reseller } = estate;
  if (/\/(?:maintenance-windows|check)$/.test(route)) {
    const website = await makeWebsite(reseller, estate.business);
    estate = { ...estate, website, maintenance_window: await makeWindow(reseller, website) };
    return true;
  }
  if (route.includes("{deletion_uuid}")) {
    // What is restored counts for the limit of webhooks.
    estate = await makeEstate();
    return true;
  }
  if (route.includes("{prospect_uuid}")) {
    estate = { ...estate, prospect: await makeProspect(reseller, "prospect.example") };
    return true;
  }
  if (!route.includes("{webhook_uuid}")) return false;
  const webhook = await makeWebhook(reseller);
  const log = { reseller_uuid: reseller.uuid, webhook_uuid: webhook };
  estate = { ...estate, webhook, delivery: (await makeDelivery(log)).uuid };
  return true;
}

describe.each(posts)("%s", (route) => {
  beforeAll(async () => {
    estate = await estateFor(route);
  });

  beforeEach(async () => {
    await renewRecords(route);
  });

  test("answers the same to the same key, byte for byte, and does it once", async () => {
    const request = keyed(route);
    const handler = await handlerOf(route);
    const send = () => handler(eventFor(route, request), {} as Context);
    const first = await send();
    expect(first).toMatchObject({ statusCode: 200 });
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    const after = await done(route);
    pass(DAY_MS - 2000);
    const second = await send();
    expect(second.headers).toMatchObject({ "idempotent-replayed": "true" });
    expect(second).toMatchObject({ statusCode: 200, body: first.body });
    expect(await done(route)).toEqual(after);
  });

  thoroughTest(
    "does it once for each key, and for each request without one",
    async () => {
      for (const request of [
        () => keyed(route),
        () => keyed(route, `another ${unused}`),
        () => acceptedRequest(route, estate),
      ]) {
        await renewRecords(route);
        const { status, headers } = await call(route, request());
        expect([status, headers["idempotent-replayed"]]).toEqual([200, undefined]);
      }
    },
    { sample: SWEPT.includes(route) },
  );

  thoroughTest(
    "refuses a key with another body, and one that is no key",
    async () => {
      const request = keyed(route);
      expect(await call(route, request)).toMatchObject({ status: 200 });
      const mismatch = "Idempotency key was sent with another body before";
      const other = { ...(request.body as object), more: true };
      expect(await call(route, { ...request, body: other })).toEqual(
        invalid({ idempotency_key: { mismatch } }),
      );
      const length = "Idempotency key must be 1 to 255 characters";
      expect(await call(route, keyed(route, ""))).toEqual(invalid({ idempotency_key: { length } }));
    },
    { sample: SWEPT.includes(route) },
  );

  test.each(
    !SWEPT.includes(route)
      ? []
      : ([
          // As if the process died before it.
          ["request, and all after it, is not made", "before"],
          ["answer is lost", "after"],
        ] as const),
  )("does it once, whichever %s", async (_, when) => {
    let effect: number[] | undefined;
    let before = await done(route);
    for (let at = 1; ; at += 1) {
      const request = keyed(route, `${unused}-${at}`);
      const requests = failRequests(
        (number) => (when === "before" ? number >= at : number === at),
        when,
      );
      const first = await call(route, request);
      const count = requests().length;
      expect(first.headers).not.toHaveProperty("idempotent-replayed");
      if (first.status !== 200) {
        expect(first.status).toBe(503);
        // A request that lives frees its key.
        if (when === "before") pass(LEASE_MS);
      }
      const again = await call(route, request);
      expect(again).toMatchObject({ status: 200 });
      if (first.status === 200) expect(again).toEqual(replayOf(first));
      const after = await done(route);
      effect ??= difference(after, before);
      expect({ at, effect: difference(after, before) }).toEqual({ at, effect });
      if (count < at) return;
      before = (await renewRecords(route)) ? await done(route) : after;
    }
  });
});

const POST = "POST /v1/websites";

describe("POST /v1/websites with a key", () => {
  beforeAll(async () => {
    estate = await makeEstate();
  });
  const body = { hostname: "https://www.example.com" };

  /** How many websites the business has. */
  async function websites() {
    const query = { businessUuid: estate.business };
    return (await call("GET /v1/websites", { key: estate.reseller.key, query })).body.meta.total;
  }

  test("of many at once one is executed, and all others get its answer or 409", async () => {
    const request = keyed(POST);
    const before = await websites();
    const answers = await Promise.all(Array.from({ length: runs(100) }, () => call(POST, request)));
    const [done, ...others] = answers.filter(({ headers }) => !("idempotent-replayed" in headers));
    const first = [done, ...others].find((answer) => answer?.status === 200);
    if (!first) throw new Error("none was done");
    const underWay = problem(409, UNDER_WAY, { "retry-after": "1" });
    for (const answer of answers.filter((each) => each !== first)) {
      expect([underWay, replayOf(first)]).toContainEqual(answer);
    }
    expect(await websites()).toBe(before + 1);
    expect(await call(POST, request)).toEqual(replayOf(first));
  });

  describe("a key counts for", () => {
    test("one reseller, with any of its API keys", async () => {
      const first = await call(POST, keyed(POST));
      const key = await makeKey(estate.reseller.uuid);
      expect(await call(POST, keyed(POST, unused, { key }))).toEqual(replayOf(first));
      const headers = { "idempotency-key": unused };
      const other = await call(POST, { ...acceptedRequest(POST, await makeEstate()), headers });
      expect(other.status).toBe(200);
      expect(other.headers).not.toHaveProperty("idempotent-replayed");
    });

    test("one path and one query", async () => {
      const query = { businessUuid: estate.business, a: "1" };
      const first = await call(POST, keyed(POST, unused, { query, body }));
      expect(await call(POST, keyed(POST, unused, { query, body }))).toEqual(replayOf(first));
      const others = [
        call(POST, keyed(POST, unused, { query: { ...query, a: "2" }, body })),
        call("POST /v1/competitors", keyed("POST /v1/competitors", unused, { body })),
      ];
      for (const { status, headers } of await Promise.all(others)) {
        expect([status, headers["idempotent-replayed"]]).toEqual([200, undefined]);
      }
    });

    test("24 hours", async () => {
      const first = await call(POST, keyed(POST));
      pass(DAY_MS + 1000);
      const second = await call(POST, keyed(POST));
      expect(second.body.data.uuid).not.toBe(first.body.data.uuid);
      expect(await call(POST, keyed(POST))).toEqual(replayOf(second));
    });

    test("POST only", async () => {
      const PATCH = "PATCH /v1/websites/{website_uuid}";
      const request = keyed(PATCH, "\u0007", { body });
      expect(await call(PATCH, request)).toMatchObject({ status: 200 });
    });
  });

  describe("an error frees the key:", () => {
    test("422 of a record", async () => {
      const query = { businessUuid: estate.website };
      const exists = "Business UUID must name an existing record";
      const refused = invalid({ businessUuid: { exists } });
      expect(await call(POST, keyed(POST, unused, { query, body }))).toEqual(refused);
      const other = { hostname: "https://other.example.com" };
      expect(await call(POST, keyed(POST, unused, { query, body: other }))).toEqual(refused);
    });
  });

  describe("while a request is under way", () => {
    /** Holds the transaction of the next request until `resume` is called. */
    function holdNext() {
      let resume = () => {};
      const held = new Promise<void>((resolve) => {
        resume = resolve;
      });
      let isFirst = true;
      const arrived = new Promise<void>((resolve) => {
        end = interceptRequests(async (command) => {
          if (command !== "TransactWrite" || !isFirst) return;
          isFirst = false;
          resolve();
          await held;
        });
      });
      return { arrived, resume };
    }

    test("another gets 409, and then its answer", async () => {
      const { arrived, resume } = holdNext();
      const first = call(POST, keyed(POST));
      await arrived;
      expect(await call(POST, keyed(POST))).toEqual(
        problem(409, UNDER_WAY, { "retry-after": "1" }),
      );
      resume();
      const answer = await first;
      expect(await call(POST, keyed(POST))).toEqual(replayOf(answer));
    });

    test("one whose lease has ended loses the key, and its write is refused", async () => {
      const before = await websites();
      const { arrived, resume } = holdNext();
      const late = call(POST, keyed(POST));
      await arrived;
      pass(LEASE_MS);
      const second = await call(POST, keyed(POST));
      expect(second).toMatchObject({ status: 200 });
      resume();
      expect(await late).toEqual(replayOf(second));
      expect(await websites()).toBe(before + 1);
    });

    test("a late creation of a webhook is not refused by the limit of webhooks", async () => {
      const route = "POST /v1/webhooks";
      const { arrived, resume } = holdNext();
      const late = call(route, keyed(route));
      await arrived;
      pass(LEASE_MS);
      const second = await call(route, keyed(route));
      resume();
      expect(await late).toEqual(replayOf(second));
    });
  });

  test("a request whose work is done answers so, although each answer of its transaction is lost", async () => {
    const before = await websites();
    const request = keyed(POST, `${unused}-done`);
    const end = addMiddleware((send, command) => async (args) => {
      const result = await send(args);
      if (command === "TransactWriteItems") throw lostAnswer();
      return result;
    });
    onTestFinished(end);
    const first = await call(POST, request);
    expect(first).toMatchObject({ status: 200 });
    expect(await websites()).toBe(before + 1);
    expect(await call(POST, request)).toEqual(replayOf(first));
  });

  test("the stored item holds neither the key nor a webhook's secret", async () => {
    const route = "POST /v1/webhooks/{webhook_uuid}/secret/rotate";
    const key = "a key that nobody else may read";
    const { body } = await call(route, keyed(route, key));
    const items = await snapshotOf(estate.reseller.uuid);
    const stored = Object.values(items).map(textOf).join();
    expect(stored).toContain("secret_generation");
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(body.data.secret);
  });
});

/** An item as JSON, with its answer unpacked. */
function textOf(item: unknown): string {
  const { answer } = item as { answer?: Uint8Array };
  return JSON.stringify(item) + (answer ? inflateRawSync(answer) : "");
}
