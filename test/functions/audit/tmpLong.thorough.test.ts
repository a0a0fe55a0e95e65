import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { expectBounded, prepareHostileAudits } from "./hostileAudit.ts";
import { hostileSites } from "./hostileSites.ts";

prepareHostileAudits();
test("x", async () => {
  const name = "sitemaps of long addresses";
  const routes = Object.assign({}, ...Object.values(hostileSites))[name];
  const got = await expectBounded({ [name]: routes });
  writeFileSync("/tmp/wt/peak.json", JSON.stringify([...got.values()]));
});
