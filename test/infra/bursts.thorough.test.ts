import { describe, expect, it } from "vitest";
import { settingsFor } from "../../infra/settings.ts";
import { type Burst, playBurst } from "../support/burstModel.ts";

const settings = settingsFor("prod");
const { rateLimits: _, ...unlimited } = settings;
/** Share of the others' requests that may be refused because of one reseller. */
const MOST = 0.001;

const usual: Burst = {
  settings,
  throttle: settings.throttling,
  workMs: 15,
  kind: "reads",
  parallel: 200,
  othersPerSecond: 100,
  seconds: 15,
};

/** The share of others' requests that is refused. */
function refusedShare(burst: Partial<Burst>): number {
  const { asked, refused } = playBurst({ ...usual, ...burst });
  expect(asked).toBeGreaterThan(1000);
  return refused / asked;
}

describe("200 parallel calls of one reseller that does not back off", () => {
  const onboarding = { throttle: settings.slowThrottling, kind: "writes", workMs: 300 } as const;
  it.each<[name: string, Partial<Burst>]>([
    ["quick reads", {}],
    ["slow reads", { workMs: 400 }],
    ["writes", { kind: "writes", workMs: 60 }],
    ["onboardings", onboarding],
    ["slow reads of a reseller without a limit", { settings: unlimited, workMs: 400 }],
    ["at most 10 at once", { atOnce: 10 }],
    ["onboardings, at most 10 at once", { ...onboarding, atOnce: 10 }],
  ])("refuse less than one in a thousand requests of others: %s", (_, burst) => {
    expect(refusedShare(burst)).toBeLessThan(MOST);
  });

  it("would refuse more with a reserve for each group, which is also its maximum", () => {
    expect(refusedShare({ reserve: 30, workMs: 60, settings: unlimited })).toBeGreaterThan(0.1);
  });

  it("would refuse more if refusals came at once: they use up the route's throttle", () => {
    expect(refusedShare({ delays: false })).toBeGreaterThan(0.1);
  });
});
