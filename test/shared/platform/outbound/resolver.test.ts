import { hostname as nameOfThisMachine } from "node:os";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import {
  askNameServers,
  askThisMachine,
  isIpv6Only,
  replaceResolver,
  resolveHostname,
} from "../../../../shared/platform/outbound/resolver.ts";
import { startNameServer } from "./nameServer.ts";

const SERVER_FAILURE = 2;
const REFUSED = 5;

let server: Awaited<ReturnType<typeof startNameServer>>;

beforeAll(async () => {
  server = await startNameServer({
    "both.example": ["127.0.0.1", "127.0.0.2", "::1"],
    "four.example": ["127.0.0.1"],
    "many.example": [...Array.from({ length: 20 }, (_, n) => `192.0.2.${n}`), "::1"],
    "six.example": ["::2"],
    "empty.example": [],
    "broken.example": SERVER_FAILURE,
    "refused.example": REFUSED,
    "half.example": { 4: [], 6: SERVER_FAILURE },
    "better.example": { 4: ["127.0.0.1"], 6: SERVER_FAILURE },
    "unclear.example": { 4: SERVER_FAILURE, 6: ["::1"] },
    "silent.example": "silent",
  });
});
afterAll(() => server.close());

function ask(hostname: string, signal = new AbortController().signal) {
  return askNameServers(hostname, signal, [server.address]);
}

it("finds the addresses of both families", async () => {
  expect(await ask("both.example")).toEqual([
    { address: "127.0.0.1", family: 4, ttl: 0 },
    { address: "127.0.0.2", family: 4, ttl: 0 },
    { address: "::1", family: 6, ttl: 0 },
  ]);
});

it("keeps no more addresses than connections are tried", async () => {
  expect((await ask("many.example")).map(({ family }) => family)).toEqual(Array(8).fill(4));
});

it("finds addresses of one family, with the root's dot as well", async () => {
  expect(await ask("four.example.")).toMatchObject([{ address: "127.0.0.1", family: 4 }]);
  expect(await ask("better.example")).toMatchObject([{ address: "127.0.0.1", family: 4 }]);
  expect(await ask("six.example")).toMatchObject([{ address: "::2", family: 6 }]);
});

it.each([
  ["none.example", "ENOTFOUND"],
  ["empty.example", "ENODATA"],
  ["broken.example", "ESERVFAIL"],
  ["refused.example", "EREFUSED"],
  ["half.example", "ESERVFAIL"],
  // It may have an IPv4 address, so it must not look like a host with IPv6 only.
  ["unclear.example", "ESERVFAIL"],
])("says of %s: %s", async (hostname, code) => {
  await expect(ask(hostname)).rejects.toMatchObject({ code });
});

it("ends at once with its signal", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  await expect(ask("silent.example", controller.signal)).rejects.toMatchObject({
    code: "ECANCELLED",
  });
});

it.each([
  ["six.example", true],
  ["both.example", false],
  ["four.example", false],
  ["empty.example", false],
  ["broken.example", false],
  ["unclear.example", false],
])("knows whether %s can only be reached by IPv6: %s", async (hostname, expected) => {
  replaceResolver(ask);
  onTestFinished(() => replaceResolver(askNameServers));
  expect(await isIpv6Only(`https://${hostname}:8443/path`)).toBe(expected);
});

it.each(["localhost", "shop.localhost", nameOfThisMachine()])(
  "this machine resolves %s",
  async (hostname) => {
    expect(await askThisMachine(hostname, new AbortController().signal)).not.toEqual([]);
  },
);

const { signal } = new AbortController();

/** Counts how often a resolver is asked whose answers have a time to live. */
function useResolver(ttl: number | undefined) {
  const server = { count: 0, fails: false };
  replaceResolver(async () => {
    server.count += 1;
    if (server.fails) throw new Error("ESERVFAIL");
    return [{ address: "192.0.2.1", family: 4, ...(ttl !== undefined && { ttl }) }];
  });
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  return server;
}

it.each([
  [30, 29_999, 1],
  [30, 30_000, 2],
  [3600, 59_999, 1],
  [3600, 60_000, 2],
  [0, 0, 2],
  [undefined, 0, 2],
])("asks for a name that may be kept %s s, %s ms later, %s times", async (ttl, later, times) => {
  const server = useResolver(ttl);
  const first = await resolveHostname("shop.example.com", signal);
  vi.setSystemTime(later);
  expect(await resolveHostname("shop.example.com", signal)).toEqual(first);
  expect(server.count).toBe(times);
});

it("asks again after a failure, and for each name", async () => {
  const server = useResolver(60);
  server.fails = true;
  await expect(resolveHostname("shop.example.com", signal)).rejects.toThrow("ESERVFAIL");
  server.fails = false;
  await resolveHostname("shop.example.com", signal);
  await resolveHostname("other.example.com", signal);
  expect(server.count).toBe(3);
});
