import { expect, test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites, packedPages } from "./hostileSites.ts";

prepareHostileAudits();

/** A site for each bound. */
const sites = Object.fromEntries(
  Object.values(hostileSites).flatMap((cases) => Object.entries(cases).slice(0, 1)),
);

test("hostile websites are audited within 256 MB and 2 s of a processor for a megabyte, and the feed says how many pages were not read, and why", {
  // The least of three counts: on a busy processor others cost it its cache, and memory is freed late.
  retry: 2,
}, async () => {
  const audits = await expectBounded({ ...sites, packed: () => packedPages(6, "<li>a") });
  expect(audits.get("packed")?.unchecked).toContainEqual({
    what: "pages",
    reason: "packing_limit",
    count: expect.any(Number),
  });
});
