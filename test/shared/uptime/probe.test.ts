import { describe, expect, test } from "vitest";
import { probeHandler } from "../../../shared/uptime/probeSites.ts";
import { type ProbeUrl, probeOnce } from "../../../shared/uptime/probeWebsite.ts";
import { patientClock } from "../../support/monitoring.ts";
import { serve, startSite } from "../../support/site.ts";

const handler = probeHandler(probeOnce, patientClock);

const ask = (hostnames: string[], controls: string[] = []) =>
  handler({ sites: hostnames.map((hostname) => ({ hostname })), controls });

async function findGone(): Promise<string> {
  const { url, close } = await startSite({});
  await close();
  return url;
}

test("says of each website what it sees, in their order", async () => {
  const good = await serve({ "/": "up" });
  const wall = await serve({ "/": { status: 403 } });
  const bad = await serve({ "/": { status: 503 } });
  const gone = await findGone();
  expect(await ask([bad.url, good.url, gone, wall.url])).toEqual({
    is_online: true,
    sites: [
      { verdict: "down", outcome: "http 503" },
      { verdict: "up", outcome: "up" },
      { verdict: "down", outcome: "refused (ECONNREFUSED)" },
      { verdict: "up", outcome: "up (403)" },
    ],
  });
  expect(good.requests).toHaveLength(1);
  // Who fails is tried again.
  expect(bad.requests).toHaveLength(2);
});

test("begins with the URL of a host name that answered last", async () => {
  const urls: string[] = [];
  const look: ProbeUrl = async (url) => {
    urls.push(url);
    return { answered: true, outcome: "up", url, lastUrl: url, duration: 1 };
  };
  const site = { hostname: "example.com", url: "http://example.com" };
  await probeHandler(look, patientClock)({ sites: [site], controls: [] });
  expect(urls).toEqual(["http://example.com"]);
});

test("has no vote on a website that takes too long, but on the others", async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const look: ProbeUrl = async (url) => {
    if (url.includes("slow")) return await new Promise(() => {});
    queueMicrotask(() => setImmediate(end));
    return { answered: true, outcome: "up", url, lastUrl: url, duration: 1 };
  };
  const sites = [{ hostname: "http://slow.example" }, { hostname: "http://quick.example" }];
  const answer = probeHandler(look, {
    ...patientClock,
    sleep: (ms) => (ms > 1000 ? isOver : Promise.resolve()),
  })({
    sites,
    controls: [],
  });
  expect(await answer).toEqual({
    is_online: true,
    sites: [
      { verdict: "unknown", outcome: "late" },
      { verdict: "up", outcome: "up" },
    ],
  });
});

describe("it is online", () => {
  test.each([
    { sites: ["good"], controls: ["gone"], online: true },
    { sites: ["gone"], controls: ["gone", "good"], online: true },
    { sites: ["gone"], controls: [], online: true },
    { sites: ["gone"], controls: ["gone"], online: false },
  ])("$online with sites $sites and hosts that answered lately $controls", async (answers) => {
    const urls = new Map([
      ["good", (await serve({ "/": "up" })).url],
      ["gone", await findGone()],
    ]);
    const named = (names: string[]) => names.map((name) => urls.get(name) ?? "");
    const { is_online } = await ask(named(answers.sites), named(answers.controls));
    expect(is_online).toBe(answers.online);
  });
});
