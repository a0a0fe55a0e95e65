import type { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  findSubscriptions,
  isWanted,
  loadSubscriptions,
} from "../../../functions/monitoring/findSubscriptions.ts";
import { Business } from "../../../shared/entities/business.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { Plan, type PlanRecord } from "../../../shared/entities/plan.ts";
import { User } from "../../../shared/entities/user.ts";
import { Overloaded } from "../../../shared/errors.ts";
import { tableConfiguration } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { leaveOut } from "../../support/clientFaults.ts";
import { costOf } from "../../support/cost.ts";
import { makeBusiness, makeReseller, makeUser } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { thoroughTest } from "../../support/runs.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

/** Has DynamoDB find every business that is asked for, without writing each. */
function haveAllBusinesses(plan_uuid: string) {
  const { client, table } = tableConfiguration;
  const item = Business.put({
    uuid: newUuid(),
    reseller_uuid: newUuid(),
    sequence: 0,
    revision: 0,
    plan_uuid,
    user_uuid: newUuid(),
    name: "Engines",
    industry: "",
    products: [],
    custom_field_values: [],
    created_at: timestamp(),
    updated_at: timestamp(),
  }).params<{ Item: object }>().Item;
  const forward = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const send = vi.spyOn(client, "send").mockImplementation((async (command: BatchGetCommand) => {
    const keys = command.input.RequestItems?.[table]?.Keys ?? [];
    const businesses = keys.filter(({ sk }) => sk === "business");
    if (businesses.length === 0) return await forward(command);
    const found = businesses.map((key) => {
      const [, reseller_uuid, , uuid] = String(key["pk"]).split("#");
      return { ...item, ...key, reseller_uuid, uuid };
    });
    return { Responses: { [table]: found } };
  }) as never);
  onTestFinished(() => send.mockRestore());
}

function checksOf(reseller_uuid: string, count: number) {
  return Array.from(
    { length: count },
    () => ({ reseller_uuid, business_uuid: newUuid() }) as CheckRecord,
  );
}

thoroughTest("what is kept stays known to the call that makes room for more", async () => {
  const { uuid, planUuid } = await makeReseller();
  haveAllBusinesses(planUuid);
  const known = checksOf(uuid, 10_001);
  await findSubscriptions(known, NOW);
  const checks = [...known.slice(0, 3), ...checksOf(uuid, 2)];
  const found = await findSubscriptions(checks, NOW);
  const uuids = checks.map(({ business_uuid }) => business_uuid);
  expect([...found.keys()].toSorted()).toEqual(uuids.toSorted());
});

test("a change of plan is seen after a minute, and the business is not read before", async () => {
  const reseller = await makeReseller();
  const businessUuid = await makeBusiness(reseller, await makeUser(reseller));
  const check = { reseller_uuid: reseller.uuid, business_uuid: businessUuid } as CheckRecord;
  const downtimeAt = async (now: number) =>
    (await findSubscriptions([check], now)).get(businessUuid)?.plan?.downtime;
  expect(await downtimeAt(NOW)).toBe(true);
  const plan = { reseller_uuid: reseller.uuid, uuid: reseller.planUuid };
  await Plan.patch(plan).set({ downtime: false }).go();
  expect((await costOf(() => downtimeAt(NOW + 59_999))).requests).toBe(0);
  expect(await downtimeAt(NOW + 59_999)).toBe(true);
  expect(await downtimeAt(NOW + 60_000)).toBe(false);
});

test("a business that DynamoDB leaves unread does not count as deleted", async () => {
  const reseller = await makeReseller();
  const businessUuid = await makeBusiness(reseller, await makeUser(reseller));
  const check = { reseller_uuid: reseller.uuid, business_uuid: businessUuid } as CheckRecord;
  leaveOut(1);
  expect((await findSubscriptions([check], NOW)).get(businessUuid)).toMatchObject({
    plan: { uuid: reseller.planUuid },
  });
  leaveOut(100);
  const found = findSubscriptions(checksOf(newUuid(), 1), NOW);
  await expect(found).rejects.toThrow(Overloaded);
});

test("no request is made for known businesses, nor for plans and users of deleted ones", async () => {
  const { uuid } = await makeReseller();
  const gone = checksOf(uuid, 1);
  expect((await costOf(() => findSubscriptions(gone, NOW))).requests).toBe(1);
  expect((await costOf(() => findSubscriptions([], NOW))).requests).toBe(0);
});

test("a deleted business is no longer found after a minute", async () => {
  const reseller = await makeReseller();
  const uuid = await makeBusiness(reseller, await makeUser(reseller));
  const checks = [{ reseller_uuid: reseller.uuid, business_uuid: uuid } as CheckRecord];
  expect((await findSubscriptions(checks, NOW)).size).toBe(1);
  await Business.delete({ reseller_uuid: reseller.uuid, uuid }).go();
  expect((await findSubscriptions(checks, NOW + 60_000)).size).toBe(0);
});

test("a deleted user is not suspended", async () => {
  const reseller = await makeReseller();
  const user = await makeUser(reseller);
  const uuid = await makeBusiness(reseller, user);
  await User.delete({ reseller_uuid: reseller.uuid, uuid: user }).go();
  const found = await loadSubscriptions([{ reseller_uuid: reseller.uuid, uuid }]);
  expect(found.get(uuid)?.suspended).toBe(false);
});

describe("a check is done", () => {
  test.each<[string, Partial<PlanRecord> | undefined, boolean, ("uptime" | "audit")[]]>([
    [
      "of each kind where the plan has uptime checks",
      { downtime: true },
      false,
      ["uptime", "audit"],
    ],
    ["only as an audit where it has none", { downtime: false }, false, ["audit"]],
    ["not at all while the user is suspended", { downtime: true }, true, []],
    ["not at all without a plan", undefined, false, []],
  ])("%s", async (_, switches, suspended, kinds) => {
    const { uuid: reseller_uuid, planUuid } = await makeReseller();
    const { data } = await Plan.get({ reseller_uuid, uuid: planUuid }).go();
    const plan = data && switches ? { ...data, ...switches } : undefined;
    const done = (["uptime", "audit"] as const).filter((kind) =>
      isWanted(kind, { plan, suspended }),
    );
    expect(done).toEqual(kinds);
  });

  test("is not done for a deleted business", () => {
    expect(isWanted("audit", undefined)).toBe(false);
  });
});

test("plans, users and resellers that are kept for a minute are read at half the units, others as they are", async () => {
  const reseller = await makeReseller();
  const reseller_uuid = reseller.uuid;
  const uuid = await makeBusiness(reseller, await makeUser(reseller));
  const consistencyOf = async (work: () => Promise<unknown>) => {
    const reads: unknown[] = [];
    const end = interceptRequests((_, { RequestItems }) => {
      const [table] = Object.values(RequestItems as Record<string, { ConsistentRead: boolean }>);
      reads.push(table?.ConsistentRead);
    });
    await work().finally(end);
    return reads;
  };
  const check = { reseller_uuid, business_uuid: uuid } as CheckRecord;
  // The business, then its reseller, user and plan.
  const kept = await consistencyOf(() => findSubscriptions([check], NOW));
  expect(kept).toEqual([true, false, false, false]);
  const fresh = await consistencyOf(() => loadSubscriptions([{ reseller_uuid, uuid }]));
  expect(fresh).toEqual([true, true, true, true]);
});

test("a business is not checked while its user is suspended", async () => {
  const reseller = await makeReseller();
  const user = { reseller_uuid: reseller.uuid, uuid: await makeUser(reseller) };
  const business = { reseller_uuid: reseller.uuid, uuid: await makeBusiness(reseller, user.uuid) };
  const isSuspended = async () =>
    (await loadSubscriptions([business])).get(business.uuid)?.suspended;
  expect(await isSuspended()).toBe(false);
  await User.patch(user).set({ suspended_at: timestamp() }).go();
  expect(await isSuspended()).toBe(true);
  await User.patch(user).remove(["suspended_at"]).go();
  expect(await isSuspended()).toBe(false);
});
