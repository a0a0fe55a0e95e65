import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { HOST, type OddServer, serveOdd } from "./oddServer.ts";

const LOADING_MS = 1500;

/** Where NSS keeps certificates that Chromium on Linux trusts, below its home. */
const STORE = ".pki/nssdb";

/** Makes a home for Chromium in which a certificate is trusted; undefined without NSS's `certutil`. */
export function makeTrustingHome(certificate: string): string | undefined {
  const home = mkdtempSync(join(tmpdir(), "trusting-"));
  mkdirSync(join(home, STORE), { recursive: true });
  writeFileSync(join(home, "root.pem"), certificate);
  const database = ["-d", `sql:${join(home, STORE)}`];
  const trust = ["-A", "-t", "C,,", "-n", "root", "-i", join(home, "root.pem")];
  const result = spawnSync("certutil", ["-N", "--empty-password", ...database]);
  if (result.status === 0) execFileSync("certutil", [...trust, ...database]);
  return result.status === 0 ? home : undefined;
}

/** Has Chromium ask odd servers, each in a profile of its own. */
export async function askChromium(
  executablePath: string,
  servers: OddServer[],
  home = process.env["HOME"] ?? "",
): Promise<string[]> {
  const args = ["--disable-gpu", `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
  const env = { ...process.env, HOME: home };
  const browser = await chromium.launch({ executablePath, args, env });
  const verdicts: string[] = [];
  try {
    for (const server of servers) {
      const { url, close } = await serveOdd(server);
      const context = await browser.newContext();
      verdicts.push(await open(await context.newPage(), url));
      await context.close();
      close();
    }
  } finally {
    await browser.close();
  }
  return verdicts;
}

/** What a page becomes of a URL; one that breaks off, or goes on loading, is reported as a timeout. */
async function open(page: Page, url: string): Promise<OddServer["chromium"]> {
  const error = await page.goto(url, { timeout: LOADING_MS }).then(
    () => "",
    ({ message }: Error) => message,
  );
  const [name] = /ERR_\w+/.exec(error) ?? [];
  if (name) return name as `ERR_${string}`;
  if (error.includes("Download is starting")) return "ERR_ABORTED";
  if (page.url() === "about:blank") return "waits";
  const title = await Promise.race([page.title().catch(() => ""), pause()]);
  return title === "A page" ? "shown" : "blank";
}

function pause(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve(""), LOADING_MS));
}
