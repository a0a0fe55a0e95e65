import { beforeEach, describe, expect, test } from "vitest";
import { type CheckedWebsite, makeCheckedWebsite, TOMORROW, YESTERDAY } from "./checkedWebsite.ts";
import { answer, MISSING_UUID, refusal, run } from "./run.ts";

let site: CheckedWebsite;
let website_uuid: string;

beforeEach(async () => {
  site = await makeCheckedWebsite();
  website_uuid = site.website_uuid;
});

describe("check list", () => {
  const unchecked = { due_at: TOMORROW, uptime_percentage: null, results: [] };

  test("shows checks that were never run", async () => {
    expect(await run("check list", { website: website_uuid })).toStrictEqual([
      { kind: "uptime", enabled: true, state: "up", ...unchecked },
      { kind: "audit", enabled: true, state: null, ...unchecked },
    ]);
  });

  test("shows the last results, the state and the uptime", async () => {
    const now = Math.floor(Date.now() / 1000);
    const memory = {
      state: "down",
      since: now - 500,
      first_checked_at: now - 1000,
      checked_at: now,
      downtimes: [{ from: now - 500 }],
    };
    const results = [{ at: YESTERDAY, outcome: "http 500", duration: 20 }];
    await site.put("uptime", { memory, results });
    const [uptime, audit] = await run("check list", { website: website_uuid });
    expect(uptime).toStrictEqual({
      kind: "uptime",
      enabled: true,
      due_at: TOMORROW,
      state: "down",
      uptime_percentage: expect.closeTo(50, -1),
      results: [{ at: YESTERDAY, outcome: "http 500", duration_ms: 20 }],
    });
    expect(audit).toStrictEqual({ kind: "audit", enabled: true, state: null, ...unchecked });
  });

  test.each<[string, "switchUptimeOff" | "suspendUser", boolean[]]>([
    ["a plan without uptime checks", "switchUptimeOff", [false, true]],
    ["a suspended user", "suspendUser", [false, false]],
  ])("says which checks are enabled for %s", async (_, happen, expected) => {
    await site[happen]();
    const checks: { enabled: boolean }[] = await run("check list", { website: website_uuid });
    expect(checks.map(({ enabled }) => enabled)).toStrictEqual(expected);
  });
});

describe.each([
  ["audit run", {}],
  ["audit result", { requested_at: YESTERDAY }],
  ["check list", {}],
])("%s", (command, more) => {
  test("refuses a website that does not exist, and text that names none", async () => {
    expect(await answer(command, { website: MISSING_UUID, ...more })).toStrictEqual({
      ok: false,
      message: `There is no website ${MISSING_UUID}: "find HOST" shows it. One just created is found within a second.`,
    });
    expect(await refusal(command, { website: "none.example", ...more })).toBe(
      'There is no website "none.example": "find TEXT" finds those whose host name begins with TEXT.',
    );
  });

  test("refuses a website that has no checks yet", async () => {
    await site.remove("audit");
    expect(await refusal(command, { website: website_uuid, ...more })).toBe(
      `Website ${website_uuid} has no checks yet: they come within seconds of its creation.`,
    );
  });
});
