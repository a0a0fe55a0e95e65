import type { Socket } from "node:net";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { outboundRequest } from "../../../../shared/platform/outbound/request.ts";
import { replaceResolver } from "../../../../shared/platform/outbound/resolver.ts";
import { failureOf } from "./failureOf.ts";
import { flood, startRawServer } from "./rawServer.ts";

/** Much more time than any test takes, so that requests end for another reason. */
const LIMITS = { timeoutMs: 30_000, maxBytes: 100_000, maxRedirects: 3 };
const MEGABYTE = 1_048_576;

let server: Awaited<ReturnType<typeof startRawServer>>;

beforeAll(() => allowLocalAddresses());

/** After every test, the connection is closed on the server's side, too. */
afterEach(async () => {
  for (let round = 0; server.open() > 0 && round < 2_000; round += 1) await wait(2);
  const open = server.open();
  server.close();
  expect(open).toBe(0);
});

async function ask(talk: (socket: Socket) => void, options = {}) {
  server = await startRawServer(talk);
  return await outboundRequest(server.url, { ...LIMITS, ...options });
}

function says(...texts: (string | Buffer)[]) {
  return (socket: Socket) => {
    for (const text of texts) socket.write(text);
  };
}

function ends(text: string) {
  return (socket: Socket) => socket.end(text);
}

/** The start of gzip data whose content, in a block of 64 KiB, is stored as it is. */
const STORED = Buffer.from("1f8b080000000000000300ffff0000", "hex");

function drip(socket: Socket, ...start: (string | Buffer)[]) {
  for (const part of start) socket.write(part);
  const timer = setInterval(() => socket.write("x"), 5);
  socket.on("close", () => clearInterval(timer));
}

function ok(...headers: string[]) {
  return ["HTTP/1.1 200 OK", ...headers, "", ""].join("\r\n");
}

describe("a server that takes its time", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["never answers", () => {}],
    ["stops in its headers", says("HTTP/1.1 200 OK\r\ncontent-le")],
    ["stops in its body", says(ok("content-length: 10"), "half")],
    ["sends its headers byte by byte", (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx-one: ")],
    ["sends its body byte by byte", (socket) => drip(socket, ok())],
    [
      "sends compressed data byte by byte",
      (socket) => drip(socket, ok("content-encoding: gzip"), STORED),
    ],
    ["stops in a chunk", says(ok("transfer-encoding: chunked"), "ff\r\nhalf")],
  ])("that %s times out at the limit, and not before", async (_, talk) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const talking = Promise.withResolvers<void>();
      const failed = failureOf(
        ask((socket) => {
          talk(socket);
          talking.resolve();
        }),
      );
      await talking.promise;
      vi.advanceTimersByTime(LIMITS.timeoutMs - 1);
      expect(await Promise.race([failed, settled()])).toBe("still waiting");
      vi.advanceTimersByTime(1);
      expect(await failed).toBe("timeout");
    } finally {
      vi.useRealTimers();
    }
  });

  /** Waits for pending events of sockets. */
  async function settled() {
    for (let round = 0; round < 20; round += 1) await setImmediate();
    return "still waiting";
  }

  it("is not waited for when it is the name server", async () => {
    server = await startRawServer(() => {});
    replaceResolver(() => new Promise(() => {}));
    const options = { ...LIMITS, timeoutMs: 50 };
    const request = outboundRequest(`http://slow.example:${server.port}/`, options);
    expect(await failureOf(request)).toBe("timeout");
  });
});

describe("a server that sends too much", () => {
  const zeros = Buffer.alloc(20 * MEGABYTE);
  const again = (bomb: Buffer) => Buffer.concat(new Array(20).fill(bomb));
  const bombs: [string, Buffer][] = [
    ["gzip", again(gzipSync(zeros))],
    ["deflate", deflateSync(zeros)],
    ["br", brotliCompressSync(zeros)],
    ["zstd", again(zstdCompressSync(zeros))],
    ["gzip, gzip", gzipSync(gzipSync(zeros))],
  ];

  it.each(bombs)("as a %s bomb costs what the limit allows", async (coding, bomb) => {
    const before = process.memoryUsage();
    const body = says(ok(`content-encoding: ${coding}`, `content-length: ${bomb.length}`), bomb);
    const response = await ask(body, { maxBytes: MEGABYTE });
    const after = process.memoryUsage();
    expect([response.body.length, response.truncated]).toEqual([MEGABYTE, true]);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(8 * MEGABYTE);
  });

  it("in a body without end is cut", async () => {
    const talk = (socket: Socket) => {
      socket.write(ok());
      flood(socket, Buffer.alloc(65_536, "x"));
    };
    const { body, truncated } = await ask(talk);
    expect([body.length, truncated]).toEqual([LIMITS.maxBytes, true]);
  });

  it("of what inflates to nothing is left", async () => {
    const emptyMember = gzipSync("");
    const talk = (socket: Socket) => {
      socket.write(ok("content-encoding: gzip"));
      flood(socket, Buffer.concat(new Array(3_000).fill(emptyMember)));
    };
    expect(await failureOf(ask(talk))).toBe("protocol");
  });

  it.each<[string, (socket: Socket) => void]>([
    ["a million headers", (socket) => flood(headed(socket), "a: b\r\n".repeat(10_000))],
    ["one header without end", (socket) => flood(headed(socket, "a: "), "x".repeat(65_536))],
    ["a status line without end", (socket) => flood(headed(socket, "a"), "x".repeat(65_536))],
    ["trailers without end", (socket) => flood(trailed(socket), "a: b\r\n".repeat(10_000))],
    [
      "a chunk extension without end",
      (socket) => flood(chunked(socket, "1;a="), "x".repeat(65_536)),
    ],
  ])("in %s is left", async (_, talk) => {
    expect(await failureOf(ask(talk))).toMatch(/^protocol HPE_/);
  });

  it.each<[string, string, string]>([
    ["a million headers", "", "a: b\r\n".repeat(10_000)],
    ["one header without end", "a: ", "x".repeat(65_536)],
    [
      "trailers without end",
      "transfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n",
      "a: b\r\n".repeat(10_000),
    ],
  ])("in %s is left with the status for those who take broken answers", async (_, start, text) => {
    const talk = (socket: Socket) => flood(headed(socket, start), text);
    const before = process.memoryUsage();
    const answer = await ask(talk, { isLenient: true, maxBytes: MEGABYTE });
    const after = process.memoryUsage();
    expect(answer).toMatchObject({
      status: 200,
      truncated: true,
      malformed: expect.stringMatching(/^HPE_/),
    });
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(8 * MEGABYTE);
  });

  it.each([100, 102, 103])("in responses %i without end is left", async (status) => {
    const talk = (socket: Socket) => flood(socket, `HTTP/1.1 ${status} Wait\r\n\r\n`.repeat(1_000));
    expect(await failureOf(ask(talk))).toBe("protocol");
  });

  it("in headers with names of JavaScript's own is read all the same", async () => {
    const names = ["__proto__", "constructor", "hasOwnProperty", "toString"];
    const talk = ends(
      ok(...names.map((name) => `${name}: 1`), "__proto__: 2", "content-length: 0"),
    );
    const { headers } = await ask(talk);
    expect(Object.entries(headers)).toEqual([
      ["__proto__", "1, 2"],
      ["constructor", "1"],
      ["hasownproperty", "1"],
      ["tostring", "1"],
      ["content-length", "0"],
    ]);
  });

  function headed(socket: Socket, start = "") {
    socket.write(`HTTP/1.1 200 OK\r\n${start}`);
    return socket;
  }

  function chunked(socket: Socket, start: string) {
    socket.write(ok("transfer-encoding: chunked") + start);
    return socket;
  }

  function trailed(socket: Socket) {
    return chunked(socket, "1\r\nx\r\n0\r\n");
  }
});

describe("a server that breaks the rules", () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ["hangs up", (socket) => socket.end(), "reset ECONNRESET"],
    ["resets", (socket) => socket.resetAndDestroy(), "reset ECONNRESET"],
    ["resets in its body", resetAfter(`${ok("content-length: 10")}half`), "reset ECONNRESET"],
    ["resets in its body without a length", resetAfter(`${ok()}half`), "reset ECONNRESET"],
    [
      "resets in a chunk",
      resetAfter(`${ok("transfer-encoding: chunked")}5\r\nha`),
      "reset ECONNRESET",
    ],
    ["hangs up in its body", ends(`${ok("content-length: 10")}half`), "reset ECONNRESET"],
    [
      "has half of gzip",
      (socket) =>
        socket.end(
          Buffer.concat([
            Buffer.from(ok("content-encoding: gzip")),
            gzipSync("text").subarray(0, 15),
          ]),
        ),
      "protocol Z_BUF_ERROR",
    ],
  ])("and %s", async (_, talk, failure) => {
    expect(await failureOf(ask(talk))).toBe(failure);
  });

  it("and asks for 128 MB of window", async () => {
    const frame = Buffer.from("28b52ffd00880100006162630a", "hex");
    const talk = says(ok("content-encoding: zstd"), frame);
    expect(await failureOf(ask(talk))).toMatch(/windowTooLarge$/);
  });

  function resetAfter(text: string) {
    return (socket: Socket) => {
      socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 20));
    };
  }
});
