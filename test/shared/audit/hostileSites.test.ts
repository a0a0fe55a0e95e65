import { test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites } from "./hostileSites.ts";

prepareHostileAudits();

test("hostile websites are audited within 256 MB and five times the processor time of an ordinary website", async () => {
  await expectBounded(hostileSites);
});
