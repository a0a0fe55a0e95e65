import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { makeCertificate } from "../../../support/certificate.ts";
import { ownAddress } from "../../../support/site.ts";
import { trust } from "../../audit/trust.ts";

/** What a server does with requests. `third`: every third one fails. `slow`: it answers late, but in time. */
export type Mode =
  | "up"
  | "503"
  | "reset"
  | "refuse"
  | "expired"
  | "loop"
  | "third"
  | "slow"
  | "403";

/** From when, in seconds since the estate began, a server does what. */
export type Script = readonly (readonly [from: number, mode: Mode])[];

/** A check as the server saw it: all requests of one moment. */
export interface SeenCheck {
  /** Seconds since 1970. */
  at: number;
  requests: number;
  isFirstGood: boolean;
  isGood: boolean;
}

/** A server on loopback that follows a script and logs what it was asked. */
export interface ScriptedSite {
  url: string;
  /** Does what the script says for this second. */
  follow(second: number): Promise<void>;
  seen(): SeenCheck[];
}

type Pem = { key: string; cert: string };

/** A certificate for 127.0.0.1 that this process trusts, and one that has expired by the clock of any machine. */
export function makeCertificates(): Record<"valid" | "expired", Pem> {
  const validFrom = new Date("2020-01-01T00:00:00Z");
  const valid = trust({ validFrom, validTo: new Date("2100-01-01T00:00:00Z") });
  const validity = { validFrom, validTo: new Date("2020-02-01T00:00:00Z") };
  const expired = makeCertificate({ names: ["127.0.0.1"], issuer: valid, ...validity });
  return { valid, expired: { key: expired.key, cert: expired.chain } };
}

/** Serves a site until the test is over. One whose certificate expires is served over TLS. */
export async function serveScript(
  script: Script,
  certificates: ReturnType<typeof makeCertificates>,
): Promise<ScriptedSite> {
  const isSecure = script.some(([, mode]) => mode === "expired");
  const address = isSecure ? "127.0.0.1" : ownAddress();
  const log: { at: number; isGood: boolean }[] = [];
  const sockets = new Set<Socket>();
  let mode: Mode = script[0]?.[1] ?? "up";
  const note = (isGood: boolean) => log.push({ at: Math.floor(Date.now() / 1000), isGood });
  const answer = (_: unknown, response: ServerResponse) => {
    const isGood =
      mode === "third" ? (log.length + 1) % 3 > 0 : !["503", "reset", "loop"].includes(mode);
    note(isGood);
    if (mode === "reset") return response.destroy();
    if (mode === "slow") return setTimeout(() => response.end("<h1>Home</h1>"), 30);
    if (mode === "loop") return response.writeHead(302, { location: "/" }).end();
    if (mode === "403") return response.writeHead(403).end();
    return response.writeHead(isGood ? 200 : 503).end("<h1>Home</h1>");
  };
  const server = isSecure
    ? https.createServer(certificates.valid, answer)
    : http.createServer(answer);
  server.on("connection", (socket: Socket) => {
    // The client ends the handshake before it requests anything.
    if (mode === "expired") note(false);
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  const listen = async (port = 0) => void (await once(server.listen(port, address), "listening"));
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen();
  const { port } = server.address() as AddressInfo;
  onTestFinished(close);
  return {
    url: `${isSecure ? "https" : "http"}://${address}:${port}`,
    async follow(second) {
      mode = script.findLast(([from]) => from <= second)?.[1] ?? mode;
      if (mode === "refuse") await close();
      else if (!server.listening) await listen(port);
      if (server instanceof https.Server)
        server.setSecureContext(certificates[mode === "expired" ? "expired" : "valid"]);
    },
    seen: () =>
      [...Map.groupBy(log, ({ at }) => at)].map(([at, requests]) => ({
        ...{ at, requests: requests.length },
        isFirstGood: requests[0]?.isGood ?? false,
        isGood: requests.at(-1)?.isGood ?? false,
      })),
  };
}
