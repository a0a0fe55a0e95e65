import { expect, test } from "vitest";
import { Plan, type PlanRecord } from "../../../shared/entities/plan.ts";
import { isWanted } from "../../../shared/uptime/subscription.ts";
import { makeReseller } from "../../support/factories.ts";

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
