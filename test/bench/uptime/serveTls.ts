import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startNameServer } from "../../shared/outbound/nameServer.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { readInput, tellParent } from "../inChild.ts";

/** What a website noted of its requests: its response times, and bytes of its connections, TCP's headers left out. */
export interface SiteLog {
  milliseconds: number[];
  received: number[];
}

/** Where the websites are: half of them have RSA certificates, half ECDSA. */
export interface TlsSites {
  urls: string[];
  nameServer: string;
}

const DOMAIN = "sites.example";
const page = `<!doctype html><title>A website</title>${"<p>Welcome to our website.</p>".repeat(300)}`;

const { count, answersInMs, authorityFile } = readInput<{
  count: number;
  answersInMs: number;
  authorityFile: string;
}>();
let log: SiteLog = { milliseconds: [], received: [] };
const urls: string[] = [];
const authorities: string[] = [];
for (const rsa of [true, false]) {
  const root = makeCertificate({ names: [], commonName: `Root ${rsa}`, authority: true, rsa });
  const issuer = makeCertificate({
    ...{ names: [], commonName: `Issuer ${rsa}`, authority: true, rsa },
    issuer: root,
  });
  const { key, chain } = makeCertificate({ names: [`*.${DOMAIN}`], issuer, rsa });
  authorities.push(root.cert);
  const server = createServer({ key, cert: chain }, async (_, response) => {
    const startedAt = performance.now();
    await sleep(answersInMs);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(page, () => log.milliseconds.push(performance.now() - startedAt));
  });
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => {}).once("close", () => log.received.push(socket.bytesRead));
  });
  server.on("tlsClientError", () => {});
  await once(server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }), "listening");
  const { port } = server.address() as AddressInfo;
  for (let index = 0; index < count / 2; index += 1) {
    urls.push(`https://${rsa ? "rsa" : "ec"}${index}.${DOMAIN}:${port}/`);
  }
}
writeFileSync(authorityFile, authorities.join(""));
const names = urls.map((url) => [new URL(url).hostname, ["127.0.0.1"]]);
const { address: nameServer } = await startNameServer(Object.fromEntries(names));

/** Tells what was noted since the last time. */
process.on("message", () => {
  tellParent(log);
  log = { milliseconds: [], received: [] };
});
tellParent({ urls, nameServer } satisfies TlsSites);
