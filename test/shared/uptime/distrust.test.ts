import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Clock } from "../../../shared/platform/time.ts";
import { findHour } from "../../../shared/uptime/bucketHours.ts";
import { Distrust } from "../../../shared/uptime/distrust.ts";
import type { ProbeUrl } from "../../../shared/uptime/probeWebsite.ts";
import {
  isUp,
  makePlain,
  makeRound,
  monitorWebsite,
  probeSeparately,
  readMonitor,
  wholeBucket,
} from "../../support/monitoring.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const CONTROLS = ["https://control.example/one", "https://control.example/two"];

beforeEach(() => {
  ownSchedule();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  vi.stubEnv("CONTROL_URLS", CONTROLS.join(" "));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A network that reaches the hosts with these letters only; `seen` are the URLs that were requested. */
function network(reached: string) {
  const seen: string[] = [];
  const probeUrl: ProbeUrl = async (url) => {
    seen.push(url);
    const isReached = [...reached].some((letter) => url.startsWith(`https://${letter}.`));
    const isControl = reached.includes("+") && url === CONTROLS[1];
    const answered = isReached || isControl;
    return { answered, outcome: answered ? "up" : "timeout", url, lastUrl: url, duration: 9 };
  };
  return { seen, probeUrl };
}

async function makeWebsites(letters: string) {
  const websites = [...letters].map(async (letter) => {
    const website = await monitorWebsite(`https://${letter}.example`);
    await makePlain(website);
    return website;
  });
  return await Promise.all(websites);
}

/** Pauses in which other probes may end do not end before them. */
const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => (ms >= 2000 ? new Promise(() => {}) : Promise.resolve()),
};

const wasAsked = (seen: string[]) => CONTROLS.some((url) => seen.includes(url));

describe("a call that reaches neither most hosts nor a control address fails, and is repeated,", () => {
  test("in a round: nothing is recorded, and the log names hosts that failed", async () => {
    const websites = await makeWebsites("abc");
    const write = vi.spyOn(process.stdout, "write");
    await expect(makeRound(wholeBucket(), { ...network("a"), clock })).rejects.toThrow(
      "The round failed",
    );
    const lines = write.mock.calls.map(([line]) => String(line));
    const line = lines.find((text) => text.includes("all control addresses failed")) ?? "{}";
    const failing_hosts = expect.arrayContaining(["b.example", "c.example"]);
    expect(JSON.parse(line)).toMatchObject({ hosts: 3, failing: 2, failing_hosts });
    expect(await findHour(wholeBucket(), NOON / 1000)).toBeUndefined();
    for (const website of websites) expect((await readMonitor(website)).uptime.state).toBe("up");
    // The repeated message makes the round.
    await makeRound(wholeBucket(), network("abc"));
    expect(await findHour(wholeBucket(), NOON / 1000)).toBeDefined();
  });

  test("by a confirmation: the website does not go down", async () => {
    const [website] = await makeWebsites("a");
    if (!website) throw new Error("There is one");
    await makePlain(website, {
      state: "suspect",
      since: NOON / 1000 - 60,
      checked_at: NOON / 1000 - 60,
    });
    await expect(probeSeparately([website], network(""))).rejects.toThrow("given back");
    expect(await isUp(website)).toBe(true);
    await probeSeparately([website], network("+"));
    expect(await isUp(website)).toBe(false);
  });
});

test.each([
  ["a control address answers", "a+", true],
  ["half of the hosts answer", "ab", false],
])("failures are believed when %s", async (_, reached, isAsked) => {
  const websites = await makeWebsites("abcd");
  const { seen, probeUrl } = network(reached);
  await makeRound(wholeBucket(), { probeUrl, clock });
  const states = await Promise.all(
    websites.map(async (each) => (await readMonitor(each)).uptime.state),
  );
  expect(states.filter((state) => state === "suspect")).toHaveLength(reached === "ab" ? 2 : 3);
  expect(wasAsked(seen)).toBe(isAsked);
});

test("websites that are known to be down ask no control address", async () => {
  const [website] = await makeWebsites("a");
  if (!website) throw new Error("There is one");
  await makePlain(website, { state: "down", down_since: 1, checked_at: NOON / 1000 - 300 });
  const { seen, probeUrl } = network("");
  await probeSeparately([website], { probeUrl });
  expect(wasAsked(seen)).toBe(false);
});

test("a host counts once, however many websites it has, and as answering if one of them does", async () => {
  const distrust = new Distrust(network("").probeUrl);
  for (const path of ["a", "b", "c"]) distrust.note(`https://a.example/${path}`, false);
  distrust.note("https://b.example/", true);
  await distrust.assertOnline();
  distrust.note("https://c.example/", false);
  await expect(distrust.assertOnline()).rejects.toThrow("can't reach the control addresses");
  const other = new Distrust(network("").probeUrl);
  other.note("https://a.example/1", false);
  other.note("https://a.example/2", true);
  await other.assertOnline();
});
