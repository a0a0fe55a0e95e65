import { rmSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { findBrowser } from "../../../functions/reference/browser.ts";
import { askChromium, makeTrustingHome } from "../../../support/oddServers/chromium.ts";
import { HOST } from "../../../support/oddServers/oddServer.ts";
import { root, secureServers } from "../../../support/oddServers/secure.ts";
import { ask, oddServers, slowServers } from "../../../support/oddServers/verdicts.ts";
import { useNames } from "./names.ts";

beforeAll(() => allowLocalAddresses());
afterAll(() => {
  if (home) rmSync(home, { recursive: true });
});

const executable = findBrowser();
if (!executable) console.warn("Skipped: no browser found on this machine; CHROME_PATH names one");

const home = executable && makeTrustingHome(root.cert);
if (executable && !home)
  console.warn("Skipped HTTPS in Chromium: certutil of libnss3-tools is missing");

test.runIf(executable)("Chromium does with odd answers what the table says", async () => {
  const servers = [...oddServers, ...slowServers, ...(home ? secureServers : [])];
  const verdicts = await askChromium(executable ?? "", servers, home);
  const lines = servers.map(({ name }, index) => `${name}: ${verdicts[index]}`);
  expect(lines).toEqual(servers.map(({ name, chromium }) => `${name}: ${chromium}`));
});

test.each(secureServers)(
  "probe, crawl and webhook judge $name as the table says",
  async (server) => {
    useNames({ [HOST]: [["127.0.0.1"]] });
    setDefaultCACertificates([...getCACertificates("default"), root.cert]);
    const { probe, crawl, webhook } = server;
    expect([
      await ask(server, "probe"),
      await ask(server, "crawl"),
      await ask(server, "webhook"),
    ]).toEqual([probe, crawl, webhook]);
  },
);

test.each(slowServers)(
  "probe, crawl and webhook wait for $name as the table says",
  async (server) => {
    const { probe, crawl, webhook } = server;
    const requests = await Promise.all([
      ask(server, "probe"),
      ask(server, "crawl"),
      ask(server, "webhook"),
    ]);
    expect(requests).toEqual([probe, crawl, webhook]);
  },
);
