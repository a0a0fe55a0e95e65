import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { startNameServer } from "../../../shared/platform/outbound/nameServer.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { readInput, tellParent } from "../inChild.ts";
import { addressOf, hostOf, KINDS, type Sites, siteName } from "./sites.ts";

/** Serves the websites of the fleet by HTTPS, and their names. */
const page = `<!doctype html><title>A website</title>${"<p>Welcome to our website.</p>".repeat(300)}`;

const { count } = readInput<{ count: number }>();
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
  const server = createServer({ key, cert: chain }, ({ headers }, response) => {
    const status = headers.host?.startsWith("b") ? 500 : 200;
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
    response.end(page);
  });
  server.on("tlsClientError", () => {});
  await once(server.listen({ port: 0, host: "0.0.0.0", backlog: 4096 }), "listening");
  ports.push((server.address() as AddressInfo).port);
}
const names = KINDS.flatMap((kind) =>
  Array.from({ length: count }, (_, index) => [siteName(kind, index), [addressOf(index)]]),
);
const { address: nameServer } = await startNameServer(Object.fromEntries(names));

tellParent({ ports, authorities, nameServer } satisfies Sites);
