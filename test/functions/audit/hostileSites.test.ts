import { test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites } from "./hostileSites.ts";

prepareHostileAudits();

/** The other bounds have tests that need no audit: pages/hostileHtml, pages/robots and analysers/blog. */
const BOUNDS = ["links", "structured data", "words", "compression", "sitemaps"];

/** A site for each of these bounds. */
const sites = Object.fromEntries(
  BOUNDS.flatMap((bound) => Object.entries(hostileSites[bound] ?? {}).slice(0, 1)),
);

test("hostile websites are audited within 256 MB and five times the processor time of an ordinary website", async () => {
  await expectBounded(sites);
});
