import { expect, test } from "vitest";
import { handler } from "../../../functions/operators/index.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";
import { onlyResellers } from "../../support/onlyOwn.ts";
import { refusal, run, TIMESTAMP, UUID } from "./run.ts";

test("creates a reseller with a default plan that has every switch on", async () => {
  const reseller = await run("reseller create", { name: "Acme", same_name: true });
  expect(reseller).toStrictEqual({
    uuid: expect.stringMatching(UUID),
    name: "Acme",
    default_plan_uuid: expect.stringMatching(UUID),
    created_at: expect.stringMatching(TIMESTAMP),
  });
  expect(await run("plan list", { reseller_uuid: reseller.uuid })).toStrictEqual([
    {
      uuid: reseller.default_plan_uuid,
      reseller_uuid: reseller.uuid,
      name: "Standard",
      is_default: true,
      ...Object.fromEntries(planFeatures.map((feature) => [feature, true])),
      created_at: reseller.created_at,
      updated_at: reseller.created_at,
      uptime_interval_minutes: 5,
      audit_interval_hours: 24,
    },
  ]);
});

test("lists resellers, oldest first, as creation showed them", async () => {
  const first = await run("reseller create", { name: "First" });
  const second = await run("reseller create", { name: "Second" });
  onlyResellers(first.uuid, second.uuid);
  const listed = await run("reseller list", {});
  const counts = { businesses: 0, websites: 0 };
  expect(listed).toContainEqual({ ...first, ...counts });
  expect(listed).toContainEqual({ ...second, ...counts });
  const uuids = listed.map(({ uuid }: { uuid: string }) => uuid);
  expect(uuids.indexOf(first.uuid)).toBeLessThan(uuids.indexOf(second.uuid));
});

test("refuses an unknown command, and lists the known ones", async () => {
  expect(await refusal("constructor", {})).toMatch(
    /^There is no command "constructor"; there are find, .*website explain, .*\.$/,
  );
});

test("throws other errors without their text", async () => {
  const input = {
    get name(): string {
      throw new RangeError("unforeseen");
    },
  };
  await expect(handler({ command: "reseller create", input })).rejects.toThrow(
    "The command failed unexpectedly (request id unknown): see the log of the operators' function.",
  );
});
