import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle } from "../../../infra/function/bundle.ts";
import { type Certificate, makeCertificate } from "../../support/certificate.ts";
import { dueMessage, monitorWebsite } from "../../support/monitoring.ts";
import { answerAt } from "./audit/businessSite.ts";
import type { Effort } from "./audit/runMany.ts";
import type { Section } from "./report.ts";

const AT_ONCE = 8;

/**
 * What audits of 25 pages by HTTPS take of a processor, of memory and of the network, by the bundled function in a
 * process of its own. The start of its threads is included.
 */
export async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "audits-"));
  const certificate = makeCertificate({ commonName: "bench", authority: true });
  const [registry, ...sites] = await Promise.all(
    Array.from({ length: 3 * AT_ONCE + 1 }, () => serveBusiness(certificate)),
  );
  try {
    const trusted = join(folder, "trusted.pem");
    writeFileSync(trusted, certificate.cert);
    await bundle(join(import.meta.dirname, "audit/runMany.ts"), folder);
    const env = {
      ...process.env,
      NODE_EXTRA_CA_CERTS: trusted,
      AUDIT_AT_ONCE: String(AT_ONCE),
      RDAP_BOOTSTRAP_URL: `${registry?.url}/dns.json`,
    };
    const messages: unknown[] = [];
    for (const { url } of sites) messages.push(await dueMessage(await monitorWebsite(url)));
    const input = [join(folder, "index.cjs"), JSON.stringify(messages)];
    const { stdout } = await promisify(execFile)(process.execPath, input, { env });
    const { processorSeconds, peakMb }: Effort = JSON.parse(stdout);
    const sentBytes = sites.reduce((sum, site) => sum + site.receivedBytes(), 0) / sites.length;
    return {
      title: "Audits of 25 pages by HTTPS",
      columns: ["", "amount"],
      rows: [
        ["processor s of a website", (processorSeconds / sites.length).toFixed(2)],
        ["KB sent to a website", (sentBytes / 1000).toFixed(1)],
        [`peak MB with ${AT_ONCE} at once`, peakMb.toFixed(0)],
      ],
      notes: ["The bundled function in a process of its own, with its threads, on loopback."],
    };
  } finally {
    for (const site of [registry, ...sites]) site?.close();
    rmSync(folder, { recursive: true });
  }
}

/** Serves a small business's website by HTTPS, and counts what its visitors send, as TCP carries it. */
async function serveBusiness({ key, chain }: Certificate) {
  const sockets: Socket[] = [];
  const server = createServer({ key, cert: chain }, ({ url = "/" }, response) => {
    const answer = answerAt(url);
    response.writeHead(answer ? 200 : 404, { "content-type": answer?.type ?? "text/html" });
    response.end(answer?.body ?? "<h1>Not found</h1>");
  });
  server.on("connection", (socket: Socket) => sockets.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receivedBytes: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    close: () => server.close(),
  };
}
