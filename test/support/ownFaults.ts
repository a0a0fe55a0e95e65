import { Socket } from "node:net";
import { vi } from "vitest";

/** Makes each connection to the port of a URL fail for a reason of ours; others are made. */
function failConnections(url: string, code: string): () => void {
  const port = Number(new URL(url).port);
  const { connect } = Socket.prototype;
  const spy = vi.spyOn(Socket.prototype, "connect").mockImplementation(function (
    this: Socket,
    ...args: unknown[]
  ) {
    const [options] = [args[0]].flat() as [{ port?: unknown } | undefined];
    if (options?.port !== port) return Reflect.apply(connect, this, args) as Socket;
    const error = Object.assign(new Error(`connect ${code}`), { code });
    process.nextTick(() => this.destroy(error));
    return this;
  });
  return () => spy.mockRestore();
}

function setContact(value: string): () => void {
  vi.stubEnv("CONTACT_URL", value);
  return () => void vi.unstubAllEnvs();
}

/** Faults of ours on the way to a URL. Each function causes one, and returns the function that ends it. */
export const OWN_FAULTS: [name: string, cause: (url: string) => () => void][] = [
  ["no contact", () => setContact("")],
  ["a broken contact", () => setContact("https://example.com/(contact)\r\n")],
  ["no files left", (url) => failConnections(url, "EMFILE")],
  ["no buffers left", (url) => failConnections(url, "ENOBUFS")],
  ["an error that nobody knows", (url) => failConnections(url, "EUNHEARDOF")],
];
