import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Business } from "../../../shared/entities/business.ts";
import { call } from "../../support/api.ts";
import { onboardingBody } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { createReseller, MISSING_UUID, refusal, run, TIMESTAMP } from "./run.ts";

let reseller_uuid: string;
let key: string;
let userUuid: string;
let business: { uuid: string; name: string; plan_uuid: string };

beforeEach(async () => {
  ({ uuid: reseller_uuid } = await createReseller());
  ({ key } = await run("key create", { reseller_uuid, name: "test" }));
  const { body } = await call("POST /v1/onboarding", { key, body: onboardingBody() });
  userUuid = body.data.user.uuid;
  [business] = await listBusinesses();
});

async function listBusinesses() {
  const { body } = await call("GET /v1/businesses", { key, query: { userUuid } });
  return body.data;
}

async function fetchBusiness() {
  const { body } = await call("GET /v1/businesses/{business_uuid}", { key, uuid: business.uuid });
  return body.data;
}

test("gives a business another plan, in the record and in the list", async () => {
  const plan = await run("plan create", { reseller_uuid, name: "Basic" });
  const result = await run("business set-plan", {
    business_uuid: business.uuid,
    plan_uuid: plan.uuid,
  });
  expect(result).toStrictEqual({
    uuid: business.uuid,
    reseller_uuid,
    name: business.name,
    plan_uuid: plan.uuid,
    updated_at: expect.stringMatching(TIMESTAMP),
  });
  const changed = { ...business, plan_uuid: plan.uuid, updated_at: result.updated_at };
  expect(await fetchBusiness()).toStrictEqual(changed);
  expect(await listBusinesses()).toStrictEqual([changed]);
});

test("changes nothing when the business has the plan already", async () => {
  const { plan_uuid } = business;
  const before = await Business.get({ reseller_uuid, uuid: business.uuid }).go();
  const input = { business_uuid: business.uuid, plan_uuid };
  expect(await run("business set-plan", input)).toMatchObject({ plan_uuid });
  expect(await Business.get({ reseller_uuid, uuid: business.uuid }).go()).toStrictEqual(before);
});

test("loses no concurrent change of the business", async () => {
  const plan = await run("plan create", { reseller_uuid, name: "Basic" });
  const input = { business_uuid: business.uuid, plan_uuid: plan.uuid };
  beforeNextTransaction(async () => {
    const { uuid } = business;
    const body = { name: "Renamed" };
    const { status } = await call("PATCH /v1/businesses/{business_uuid}", { key, uuid, body });
    expect(status).toBe(200);
  });
  const { updated_at } = await run("business set-plan", input);
  const changed = { ...business, name: "Renamed", plan_uuid: plan.uuid, updated_at };
  expect(await fetchBusiness()).toStrictEqual(changed);
  expect(await listBusinesses()).toStrictEqual([changed]);
});

/** Has something happen between a reading and the transaction that is decided on what was read. */
function beforeNextTransaction(happen: () => Promise<void>) {
  let pending: typeof happen | undefined = happen;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || pending === undefined) return;
    const now = pending;
    pending = undefined;
    await now();
  });
  onTestFinished(end);
}

test("refuses another reseller's plan like a missing one", async () => {
  const foreign = await createReseller();
  for (const plan_uuid of [foreign.default_plan_uuid, MISSING_UUID]) {
    expect(await refusal("business set-plan", { business_uuid: business.uuid, plan_uuid })).toBe(
      `The business belongs to reseller ${reseller_uuid}, which has no plan ${plan_uuid}: "plan list --reseller ${reseller_uuid}" shows those it has.`,
    );
  }
  expect(await fetchBusiness()).toStrictEqual(business);
  expect(await listBusinesses()).toStrictEqual([business]);
});

test("refuses a business that does not exist", async () => {
  const { plan_uuid } = business;
  const input = { business_uuid: MISSING_UUID, plan_uuid };
  expect(await refusal("business set-plan", input)).toBe(
    `There is no business ${MISSING_UUID}: "find NAME" shows it.`,
  );
  expect(await refusal("business set-plan", { business_uuid: "x", plan_uuid: "y" })).toBe(
    'The business must be given by its uuid: "find NAME" shows it. --plan must be given by its uuid: "plan list" shows it.',
  );
});
