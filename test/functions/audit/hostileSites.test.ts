import { test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites } from "./hostileSites.ts";

prepareHostileAudits();

/** A site for each bound. */
const sites = Object.fromEntries(
  Object.values(hostileSites).flatMap((cases) => Object.entries(cases).slice(0, 1)),
);

test("hostile websites are audited within 256 MB and five times the processor time of an ordinary website", async () => {
  await expectBounded(sites);
});
