import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { bundle } from "../../../infra/function/bundle.ts";
import { dueMessage, findAudit, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { type SiteRoutes, startSite } from "../../support/site.ts";
import { expectKnownCodes, itemOf } from "./auditing.ts";

type Routes = (origin: string) => SiteRoutes;

const MEMORY_MB = 256;
const MB = 1_000_000;
/** About 2 s for a megabyte on a machine of 2026. */
const TIMES_ORDINARY = 5;
const ONE_PAGE: Routes = () => ({ "/": "<p>Home</p>" });

const folder = mkdtempSync(join(tmpdir(), "audit-"));

/** Bundles the audit once for the tests of a file: TypeScript that is not bundled would take 80 MB more. */
export function prepareHostileAudits() {
  beforeAll(async () => await bundle(join(import.meta.dirname, "auditInChild.ts"), folder));
  afterAll(() => rmSync(folder, { recursive: true }));
}

/** A megabyte in 35 pages of short sentences, each linked to all. */
const ORDINARY: Routes = () => {
  const paths = Array.from({ length: 35 }, (_, n) => (n === 0 ? "/" : `/a${n}`));
  const links = paths.map((path) => `<a href="${path}">Engine</a>`).join("");
  const text = "<p>the engine that you have at home can turn all of its wheels</p>".repeat(430);
  const body = `<html lang=en><title>Engine</title>${links}${text}`;
  return Object.fromEntries(paths.map((path) => [path, body]));
};

/**
 * Expects the audits of sites, in one process, to take at most 256 MB, and a megabyte of each at most five
 * times the processor time of an ordinary website's, and returns what each gave. What the program does once
 * is done for a website of one page.
 */
export async function expectBounded(sites: Record<string, Routes>) {
  const all = [ONE_PAGE, ORDINARY, ...Object.values(sites)];
  const [, ordinary, ...audits] = await auditInChild(all);
  expect(audits).toHaveLength(Object.keys(sites).length);
  for (const [index, name] of Object.keys(sites).entries()) {
    const { failed, outcome, peakMb, processorMs, read } = audits[index] ?? {};
    expect(failed, name).toEqual([]);
    expect(outcome, name).toMatch(/^\d+ (?:of \d+ )?pages/);
    expect(peakMb, name).toBeLessThan(MEMORY_MB);
    const megabytes = Math.max(1, Number(read) / MB);
    const allowedMs = TIMES_ORDINARY * megabytes * Number(ordinary?.processorMs);
    expect(processorMs, name).toBeLessThan(allowedMs);
  }
  return new Map(Object.keys(sites).map((name, index) => [name, audits[index]]));
}

/** Audits sites one after another in a new process; `read` is the number of bytes that a site sent. */
async function auditInChild(sites: Routes[]) {
  const served = await Promise.all(sites.map(serveCounted));
  const messages = served.map(({ message }) => JSON.stringify(message));
  const script = join(folder, "index.cjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...messages], {
    maxBuffer: 100 * MB,
  });
  // A site may make the audit write log lines.
  const lines = stdout.split("\n").filter((line) => line.includes("batchItemFailures"));
  return await Promise.all(
    served.map(async ({ site, website, readBytes }, index) => {
      await site.close();
      const told = JSON.parse(lines[index] ?? "");
      const outcome = (await findAudit(website))?.results[0]?.outcome;
      const items = await readFeed(website);
      for (const item of items) expectKnownCodes(item);
      const details = itemOf(items, "website_summary_details")?.data;
      return {
        unchecked: details?.unchecked ?? [],
        failed: told.batchItemFailures,
        outcome,
        peakMb: Number(told.peakMb),
        processorMs: Number(told.processorMs),
        read: readBytes(),
      };
    }),
  );
}

/** A monitored website with a message for its audit; `readBytes` counts what its site has sent. */
async function serveCounted(routes: Routes) {
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
  const message = await dueMessage(website);
  return { site, website, message, readBytes: () => read };
}
