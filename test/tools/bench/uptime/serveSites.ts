import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startNameServer } from "../../../shared/platform/outbound/nameServer.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { readInput, tellParent } from "../inChild.ts";
import { addressOf, hostOf, KINDS, type SiteLog, type Sites, siteName } from "./sites.ts";

/** Serves the websites of the fleet by HTTPS, and their names. */
const page = `<!doctype html><title>A website</title>${"<p>Welcome to our website.</p>".repeat(300)}`;

const { count, answersInMs } = readInput<{ count: number; answersInMs: number }>();
let log: SiteLog = { milliseconds: [], received: [] };
const authorities: string[] = [];
const ports: number[] = [];
for (const rsa of [true, false]) {
  const root = makeCertificate({ names: [], commonName: `Root ${rsa}`, authority: true, rsa });
  const issuer = makeCertificate({
    ...{ names: [], commonName: `Issuer ${rsa}`, authority: true, rsa },
    issuer: root,
  });
  const { key, chain } = makeCertificate({ names: [hostOf("*")], issuer, rsa });
  authorities.push(root.cert);
  const server = createServer({ key, cert: chain }, async ({ headers }, response) => {
    const startedAt = performance.now();
    if (answersInMs > 0) await sleep(answersInMs);
    const status = headers.host?.startsWith("b") ? 500 : 200;
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
    response.end(page, () => log.milliseconds.push(performance.now() - startedAt));
  });
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => {}).once("close", () => log.received.push(socket.bytesRead));
  });
  server.on("tlsClientError", () => {});
  await once(server.listen({ port: 0, host: "0.0.0.0", backlog: 4096 }), "listening");
  ports.push((server.address() as AddressInfo).port);
}
const names = KINDS.flatMap((kind) =>
  Array.from({ length: count }, (_, index) => [siteName(kind, index), [addressOf(index)]]),
);
const { address: nameServer } = await startNameServer(Object.fromEntries(names));

/** Tells what was noted since the last time. */
process.on("message", () => {
  tellParent(log);
  log = { milliseconds: [], received: [] };
});
tellParent({ ports, authorities, nameServer } satisfies Sites);
