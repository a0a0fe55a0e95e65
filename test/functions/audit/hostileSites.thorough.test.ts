import { test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites } from "./hostileSites.ts";

prepareHostileAudits();

test.each(Object.values(hostileSites).flatMap((cases) => Object.entries(cases)))(
  "a website of %s is audited within 256 MB and five times the processor time of an ordinary website",
  async (name, routes) => void (await expectBounded({ [name]: routes })),
);
