import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tellParent } from "../inChild.ts";

/** An endpoint that accepts everything, on all addresses of loopback. */
const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(204).end());
});
// A client's connections stay open while other clients are measured.
server.keepAliveTimeout = 600_000;
await once(server.listen({ port: 0, host: "0.0.0.0", backlog: 4096 }), "listening");
tellParent((server.address() as AddressInfo).port);
