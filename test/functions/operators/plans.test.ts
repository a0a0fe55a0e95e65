import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Plan } from "../../../shared/entities/plan.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";
import { call } from "../../support/api.ts";
import { makeEstate } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { createReseller, refusal, run, TIMESTAMP, UUID } from "./run.ts";

interface PlanResult {
  uuid: string;
  is_default: boolean;
}

async function defaultPlans(reseller_uuid: string): Promise<string[]> {
  const plans: PlanResult[] = await run("plan list", { reseller_uuid });
  return plans.filter(({ is_default }) => is_default).map(({ uuid }) => uuid);
}

test("creates a plan with the named switches on", async () => {
  const { uuid: reseller_uuid, default_plan_uuid } = await createReseller();
  const input = { reseller_uuid, name: "Basic", with: ["ssl", "downtime"] };
  const plan = await run("plan create", input);
  expect(plan).toStrictEqual({
    uuid: expect.stringMatching(UUID),
    reseller_uuid,
    name: "Basic",
    is_default: false,
    on: ["ssl", "downtime"],
    created_at: expect.stringMatching(TIMESTAMP),
    updated_at: plan.created_at,
    uptime_interval_minutes: 5,
    audit_interval_hours: 24,
  });
  expect(await defaultPlans(reseller_uuid)).toStrictEqual([default_plan_uuid]);
});

test("lists plans, oldest first, as their creation showed them", async () => {
  const { uuid: reseller_uuid, default_plan_uuid } = await createReseller();
  const basic = await run("plan create", {
    reseller_uuid,
    name: "Basic",
    with: ["blog"],
    uptime_interval_minutes: 1,
    audit_interval_hours: 720,
  });
  expect(basic).toMatchObject({ uptime_interval_minutes: 1, audit_interval_hours: 720 });
  const listed = await run("plan list", { reseller_uuid });
  expect(listed.map(({ uuid }: PlanResult) => uuid)).toStrictEqual([default_plan_uuid, basic.uuid]);
  expect(listed[1]).toStrictEqual(basic);
});

test("changes what is named of a plan and keeps the rest", async () => {
  const { uuid: reseller_uuid, default_plan_uuid } = await createReseller();
  const plan = await run("plan create", { reseller_uuid, name: "Basic", with: ["ssl", "blog"] });
  const update = (changes: object) => run("plan update", { uuid: plan.uuid, ...changes });
  const updated_at = expect.stringMatching(TIMESTAMP);

  const renamed = { ...plan, name: "Bronze", updated_at };
  expect(await update({ name: "Bronze" })).toStrictEqual(renamed);
  const switched = { ...renamed, on: ["mobile", "ssl", "reviews"] };
  expect(await update({ with: ["mobile", "reviews"], without: ["blog"] })).toStrictEqual(switched);
  expect(await defaultPlans(reseller_uuid)).toStrictEqual([default_plan_uuid]);
  const standard = { ...switched, is_default: true };
  expect(await update({ default: true })).toStrictEqual(standard);
  expect(await defaultPlans(reseller_uuid)).toStrictEqual([plan.uuid]);
});

test("changes one interval without the other, in the units of the schedule", async () => {
  const { uuid: reseller_uuid, default_plan_uuid: uuid } = await createReseller();
  const read = async () => (await Plan.get({ reseller_uuid, uuid }).go({ consistent: true })).data;
  expect(await run("plan update", { uuid, uptime_interval_minutes: 1440 })).toMatchObject({
    uptime_interval_minutes: 1440,
    audit_interval_hours: 24,
  });
  expect(await read()).not.toHaveProperty("audit_interval_minutes");
  expect(await run("plan update", { uuid, audit_interval_hours: 1 })).toMatchObject({
    uptime_interval_minutes: 1440,
    audit_interval_hours: 1,
  });
  expect(await read()).toMatchObject({
    uptime_interval_minutes: 1440,
    audit_interval_minutes: 60,
  });
});

test("has exactly one default plan after many became it at once", async () => {
  const { uuid: reseller_uuid } = await createReseller();
  const created: PlanResult[] = await Promise.all(
    Array.from({ length: 10 }, (_, count) =>
      run("plan create", { reseller_uuid, name: `Plan ${count}`, default: true }),
    ),
  );
  const defaults = await defaultPlans(reseller_uuid);
  expect(defaults).toHaveLength(1);
  expect(created.map(({ uuid }) => uuid)).toContain(defaults[0]);
  expect(await run("plan list", { reseller_uuid })).toHaveLength(11);
});

test("keeps what each of many updates at once has changed", async () => {
  const { default_plan_uuid: uuid } = await createReseller();
  await Promise.all(
    planFeatures.map((feature) => run("plan update", { uuid, without: [feature] })),
  );
  expect(await run("plan update", { uuid, with: ["ssl"] })).toMatchObject({ on: ["ssl"] });
});

test("refuses the 101st plan of a reseller", async () => {
  const { uuid: reseller_uuid, default_plan_uuid: uuid } = await createReseller();
  const { data: plan } = await Plan.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (!plan) throw new Error("There is no default plan");
  await Plan.put(Array.from({ length: 98 }, () => ({ ...plan, uuid: newUuid() }))).go();
  await run("plan create", { reseller_uuid, name: "The 100th" });
  expect(await refusal("plan create", { reseller_uuid, name: "One more" })).toBe(
    'The reseller has 100 plans, which is the most it can have: change one with "plan update".',
  );
  expect(await run("plan list", { reseller_uuid })).toHaveLength(100);
});

describe("the plan of a business", () => {
  let estate: Awaited<ReturnType<typeof makeEstate>>;
  let key: string;
  let reseller_uuid: string;

  beforeEach(async () => {
    estate = await makeEstate();
    ({ key, uuid: reseller_uuid } = estate.reseller);
  });

  const createPlan = async (): Promise<string> =>
    (await run("plan create", { reseller_uuid, name: "Basic" })).uuid;

  async function fetchBusiness() {
    const request = { key, uuid: estate.business };
    return (await call("GET /v1/businesses/{business_uuid}", request)).body.data;
  }

  async function listedBusiness() {
    const query = { userUuid: estate.user };
    const { data } = (await call("GET /v1/businesses", { key, query })).body;
    return data.find(({ uuid }: { uuid: string }) => uuid === estate.business);
  }

  test("is set in the record and in the list, and loses no concurrent change", async () => {
    const plan_uuid = await createPlan();
    const end = interceptRequests(async (command) => {
      if (command !== "TransactWrite") return;
      end();
      const change = { key, uuid: estate.business, body: { name: "Renamed" } };
      expect((await call("PATCH /v1/businesses/{business_uuid}", change)).status).toBe(200);
    });
    onTestFinished(end);
    const business_uuid = estate.business;
    const result = await run("business set-plan", { business_uuid, plan_uuid });
    const changed = { uuid: business_uuid, name: "Renamed", plan_uuid };
    const updated_at = expect.stringMatching(TIMESTAMP);
    expect(result).toStrictEqual({ ...changed, reseller_uuid, updated_at });
    expect(await fetchBusiness()).toMatchObject({ ...changed, updated_at: result.updated_at });
    expect(await listedBusiness()).toMatchObject({ ...changed, updated_at: result.updated_at });
    expect(await run("business set-plan", { business_uuid, plan_uuid })).toStrictEqual(result);
  });

  test("becomes the default one when its plan is deleted", async () => {
    const uuid = await createPlan();
    await run("business set-plan", { business_uuid: estate.business, plan_uuid: uuid });
    expect(await run("plan delete", { uuid })).toStrictEqual({
      ...{ uuid, name: "Basic", moved: 1, deleted: true },
    });
    expect((await fetchBusiness()).plan_uuid).toBe(estate.reseller.planUuid);
    expect(await run("plan list", { reseller_uuid })).toHaveLength(1);
    expect(await refusal("plan delete", { uuid })).toMatch(/^There is no plan /);
  });
});
