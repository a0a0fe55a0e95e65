import { beforeAll, expect, test } from "vitest";
import {
  allowLocalAddresses,
  HostPace,
  outboundRequest,
  PROBES,
} from "../../../shared/outbound/index.ts";
import { serve } from "../../support/site.ts";

const [HOST, OTHER] = ["shop.example", "blog.example"];
const [ADDRESS, ELSEWHERE] = ["192.0.2.1", "192.0.2.2"];

beforeAll(() => allowLocalAddresses());

/** Sleepers wake in the order of their times, and time passes only then. */
function playedClock() {
  let now = 0;
  let isPlaying = false;
  const waiting: { at: number; wake(): void }[] = [];
  const play = async () => {
    isPlaying = true;
    for (; waiting.length > 0; await new Promise(setImmediate)) {
      waiting.sort((one, other) => one.at - other.at);
      const next = waiting.shift();
      now = Math.max(now, next?.at ?? 0);
      next?.wake();
    }
    isPlaying = false;
  };
  return {
    now: () => now,
    sleep(ms: number) {
      const slept = new Promise<void>((wake) => void waiting.push({ at: now + ms, wake }));
      if (!isPlaying) setImmediate(() => isPlaying || play());
      return slept;
    },
  };
}

interface Sent {
  reseller?: string;
  host: string;
  address: string;
  before?: string;
}

/** When each of these requests is admitted, in milliseconds, if all are made at once. */
async function play(requests: Sent[]): Promise<number[]> {
  const clock = playedClock();
  const pace = new HostPace(clock);
  return await Promise.all(
    requests.map(async ({ reseller, host, address, before }) => {
      await pace.admissionFor(reseller)(host, before ? [before, address] : [address]);
      return clock.now();
    }),
  );
}

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
/** The most requests in any second. */
const mostInASecond = (at: number[]) =>
  Math.max(...at.map((from) => at.filter((each) => each >= from && each < from + 1000).length));

test.each([
  ["a host name for one reseller", { reseller: "a" }, PROBES.nameOfReseller],
  ["a host name", {}, PROBES.name],
])("150 requests to %s are spaced out, however it is written", async (_, whose, rate) => {
  const spellings = [HOST, "SHOP.example", "shop.example."];
  const at = await play(
    times(150, (index) => ({ ...whose, host: spellings[index % 3] ?? HOST, address: `${index}` })),
  );
  expect(mostInASecond(at)).toBeLessThanOrEqual(rate + 10);
  expect(Math.max(...at)).toBeCloseTo(((150 - 10) / rate) * 1000, 0);
});

test("hosts at one address share its larger rate", async () => {
  const named = (index: number) => ({ host: `${index}.example`, address: ADDRESS });
  const at = await play(times(600, named));
  expect(mostInASecond(at)).toBeLessThanOrEqual(PROBES.address + 10);
  expect(Math.max(...at)).toBeCloseTo(((600 - 10) / PROBES.address) * 1000, 0);
  // Also when each names an address before it that does not answer.
  const behind = times(600, (index) => ({ ...named(index), before: `198.51.100.${index}` }));
  expect(await play(behind)).toEqual(at);
});

test("what a reseller waits for delays neither other resellers, nor other hosts", async () => {
  const own = times(200, () => ({ reseller: "a", host: HOST, address: ADDRESS }));
  const others = [
    { reseller: "b", host: HOST, address: ADDRESS },
    { reseller: "a", host: OTHER, address: ADDRESS },
    { reseller: "a", host: OTHER, address: ELSEWHERE },
  ];
  const at = await play([...own, ...others]);
  expect(Math.max(...at)).toBeGreaterThan(9000);
  for (const each of at.slice(200)) expect(each).toBeLessThan(500);
});

test("waiting counts neither as a request's time nor against its limit, also at a redirect's target", async () => {
  const end = await serve({ "/": "<h1>Here</h1>" });
  const door = await serve({ "/": { status: 302, headers: { location: end.url } } });
  const admitted: string[] = [];
  const waitMs = 300;
  const admit = async (host: string) => {
    admitted.push(host);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  };
  const limits = { maxBytes: 1000, maxRedirects: 1, timeoutMs: 2 * waitMs };
  const named = `http://localhost:${(await serve({ "/": "<h1>Here</h1>" }, { address: "127.0.0.1" })).port}`;
  const from = performance.now();
  const { status, durationMs } = await outboundRequest(door.url, { ...limits, admit });
  const tookMs = performance.now() - from;
  expect(status).toBe(200);
  expect(durationMs).toBeLessThanOrEqual(tookMs - 2 * waitMs + 10);
  await outboundRequest(named, { ...limits, admit });
  expect(admitted).toEqual([new URL(door.url).hostname, new URL(end.url).hostname, "localhost"]);
});

test("the limit still ends a request that was admitted", async () => {
  const site = await serve({ "/": () => {} });
  const limits = { maxBytes: 1000, maxRedirects: 1, timeoutMs: 50 };
  const admitted = outboundRequest(site.url, { ...limits, admit: async () => {} });
  await expect(admitted).rejects.toMatchObject({ failure: "timeout" });
});
