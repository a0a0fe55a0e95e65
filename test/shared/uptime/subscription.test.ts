import { expect, test } from "vitest";
import { Plan, type PlanRecord } from "../../../shared/entities/plan.ts";
import { User } from "../../../shared/entities/user.ts";
import { Overloaded } from "../../../shared/platform/errors.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { findSubscription, isWanted } from "../../../shared/uptime/subscription.ts";
import { leaveOut } from "../../support/clientFaults.ts";
import { makeCustomer, makeReseller } from "../../support/factories.ts";

async function makeBusiness() {
  const { reseller, user, business } = await makeCustomer();
  const reseller_uuid = reseller.uuid;
  return { business: { reseller_uuid, uuid: business }, user: { reseller_uuid, uuid: user } };
}

test("a plan that DynamoDB leaves unread does not count as deleted", async () => {
  const { business } = await makeBusiness();
  leaveOut(100);
  await expect(findSubscription(business)).rejects.toThrow(Overloaded);
});

test("a deleted business has no subscription, and a deleted user is not suspended", async () => {
  const { business, user } = await makeBusiness();
  expect(await findSubscription({ ...business, uuid: newUuid() })).toBeUndefined();
  await User.delete(user).go();
  expect((await findSubscription(business))?.suspended).toBe(false);
});

test("a business is not checked while its user is suspended", async () => {
  const { business, user } = await makeBusiness();
  const isSuspended = async () => (await findSubscription(business))?.suspended;
  expect(await isSuspended()).toBe(false);
  await User.patch(user).set({ suspended_at: timestamp() }).go();
  expect(await isSuspended()).toBe(true);
  await User.patch(user).remove(["suspended_at"]).go();
  expect(await isSuspended()).toBe(false);
});

test.each<[string, Partial<PlanRecord> | undefined, boolean, ("uptime" | "audit")[]]>([
  ["of each kind where the plan has uptime checks", { downtime: true }, false, ["uptime", "audit"]],
  ["only as an audit where it has none", { downtime: false }, false, ["audit"]],
  ["not at all while the user is suspended", { downtime: true }, true, []],
  ["not at all without a plan", undefined, false, []],
])("a check is done %s", async (_, switches, suspended, kinds) => {
  const { uuid: reseller_uuid, planUuid } = await makeReseller();
  const { data } = await Plan.get({ reseller_uuid, uuid: planUuid }).go();
  const plan = data && switches ? { ...data, ...switches } : undefined;
  const done = (["uptime", "audit"] as const).filter((kind) => isWanted(kind, { plan, suspended }));
  expect(done).toEqual(kinds);
  expect(isWanted("audit", undefined)).toBe(false);
});
