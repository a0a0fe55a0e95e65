import { expect, test } from "vitest";
import { Plan } from "../../../../shared/entities/plan.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { planFeatures } from "../../../../shared/vocabulary/planFeatures.ts";
import { call } from "../../../support/api.ts";
import { ok, TIMESTAMP } from "../../../support/expected.ts";
import { makeReseller } from "../../../support/factories.ts";

const switches = (on: boolean) =>
  Object.fromEntries(planFeatures.map((feature) => [feature, on])) as Record<
    (typeof planFeatures)[number],
    boolean
  >;

test("lists all plans of the reseller, oldest first, one of them the default", async () => {
  const { uuid: reseller_uuid, key, planUuid } = await makeReseller();
  const small = {
    reseller_uuid,
    uuid: newUuid(),
    name: "Small",
    ...switches(false),
    ssl: true,
    created_at: "2026-01-31T09:30:00+00:00",
    updated_at: "2026-02-28T09:30:00+00:00",
  };
  await Plan.create(small).go();
  const standard = {
    uuid: planUuid,
    reseller_uuid,
    name: "Standard",
    ...switches(true),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
  };
  expect(await call("GET /v1/plans", { key })).toEqual(
    ok({
      data: [
        { ...standard, is_default: true },
        { ...small, is_default: false },
      ],
    }),
  );

  await Reseller.patch({ uuid: reseller_uuid }).set({ default_plan_uuid: small.uuid }).go();
  expect(await call("GET /v1/plans", { key })).toEqual(
    ok({
      data: [
        { ...standard, is_default: false },
        { ...small, is_default: true },
      ],
    }),
  );
});

test("shows the fields of section 2.7 of the specification, and no others", async () => {
  const { key } = await makeReseller();
  const { body } = await call("GET /v1/plans", { key });
  expect(Object.keys(body.data[0])).toEqual([
    ...["uuid", "reseller_uuid", "name", "is_default"],
    ...["mobile_speed", "broken_links", "headings", "spelling", "mobile", "sitemap", "domain_age"],
    ...["ssl", "downtime", "backlinks", "blog", "target_keywords", "keyword_opportunities"],
    ...["listings", "reviews", "created_at", "updated_at"],
  ]);
});

test("a switch that a stored plan lacks is off", async () => {
  const { uuid: reseller_uuid, key, planUuid } = await makeReseller();
  const before = (await call("GET /v1/plans", { key })).body.data[0];
  await Plan.patch({ reseller_uuid, uuid: planUuid }).remove(["blog"]).go();
  const { body } = await call("GET /v1/plans", { key });
  expect(body.data).toEqual([{ ...before, blog: false }]);
});
