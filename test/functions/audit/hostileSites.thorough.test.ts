import { expect, test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites, packedPages } from "./hostileSites.ts";

prepareHostileAudits();

test.each(Object.values(hostileSites).flatMap((cases) => Object.entries(cases)))(
  "a website of %s is audited within 256 MB and five times the processor time of an ordinary website",
  async (name, routes) => void (await expectBounded({ [name]: routes })),
);

test("the feed says how many packed pages were not read, and why", async () => {
  const audits = await expectBounded({ packed: () => packedPages(100, "<li>a") });
  expect(audits.get("packed")?.unchecked).toContainEqual({
    what: "pages",
    reason: "packing_limit",
    count: expect.any(Number),
  });
});
