import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { PoliteClient } from "../../../functions/audit/pages/politeClient.ts";
import { makeAttempt } from "../../../functions/events/deliveries/attempt.ts";
import { probeSite } from "../../../functions/monitoring/uptime/probeSite.ts";
import { keepAlive, OutboundError } from "../../../shared/outbound/index.ts";
import { systemClock } from "../../../shared/time.ts";
import { bodies, slow } from "./bodies.ts";
import { heads } from "./heads.ts";
import { type OddServer, serveOdd } from "./oddServer.ts";
import { redirects, slowRedirect } from "./redirects.ts";
import { HOST } from "./secure.ts";

/** All odd servers but those that have to be waited for. */
export const oddServers: OddServer[] = [...heads, ...bodies, ...redirects];

export const slowServers: OddServer[] = [...slow, slowRedirect];

/** The clients of this service, each with the verdict of an answer that it has from a URL. */
export const clients = { probe, crawl, webhook: deliver };

/** Has a client ask an odd server. */
export async function ask(server: OddServer, client: keyof typeof clients): Promise<string> {
  const { url, close } = await serveOdd(server);
  try {
    return await clients[client](url);
  } finally {
    close();
  }
}

async function probe(url: string): Promise<string> {
  return (await probeSite(url)).outcome;
}

async function crawl(url: string): Promise<string> {
  const client = new PoliteClient({ delayMs: 0 });
  const deadline = Date.now() + 60_000;
  const answer = await client.request(url, { maxBytes: 1_000_000, maxRedirects: 10, deadline });
  if (!answer) return "no answer";
  if (answer instanceof OutboundError) return answer.failure;
  if (answer.status > 299) return `http ${answer.status}`;
  return answer.truncated ? "part" : "page";
}

async function deliver(url: string): Promise<string> {
  const connections = keepAlive();
  const target = { endpoint: url, sign: () => ({}) };
  const event = { event_id: "evt", body: "{}" };
  const tools = { clock: systemClock, connections, timeoutMs: 10_000 };
  const { attempt, verdict } = await makeAttempt(target, event, tools);
  for (const agent of [connections.http, connections.https]) agent.destroy();
  return attempt.error ?? verdict;
}

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
  const made = spawnSync("certutil", ["-N", "--empty-password", ...database]);
  if (made.status === 0) execFileSync("certutil", [...trust, ...database]);
  return made.status === 0 ? home : undefined;
}

/** Has Chromium ask odd servers, each in a profile of its own. */
export async function askChromium(
  executablePath: string,
  servers: OddServer[],
  home = process.env["HOME"] ?? "",
) {
  const args = ["--disable-gpu", `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
  const env = { ...process.env, HOME: home };
  const browser = await chromium.launch({ executablePath, args, env });
  const verdicts: string[] = [];
  try {
    for (const server of servers) {
      const { url, close } = await serveOdd(server);
      const context = await browser.newContext();
      const page = await context.newPage();
      const error = await page.goto(url, { timeout: LOADING_MS }).then(
        () => "",
        ({ message }: Error) => message,
      );
      const [name] = /ERR_\w+/.exec(error) ?? [];
      // Chromium reports a page that it shows while it is loading, or that breaks off, as a timeout.
      const title = name ? "" : await Promise.race([page.title().catch(() => ""), pause()]);
      const isWaiting = page.url() === "about:blank" && error.includes("Timeout");
      const isDownload = error.includes("Download is starting");
      verdicts.push(
        name ??
          (isDownload
            ? "ERR_ABORTED"
            : isWaiting
              ? "waits"
              : title === "A page"
                ? "shown"
                : "blank"),
      );
      await context.close();
      close();
    }
  } finally {
    await browser.close();
  }
  return verdicts;
}

function pause(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve(""), LOADING_MS));
}
