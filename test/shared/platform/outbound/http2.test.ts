import { once } from "node:events";
import type { AddressInfo } from "node:net";
import tls, { type TLSSocket } from "node:tls";
import { beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import {
  allowLocalAddresses,
  outboundRequest,
} from "../../../../shared/platform/outbound/index.ts";
import { type Certificate, makeCertificate } from "../../../support/certificate.ts";
import { serve } from "../../../support/site.ts";
import { trust } from "../../audit/trust.ts";
import { flood } from "./rawServer.ts";

/** Much more time than any test takes, so that requests end for another reason. */
const LIMITS = { timeoutMs: 30_000, maxBytes: 100_000, maxRedirects: 3, isLenient: true };
/** Types and flags of frames (RFC 9113, 6). */
const [DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, CONTINUATION] = [0, 1, 2, 3, 4, 6, 9];
const [END_STREAM, END_HEADERS, PADDED] = [1, 4, 8];
const UNKNOWN = 77;
/** `:status: 200`, by the static table of HPACK. */
const STATUS_200 = Buffer.from([0x88]);

const root = trust();

beforeAll(() => allowLocalAddresses());

function frame(type: number, { flags = 0, stream = 0, payload = Buffer.alloc(0) } = {}) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt16BE(type * 256 + flags, 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function data(text: string, flags = 0) {
  return frame(DATA, { flags, stream: 1, payload: Buffer.from(text) });
}

/** A header that HPACK does not pack; the value has less than 127 bytes. */
function field(name: string, value: string) {
  const lengths = [Buffer.from([0, name.length]), Buffer.from([value.length])];
  return Buffer.concat([
    lengths[0] ?? "",
    Buffer.from(name),
    lengths[1] ?? "",
    Buffer.from(value),
  ] as Buffer[]);
}

/** Header fields in frames of less than 16 kB. */
function headers(...fields: Buffer[]) {
  const parts = Array.from({ length: Math.ceil(fields.length / 100) }, (_, index) =>
    Buffer.concat(fields.slice(index * 100, index * 100 + 100)),
  );
  const frames = parts.map((payload, index) => {
    const flags = index === parts.length - 1 ? END_HEADERS : 0;
    return frame(index === 0 ? HEADERS : CONTINUATION, { flags, stream: 1, payload });
  });
  return Buffer.concat(frames);
}

function repeated(text: Buffer) {
  return Buffer.concat(Array.from({ length: 500 }, () => text));
}

/** A server by TLS that talks HTTP/2 in frames as they are written. */
async function ask(
  talk: (socket: TLSSocket) => void,
  { certificate = root, ...options }: { certificate?: Certificate; timeoutMs?: number } = {},
) {
  const { key, chain: cert } = certificate;
  const sockets = new Set<TLSSocket>();
  const server = tls.createServer({ key, cert, ALPNProtocols: ["h2"] }, (socket) => {
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
    socket.once("data", () => {
      socket.write(frame(SETTINGS));
      talk(socket);
    });
  });
  server.on("tlsClientError", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return await outboundRequest(url, { ...LIMITS, ...options });
}

const floods: Record<string, [start: Buffer, more: Buffer]> = {
  pings: [Buffer.alloc(0), frame(PING, { payload: Buffer.alloc(8) })],
  settings: [Buffer.alloc(0), frame(SETTINGS)],
  priorities: [
    Buffer.alloc(0),
    frame(PRIORITY, { stream: 3, payload: Buffer.from([0, 0, 0, 0, 1]) }),
  ],
  "frames of an unknown type": [Buffer.alloc(0), frame(UNKNOWN, { payload: Buffer.alloc(1000) })],
  "informational answers": [Buffer.alloc(0), headers(field(":status", "103"))],
  "data without content": [headers(STATUS_200), data("")],
  "data of padding": [
    headers(STATUS_200),
    frame(DATA, {
      ...{ flags: PADDED, stream: 1 },
      payload: Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]),
    }),
  ],
  "headers without end": [
    frame(HEADERS, { stream: 1, payload: STATUS_200 }),
    frame(CONTINUATION, { stream: 1, payload: field("x-a", "b".repeat(100)) }),
  ],
};

describe("a server that sends without end", () => {
  it.each(Object.entries(floods))("%s is left at a limit of bytes", async (_, [start, more]) => {
    const request = ask((socket) => {
      socket.write(start);
      flood(socket, repeated(more));
    });
    await expect(request).rejects.toMatchObject({ failure: "protocol" });
  });
});

describe("an answer that breaks off", () => {
  it.each<[string, (socket: TLSSocket) => void]>([
    [
      "by a reset",
      (socket) => {
        socket.write(frame(RESET, { stream: 1, payload: Buffer.from([0, 0, 0, 2]) }));
      },
    ],
    ["with its connection", (socket) => socket.destroy()],
  ])("%s is truncated", async (_, breakOff) => {
    const { body, truncated } = await ask((socket) => {
      socket.write(Buffer.concat([headers(STATUS_200), data("half")]), () => breakOff(socket));
    });
    expect({ body: body.toString(), truncated }).toEqual({ body: "half", truncated: true });
  });
});

test("headers are read up to the size that browsers read", async () => {
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => field(`x-${index}`, "v".repeat(120)));
  const answer = await ask((socket) => {
    socket.write(
      headers(STATUS_200, field("set-cookie", "a=1"), field("set-cookie", "b=2"), ...fields(700)),
    );
    socket.write(data("whole", END_STREAM));
  });
  expect(answer.headers).toMatchObject({ "set-cookie": "a=1\nb=2", "x-699": "v".repeat(120) });
  expect(answer.body.toString()).toBe("whole");
});

describe("the certificate of a server that speaks HTTP/2 alone", () => {
  const answer = (socket: TLSSocket) =>
    socket.write(Buffer.concat([headers(STATUS_200), data("whole", END_STREAM)]));

  it("may lack its issuer, which is fetched", async () => {
    const issuer = makeCertificate({
      commonName: "h2 intermediate",
      authority: true,
      issuer: root,
    });
    const der = Buffer.from(issuer.cert.replace(/-----.*-----|\n/g, ""), "base64");
    const site = await serve({ "/i.der": { body: der } });
    const { key, cert, ...leaf } = makeCertificate({
      ...{ names: ["127.0.0.1"], issuer, issuerUrl: `${site.url}/i.der` },
    });
    const { body } = await ask(answer, { certificate: { ...leaf, key, cert, chain: cert } });
    expect(body.toString()).toBe("whole");
  });

  it("is named as the reason if it has expired", async () => {
    const validTo = new Date(Date.now() - 86_400_000);
    const certificate = makeCertificate({ names: ["127.0.0.1"], issuer: root, validTo });
    await expect(ask(answer, { certificate })).rejects.toMatchObject({
      ...{ failure: "tls", code: "CERT_HAS_EXPIRED" },
    });
  });
});
