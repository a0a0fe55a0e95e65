import dns from "node:dns/promises";
import { hostname as nameOfThisMachine } from "node:os";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  askNameServers,
  askThisMachine,
  isIpv6Only,
  namesOfHosts,
  replaceResolver,
} from "../../../shared/outbound/resolver.ts";
import { startNameServer } from "./nameServer.ts";

const SERVER_FAILURE = 2;
const REFUSED = 5;

let server: Awaited<ReturnType<typeof startNameServer>>;

beforeAll(async () => {
  server = await startNameServer({
    "both.example": ["127.0.0.1", "127.0.0.2", "::1"],
    "four.example": ["127.0.0.1"],
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

it.each([
  ["http://[::1]:8080/", true],
  ["http://127.0.0.1/", false],
  ["http://2130706433/", false],
  ["no url", false],
])("knows it of an address as well: %s", async (url, expected) => {
  expect(await isIpv6Only(url)).toBe(expected);
});

describe("on one machine", () => {
  /** Whether this machine or name servers resolve a name, and what they find. */
  async function ask(hostname: string) {
    const resolve4 = vi
      .spyOn(dns.Resolver.prototype, "resolve4")
      .mockResolvedValue([{ address: "192.0.2.1", ttl: 60 }] as never);
    const resolve6 = vi.spyOn(dns.Resolver.prototype, "resolve6").mockResolvedValue([]);
    onTestFinished(() => {
      resolve4.mockRestore();
      resolve6.mockRestore();
    });
    const found = await askThisMachine(hostname, new AbortController().signal).catch(() => []);
    const asked = resolve4.mock.calls.length > 0 ? "name servers" : "this machine";
    resolve4.mockClear();
    return { asked, addresses: found.map(({ address }) => address) };
  }

  it.each(["localhost", "LOCALHOST.", "shop.localhost", nameOfThisMachine().split(".")[0] ?? ""])(
    "this machine resolves %s",
    async (hostname) => {
      expect((await ask(hostname)).asked).toBe("this machine");
    },
  );

  it("knows the names in a hosts file", () => {
    const hosts =
      "127.0.0.1\tlocalhost\r\n# 127.0.0.1 not.example\n::1 Shop.Example  b.example # c";
    expect([...namesOfHosts(hosts)]).toEqual(["localhost", "shop.example", "b.example"]);
    expect([...namesOfHosts("")]).toEqual([]);
  });

  it.each(["example.com", "localhost.example", "no-such-host.invalid", "example.com."])(
    "name servers resolve %s, as on AWS",
    async (hostname) => {
      expect(await ask(hostname)).toEqual({ asked: "name servers", addresses: ["192.0.2.1"] });
    },
  );
});
