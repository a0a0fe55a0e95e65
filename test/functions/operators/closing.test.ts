import { expect, test } from "vitest";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { DAY_MS } from "../../../shared/platform/time.ts";
import { findSubscription } from "../../../shared/uptime/subscription.ts";
import { disableWebhook } from "../../../shared/webhooks/webhook.ts";
import { call } from "../../support/api.ts";
import {
  afterKept,
  at,
  closeAndRemove,
  closeReseller,
  DONE,
  removal,
  work,
} from "../../support/closing.ts";
import {
  makeEstate,
  makeReseller,
  makeSandbox,
  makeUser,
  makeWebhook,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { messagesAbout } from "../../support/messages.ts";
import { thoroughTest } from "../../support/runs.ts";
import { itemsNaming, snapshotOf } from "../../support/snapshot.ts";
import { answer, refusal, run } from "./run.ts";

/** The status of a request with a key once every container has forgotten what it knew, `times` in turn. */
const statusOf = (key: string, times = 1) =>
  at(Date.now() + times * 10_000, async () => (await call("GET /v1/plans", { key })).status);

test("the command says what will happen, and does it only with --yes", async () => {
  const { reseller } = await makeEstate();
  const { uuid, key } = reseller;
  const sandbox = await makeSandbox(reseller);
  await makeUser(sandbox);
  expect(await refusal("reseller close", { uuid })).toBe(
    `This closes the reseller "Test reseller" (${uuid}) and its sandbox: its API keys stop working within ten seconds, and checks, mails, webhooks and shares stop. Everything is kept for 30 days, in which "reseller reopen" undoes this, and then removed for good. Add --yes to do it.`,
  );
  expect(await statusOf(key)).toBe(200);
  expect(await refusal("reseller close", { uuid: sandbox.uuid, yes: true })).toContain(
    "it is closed with that one",
  );
  const closed = await closeReseller(uuid);
  expect(closed).toMatchObject({ uuid, closed_at: expect.any(String) });
  // A second time, without --yes.
  expect(await run("reseller close", { uuid })).toEqual(closed);
});

test("keys of the reseller and its sandbox are refused within ten seconds, and come back with it", async () => {
  const reseller = await makeReseller();
  const other = await makeReseller();
  const sandbox = await makeSandbox(reseller);
  await closeReseller(reseller.uuid);
  const keys = [reseller.key, sandbox.key, other.key];
  expect(await Promise.all(keys.map((each) => statusOf(each)))).toEqual([401, 401, 200]);
  expect(await run("reseller reopen", { uuid: reseller.uuid })).not.toHaveProperty("closed_at");
  expect(await Promise.all(keys.map((each) => statusOf(each, 2)))).toEqual([200, 200, 200]);
});

test("checks and webhooks pause, and go on as before when the reseller is reopened", async () => {
  const { reseller, business } = await makeEstate();
  const { uuid } = reseller;
  const disabled = await makeWebhook(reseller);
  const own = { reseller_uuid: uuid, uuid: disabled };
  await disableWebhook(own, { reason: "failing", now: new Date() });
  const before = await snapshotOf(uuid);
  const isSuspended = async () =>
    (await findSubscription({ reseller_uuid: uuid, uuid: business }))?.suspended;
  const stream = await followReseller(uuid);
  const message = { reseller_uuid: uuid, entity: "reseller", uuid };
  const countMessages = () => messagesAbout("SUBSCRIPTIONS_QUEUE_URL", uuid).length;

  await closeReseller(uuid);
  await stream.dispatch();
  expect(await isSuspended()).toBe(true);
  expect(messagesAbout("SUBSCRIPTIONS_QUEUE_URL", uuid)).toContainEqual(message);
  const paused = countMessages();
  const { data } = await Webhook.query.ofReseller({ reseller_uuid: uuid }).go();
  expect(data.map(({ disabled_at }) => disabled_at === undefined)).toEqual([false, false]);

  await run("reseller reopen", { uuid });
  await stream.dispatch();
  expect(await isSuspended()).toBe(false);
  expect(countMessages()).toBe(paused * 2);
  const after = await snapshotOf(uuid);
  // An enabled webhook looks for deliveries that wait.
  const created = Object.keys(after).filter((key) => !(key in before) && !key.endsWith(" health"));
  expect(created.filter((key) => !key.startsWith("auditLog#"))).toEqual([]);
  const { data: webhooks } = await Webhook.query.ofReseller({ reseller_uuid: uuid }).go();
  const enabled = webhooks.map((each) => [each.uuid === disabled, each.disabled_at === undefined]);
  expect(enabled.toSorted()).toEqual([
    [false, true],
    [true, false],
  ]);
});

test("a reseller is removed in the first night after its 30 days, and not if it was reopened", async () => {
  const [over, closedLately, reopened] = [
    await makeReseller(),
    await makeReseller(),
    await makeReseller(),
  ];
  await closeReseller(over.uuid);
  await closeReseller(reopened.uuid);
  await at(Date.now() + 2 * DAY_MS, () => closeReseller(closedLately.uuid));
  await at(Date.now() + 31 * DAY_MS, () => work({ night: "2026-12-30" }));
  const cleanupMessages = (uuid: string) => messagesAbout("CLEANUP_QUEUE_URL", uuid);
  const snapshot = (reseller_uuid: string) => ({ usage: { reseller_uuid, night: "2026-12-30" } });
  expect(cleanupMessages(over.uuid)).toEqual([snapshot(over.uuid), removal(over.uuid)]);
  expect(cleanupMessages(reopened.uuid)).toEqual([snapshot(reopened.uuid), removal(reopened.uuid)]);
  expect(cleanupMessages(closedLately.uuid)).toEqual([snapshot(closedLately.uuid)]);

  // These come before the message, which comes early and twice.
  await run("reseller reopen", { uuid: reopened.uuid });
  expect(await work(removal(over.uuid))).toEqual(DONE);
  for (const { uuid } of [reopened, over, over]) {
    expect(await afterKept(() => work(removal(uuid)))).toEqual(DONE);
  }
  expect(await statusOf(reopened.key)).toBe(200);
  expect(await answer("show", { uuid: over.uuid })).toMatchObject({ ok: false });
});

test("a reseller that is reopened and closed again as its removal begins is kept", async () => {
  const { uuid } = await makeReseller();
  await closeReseller(uuid);
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite") return;
    end();
    await run("reseller reopen", { uuid });
    await closeReseller(uuid);
  });
  expect(await afterKept(() => work(removal(uuid)))).toEqual(DONE);
  expect(await run("reseller reopen", { uuid })).not.toHaveProperty("closed_at");
});

test("a reseller whose removal has begun can't be reopened", async () => {
  const { reseller } = await makeEstate();
  const { uuid } = reseller;
  await closeReseller(uuid);
  await afterKept(() => work(removal(uuid), 0));
  expect(await refusal("reseller reopen", { uuid })).toBe(
    `Reseller ${uuid} is being removed: it can't be reopened any more.`,
  );
  const begun = await run("show", { uuid });
  await at(Date.now() + 32 * DAY_MS, () => work(removal(uuid), 0));
  expect((await run("show", { uuid })).deleting_since).toBe(begun.deleting_since);
});

thoroughTest(
  "closing, reopening and removing that die at a request are done by the next call",
  async () => {
    /** Does work until this request: neither that one nor a later one is sent. Returns whether it came so far. */
    const killedAt = async (limit: number, work: () => Promise<unknown>) => {
      let requests = 0;
      const end = interceptRequests(() => {
        requests += 1;
        if (requests >= limit) throw new Error("killed");
      });
      await work().catch(() => {});
      end();
      return requests >= limit;
    };
    const stride = (limit: number) => Math.max(1, Math.floor(limit / 3));
    for (let limit = 1, isKilled = true; isKilled; limit += stride(limit)) {
      const { reseller } = await makeEstate();
      const { uuid } = reseller;
      const stream = await followReseller(uuid);
      await killedAt(limit, () => closeReseller(uuid));
      await closeReseller(uuid);
      await killedAt(limit, () => run("reseller reopen", { uuid }));
      await run("reseller reopen", { uuid });
      const { data: webhooks } = await Webhook.query.ofReseller({ reseller_uuid: uuid }).go();
      expect(webhooks.map(({ disabled_at }) => disabled_at)).toEqual([undefined]);
      await closeReseller(uuid);
      isKilled = await killedAt(limit, () => afterKept(() => work(removal(uuid))));
      await closeAndRemove(uuid).catch(() => {});
      await stream.settle();
      const keys = (await itemsNaming(`reseller#${uuid}`)).map((item) => String(item["sk"]?.S));
      // Lists stay closed for some days. The estate's import and deliveries expire.
      const result = keys.filter((sk) => !/^(?:s#|live#|chunk#|import$|delivery#)/.test(sk));
      expect(result, `killed at ${limit}`).toEqual([]);
    }
  },
);
