import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  allowLocalAddresses,
  isPrivateHost,
} from "../../../../shared/platform/outbound/destination.ts";
import { inspectTls } from "../../../../shared/platform/outbound/inspectTls.ts";
import { outboundRequest } from "../../../../shared/platform/outbound/request.ts";
import { replaceResolver } from "../../../../shared/platform/outbound/resolver.ts";
import { startCanary } from "./canary.ts";
import { failureOf } from "./failureOf.ts";
import { formsInIpv6, PUBLIC_ADDRESSES, SPECIAL_IPV4, SPECIAL_IPV6 } from "./specialBlocks.ts";

const LIMITS = { timeoutMs: 30_000, maxBytes: 1_000, maxRedirects: 3 };
const PRIVATE = ["127.0.0.1", "0.0.0.0", "169.254.169.254", "10.0.0.1", "172.16.254.3"];

/** Ways in which a URL can write 127.0.0.1 and 169.254.169.254. */
const SPELLINGS = [
  ...["127.0.0.1.", "2130706433", "0x7f000001", "017700000001", "127.1", "0x7f.1", "127.0.1"],
  ...["0177.0.0.01", "0X7F.0x0.0.1", "①②⑦.⓪.⓪.①", "１２７。０．０｡１", "%31%32%37%2e0.0.1"],
  ...["1\u00ad27.0.0.1", "[::1]", "[::ffff:7f00:1]", "[::ffff:127.0.0.1]", "[::7f00:1]"],
  ...["2852039166", "0xa9fea9fe", "169.254.43518", "[0:0:0:0:0:FFFF:A9FE:A9FE]"],
  ...["[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::1]"],
];

let canary: Awaited<ReturnType<typeof startCanary>>;

/** Any port, so that only the address can be the reason for a refusal. */
beforeAll(async () => {
  allowLocalAddresses({ loopback: false });
  canary = await startCanary();
});
afterAll(() => canary.close());

describe("an address that is not public", () => {
  it.each([...SPECIAL_IPV4, ...SPECIAL_IPV6])("is each of %s, from first to last", (_, ...ends) => {
    expect(ends.map(isPrivateHost)).toEqual([true, true]);
  });

  it.each(SPECIAL_IPV4)("is %s in every form that IPv6 has for it", (_, first, last) => {
    const forms = [...formsInIpv6(first), ...formsInIpv6(last)];
    expect(forms.filter(([, address]) => !isPrivateHost(address))).toEqual([]);
  });

  it("is public IPv4 inside IPv6, too", () => {
    const forms = formsInIpv6("8.8.8.8");
    expect(forms.filter(([, address]) => !isPrivateHost(address))).toEqual([]);
  });

  it.each(PUBLIC_ADDRESSES)("is not %s", (address) => {
    expect(isPrivateHost(address)).toBe(false);
  });
});

it.each<readonly [hostname: string, isPrivate: boolean]>([
  ...PRIVATE.map((address) => [address, true] as const),
  ["[::1]", true],
  ["[fe80::1]", true],
  ["localhost", true],
  ["shop.localhost", true],
  ["localhost.example", false],
  ["93.184.215.14", false],
  ["example.com", false],
])("whether %s is a private host is %s", (hostname, isPrivate) => {
  expect(isPrivateHost(hostname)).toBe(isPrivate);
});

describe("a private address in a URL", () => {
  it.each(SPELLINGS)("is refused as %s, and nothing is connected to", async (host) => {
    const request = outboundRequest(`http://${host}:${canary.port}/`, LIMITS);
    expect(await failureOf(request)).toBe("blocked");
    expect(canary.connections()).toBe(0);
  });

  it("is refused when DNS gives it, in every form", async () => {
    const forms = PRIVATE.flatMap((address) => [
      address,
      ...formsInIpv6(address).map(([, form]) => form),
    ]);
    for (const address of forms) {
      replaceResolver(async () => [{ address, family: address.includes(":") ? 6 : 4 }]);
      const url = `http://rebound.example:${canary.port}/`;
      expect([address, await failureOf(outboundRequest(url, LIMITS))]).toEqual([
        address,
        "blocked",
      ]);
    }
    expect(canary.connections()).toBe(0);
  });

  it("is refused by inspectTls", async () => {
    for (const host of ["127.0.0.1", "::1", "[::ffff:7f00:1]", "2130706433", "rebound.example"]) {
      replaceResolver(async () => [{ address: "::ffff:127.0.0.1", family: 6 }]);
      const { failure } = await inspectTls(host, { port: canary.port, timeoutMs: 30_000 });
      expect([host, failure]).toEqual([host, "blocked"]);
    }
    expect(canary.connections()).toBe(0);
  });
});

describe("a URL", () => {
  it.each([
    "",
    "example.com",
    "ftp://example.com/",
    "file:///etc/passwd",
    "http://",
    "http://a b/",
  ])("is invalid: %s", async (url) => {
    expect(await failureOf(outboundRequest(url, LIMITS))).toBe("invalid_url");
  });

  it.each(["http://user@example.com/", "http://:secret@example.com/"])(
    "must hold no credentials: %s",
    async (url) => {
      expect(await failureOf(outboundRequest(url, LIMITS))).toBe("invalid_url");
    },
  );

  it("may name no port but 80 and 443", async () => {
    allowLocalAddresses({ loopback: false, anyPort: false });
    replaceResolver(async () => []);
    const failures: Record<number, string> = {};
    for (const port of [22, 25, 79, 80, 443, 444, 8080, 9001]) {
      failures[port] = await failureOf(outboundRequest(`http://example.com:${port}/`, LIMITS));
    }
    allowLocalAddresses({ loopback: false });
    const [blocked, unresolved] = ["blocked", "dns ENODATA"];
    expect(failures).toEqual({
      ...{ 22: blocked, 25: blocked, 79: blocked, 444: blocked, 8080: blocked, 9001: blocked },
      ...{ 80: unresolved, 443: unresolved },
    });
  });
});
