import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { bundle } from "../../../infra/bundling/bundle.ts";
import { dueMessage, findCheck, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { type SiteRoutes, startSite } from "../../support/site.ts";
import { itemOf } from "./auditing.ts";

const MEMORY_MB = 256;
const MS_PER_MB = 2000;
/** For connections: the audit of any site makes up to some thousands. */
const MS_PER_REQUEST = 1;
const MB = 1_000_000;

/** What it takes to start a process and to audit a website of one page. */
let startMs: number;

const folder = mkdtempSync(join(tmpdir(), "audit-"));

/** Bundles the audit once for the tests of a file: TypeScript that is not bundled would take 80 MB more. */
export function prepareHostileAudits() {
  beforeAll(async () => {
    await bundle(join(import.meta.dirname, "auditInChild.ts"), folder);
    startMs = (await auditInChild(() => ({ "/": "<p>Home</p>" }))).processorMs;
  });
  afterAll(() => rmSync(folder, { recursive: true }));
}

/** Expects the audit of a site to take at most 256 MB, and 2 s of a processor for a megabyte. */
export async function expectBounded(routes: (origin: string) => SiteRoutes) {
  const { failed, outcome, peakMb, processorMs, read, requests } = await auditInChild(routes);
  expect(failed).toEqual([]);
  expect(outcome).toMatch(/^\d+ (?:of \d+ )?pages/);
  expect(peakMb).toBeLessThan(MEMORY_MB);
  const allowedMs = MS_PER_MB * Math.max(1, read / MB) + MS_PER_REQUEST * requests;
  expect(processorMs - startMs).toBeLessThan(allowedMs);
}

/** Audits a site in a new process; `read` is the number of bytes that the site sent. */
export async function auditInChild(routes: (origin: string) => SiteRoutes) {
  const content: SiteRoutes = {};
  let read = 0;
  const sockets = new Set<Socket>();
  const site = await startSite((request, response) => {
    const { socket } = request;
    // A connection is kept for several requests.
    if (!sockets.has(socket)) {
      sockets.add(socket);
      socket.once("close", () => {
        read += socket.bytesWritten;
      });
    }
    const [path = ""] = (request.url ?? "").split("?");
    const route = content[path] ?? { status: 404 };
    if (typeof route === "function") return;
    const {
      status = 200,
      headers = {},
      body = "",
    } = typeof route === "string" ? { body: route } : route;
    response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);
  });
  Object.assign(content, routes(site.url));
  const website = await monitorWebsite(site.url);
  const message = JSON.stringify(await dueMessage(website, "audit"));
  const script = join(folder, "index.cjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script, message], {
    maxBuffer: 100 * MB,
  });
  await site.close();
  const told = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  const outcome = (await findCheck(website, "audit"))?.results[0]?.outcome;
  const details = itemOf(await readFeed(website), "website_summary_details")?.data;
  return {
    unchecked: details?.unchecked ?? [],
    failed: told.batchItemFailures,
    outcome,
    peakMb: told.peakMb,
    processorMs: told.processorMs,
    read,
    requests: site.requests.length,
  };
}
