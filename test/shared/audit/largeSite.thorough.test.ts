import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../../../infra/function/bundle.ts";
import { dueMessage, findAudit, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { itemOf } from "./auditing.ts";
import { largeSite } from "./largeSite.ts";

const PAGES = 250;
const MEMORY_MB = 256;
const folder = mkdtempSync(join(tmpdir(), "audit-"));

// As on AWS: TypeScript as it stands would take 80 MB more.
beforeAll(() => bundle(join(import.meta.dirname, "auditInChild.ts"), folder));
afterAll(() => rmSync(folder, { recursive: true }));

test("a website of 250 pages, the most that an audit reads, is audited within 256 MB", async () => {
  const site = await serve(largeSite(PAGES));
  const website = await monitorWebsite(site.url);
  const message = JSON.stringify(await dueMessage(website));
  const script = join(folder, "index.cjs");
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script, message]);
  const { batchItemFailures, peakMb } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(batchItemFailures).toEqual([]);
  expect((await findAudit(website))?.results).toMatchObject([{ outcome: `${PAGES} pages` }]);
  expect(itemOf(await readFeed(website), "spelling")?.data).toMatchObject({
    pages_checked_count: PAGES,
    spelling_count: PAGES,
  });
  expect(peakMb).toBeLessThan(MEMORY_MB);
}, 240_000);
