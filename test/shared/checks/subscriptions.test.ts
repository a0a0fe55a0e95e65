import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findSubscriptions, isWanted } from "../../../shared/checks/subscriptions.ts";
import { Business } from "../../../shared/entities/business.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { Plan, type PlanRecord } from "../../../shared/entities/plan.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { makeReseller } from "../../support/factories.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

/** Has the table hold any business that is asked for, without so many writes. */
function haveAllBusinesses(plan_uuid: string) {
  const get = vi.spyOn(Business, "get").mockImplementation(((keys: object[]) => ({
    go: async () => ({
      data: keys.map((key) => ({ ...key, plan_uuid, user_uuid: plan_uuid })),
      unprocessed: [],
    }),
  })) as never);
  onTestFinished(() => get.mockRestore());
}

function checksOf(reseller_uuid: string, count: number) {
  return Array.from(
    { length: count },
    () => ({ reseller_uuid, business_uuid: newUuid() }) as CheckRecord,
  );
}

test("what is kept stays known to the call that makes room for more", async () => {
  const { uuid, planUuid } = await makeReseller();
  haveAllBusinesses(planUuid);
  const known = checksOf(uuid, 10_001);
  await findSubscriptions(known, NOW);
  const checks = [...known.slice(0, 3), ...checksOf(uuid, 2)];
  const found = await findSubscriptions(checks, NOW);
  const uuids = checks.map(({ business_uuid }) => business_uuid);
  expect([...found.keys()].toSorted()).toEqual(uuids.toSorted());
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

  test("not at all for a business that is gone", () => {
    expect(isWanted("audit", undefined)).toBe(false);
  });
});
