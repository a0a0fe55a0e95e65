import { test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites } from "./hostileSites.ts";

prepareHostileAudits();

test.each(Object.values(hostileSites).flatMap((cases) => Object.entries(cases)))(
  "a website of %s is audited within 256 MB and 2 s of a processor for a megabyte",
  // The least of three counts: on a busy processor others cost it its cache, and memory is freed late.
  { retry: 2 },
  async (name, routes) => void (await expectBounded({ [name]: routes })),
);
