import type { ClientRequest, IncomingMessage } from "node:http";

const MAX_INFORMATIONAL = 20;

/** Sends a request and keeps an eye on it: its response, its first error, its TLS handshake. */
export function watchRequest(request: ClientRequest, body: string | undefined, isHttps: boolean) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const watch = {
    response: promise,
    error: undefined as Error | undefined,
    isHandshakeDue: isHttps,
  };
  const fail = (error: Error) => {
    watch.error ??= error;
    reject(error);
  };
  let informational = 0;
  request.on("response", resolve).on("error", fail);
  request.on("information", () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL) request.destroy(new Error("Too many 1xx responses"));
  });
  request.on("upgrade", (_, socket) => {
    // The request has let go of the socket, and no longer hears its errors.
    socket.destroy();
    fail(new Error("An upgrade that nobody asked for"));
  });
  request.on("socket", (socket) => {
    socket.once("secureConnect", () => {
      watch.isHandshakeDue = false;
    });
  });
  request.end(body);
  return watch;
}
