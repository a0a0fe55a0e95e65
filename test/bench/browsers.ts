import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { allowLocalAddresses, replaceResolver } from "../../shared/outbound/index.ts";
import { findBrowser } from "../functions/reference/browser.ts";
import { askChromium, makeTrustingHome } from "../support/oddServers/chromium.ts";
import { root, secureServers } from "../support/oddServers/secure.ts";
import { ask, oddServers, slowServers } from "../support/oddServers/verdicts.ts";
import { progress, type Section } from "./report.ts";

/** What Chromium, the probe, the crawl and a webhook make of odd servers, and why a probe differs. */
export async function measure(): Promise<Section> {
  allowLocalAddresses();
  replaceResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
  setDefaultCACertificates([...getCACertificates("default"), root.cert]);
  const executable = findBrowser();
  const home = executable && makeTrustingHome(root.cert);
  const servers = [...oddServers, ...slowServers, ...(home ? secureServers : [])];
  progress("  Chromium");
  const shown = executable ? await askChromium(executable, servers, home) : [];
  progress("  the probe, the crawl and webhooks");
  const rows: string[][] = [];
  for (const [index, server] of servers.entries()) {
    const ours = await Promise.all([
      ask(server, "probe"),
      ask(server, "crawl"),
      ask(server, "webhook"),
    ]);
    rows.push([server.name, shown[index] ?? "not asked", ...ours, server.why ?? ""]);
  }
  return {
    title: "Odd servers: Chromium's answer and ours",
    columns: ["server", "Chromium", "probe", "crawl", "webhook", "why a probe differs"],
    rows,
    notes: [
      agreement(rows),
      "Without a browser, or NSS's certutil for HTTPS, servers are not asked.",
    ],
  };
}

function agreement(rows: string[][]): string {
  const asked = rows.filter(([, chromium]) => chromium !== "not asked");
  const isAlike = ([, chromium, probe = ""]: string[]) =>
    (chromium === "shown") === probe.startsWith("up");
  const alike = asked.filter(isAlike).length;
  return `The probe agrees with Chromium on ${alike} of ${asked.length} servers.`;
}
