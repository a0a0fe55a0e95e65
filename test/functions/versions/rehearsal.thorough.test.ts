import { afterAll, expect, test } from "vitest";
import { badVersions } from "./rehearsal/bad.ts";
import { openStage } from "./rehearsal/rehearse.ts";

const stage = await openStage();
afterAll(() => stage.close());

const visiting = badVersions.filter(({ visits }) => visits);

test.each(visiting)(
  "a version of $folder whose requests all fail is stopped before a customer is told",
  async (version) => {
    const { alarm, told } = await stage.rehearse(version);
    const by = `${version.folder}${version.folder === "deliverer" ? "VersionFailures" : "Discarded"}`;
    expect(alarm).toEqual({ by, calls: 3, minute: 1 });
    expect(told).toBe(0);
  },
);

test.each(visiting)("a good version of $folder sets off no alarm", async ({ folder }) => {
  const version = { what: "good", folder, spoil: <Same>(handler: Same) => handler, visits: true };
  expect(await stage.rehearse(version)).toMatchObject({
    hook: undefined,
    alarm: undefined,
    told: 0,
  });
});
