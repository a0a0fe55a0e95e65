import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server on 127.0.0.1 that answers with any bytes; `talk` is called at the first data of a connection. */
export async function startRawServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.once("data", () => talk(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    /** Number of open connections. */
    open: () => sockets.size,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Writes `text` repeatedly, as fast as the client reads it, until the socket is closed. */
export function flood(socket: Socket, text: string | Buffer) {
  let isOpen = true;
  socket.on("close", () => {
    isOpen = false;
  });
  const write = () => {
    while (isOpen && socket.write(text));
  };
  socket.on("drain", write);
  write();
}
