import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Listens on every address of this machine, IPv4 and IPv6, and counts connections. */
export async function startCanary() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {}).end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  });
  await once(server.listen(0, "::"), "listening");
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, close: () => server.close() };
}
