import { expect, test } from "vitest";
import { auditInChild, expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites, packedPages } from "./hostileSites.ts";

prepareHostileAudits();

test("the feed says how many pages of a hostile site were not read, and why", async () => {
  const { unchecked } = await auditInChild(() => packedPages(3, "<li>a"));
  expect(unchecked).toContainEqual({
    what: "pages",
    reason: "packed too tightly",
    count: expect.any(Number),
  });
});

test.each(Object.values(hostileSites).flatMap((cases) => Object.entries(cases).slice(0, 1)))(
  "a website of %s is audited within 256 MB and 2 s of a processor for a megabyte",
  // The least of three counts: on a busy processor others cost it its cache, and memory is freed late.
  { retry: 2 },
  (_, routes) => expectBounded(routes),
);
