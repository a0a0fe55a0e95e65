import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { dueMessage, findCheck, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { itemOf } from "./auditing.ts";
import { largeSite } from "./largeSite.ts";

const PAGES = 500;
const MEMORY_MB = 256;
/** Those that Lambda starts Node.js with in a function of so much memory. */
const HEAP_OPTIONS = [
  `--max-old-space-size=${Math.floor(MEMORY_MB * 0.9)}`,
  `--max-semi-space-size=${Math.floor(MEMORY_MB * 0.05)}`,
];

test("a website of 500 pages is audited within 256 MB", async () => {
  const site = await serve(largeSite(PAGES));
  const website = await monitorWebsite(site.url);
  const message = JSON.stringify(await dueMessage(website, "audit"));
  const script = join(import.meta.dirname, "auditInChild.ts");
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [...HEAP_OPTIONS, script, message]);
  const { batchItemFailures, peakMb } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(batchItemFailures).toEqual([]);
  expect((await findCheck(website, "audit"))?.results).toMatchObject([{ outcome: "500 pages" }]);
  expect(itemOf(await readFeed(website), "spelling")?.data).toMatchObject({
    pages_checked_count: PAGES,
    spelling_error_count_total: PAGES,
  });
  expect(peakMb).toBeLessThan(MEMORY_MB);
}, 240_000);
