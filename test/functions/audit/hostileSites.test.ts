import { expect, test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites, packedPages } from "./hostileSites.ts";

prepareHostileAudits();

/** A site for each bound. */
const sites = Object.fromEntries(
  Object.values(hostileSites).flatMap((cases) => Object.entries(cases).slice(0, 1)),
);

test("hostile websites are audited within 256 MB and five times the processor time of an ordinary website, and the feed says how many pages were not read, and why", async () => {
  const audits = await expectBounded({ ...sites, packed: () => packedPages(6, "<li>a") });
  expect(audits.get("packed")?.unchecked).toContainEqual({
    what: "pages",
    reason: "packing_limit",
    count: expect.any(Number),
  });
});
