import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tellParent } from "../inChild.ts";
import { FAILING, HANGING } from "./addresses.ts";

/** Serves all websites of the fleet: all of 127.0.0.0/8 is this machine, an address for each. */
const page = `<!doctype html><title>A website</title>${"<p>Welcome to our website.</p>".repeat(300)}`;

const server = createServer(({ socket }, response) => {
  const kind = Number(socket.localAddress?.split(".")[1]);
  if (kind === HANGING) return;
  const fails = kind === FAILING;
  response.writeHead(fails ? 500 : 200, { "content-type": "text/html; charset=utf-8" }).end(page);
});
await once(server.listen({ port: 0, host: "0.0.0.0", backlog: 4096 }), "listening");
tellParent((server.address() as AddressInfo).port);
