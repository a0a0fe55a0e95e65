import type { IncomingMessage, ServerResponse } from "node:http";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { startLambdaEndpoint } from "../../../infra/local/lambdaEndpoint.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { type ProbeRequest, probeHandler } from "../../../shared/uptime/probeSites.ts";
import { type ProbeUrl, probeOnce } from "../../../shared/uptime/probeWebsite.ts";
import { call } from "../../support/api.ts";
import {
  isUp,
  type MonitoredWebsite,
  monitorWebsite,
  patientClock,
  probeSeparately,
  readFeed,
  readMonitor,
} from "../../support/monitoring.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";
import { type Site, serve, startSite } from "../../support/site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const PROBE = "reseller-monitoring-dev-probe";

let site: Site;
let status: number;

/** From here nothing answers. */
const cutOff: ProbeUrl = async (url) => {
  return { answered: false, outcome: "timeout", url, lastUrl: url, duration: 7 };
};

beforeAll(() => allowLocalAddresses());

beforeEach(async () => {
  ownSchedule();
  status = 500;
  site = await startSite((_, response) => response.writeHead(status).end());
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubEnv("PROBE_FUNCTION_NAME", PROBE);
  vi.stubEnv("PROBE_REGIONS", "us-east-1");
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await site.close();
});

/** Has the probe look like that, behind the local Lambda; returns what it was asked. */
async function startProbe(look: ProbeUrl = probeOnce): Promise<ProbeRequest[]> {
  const requests: ProbeRequest[] = [];
  const lambda = await startLambdaEndpoint(async (_, event) => {
    const request = event as ProbeRequest;
    requests.push(request);
    return await probeHandler(look, patientClock)(request);
  });
  onTestFinished(lambda.close);
  vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", lambda.url);
  return requests;
}

interface Round {
  look?: ProbeUrl;
  clock?: Clock;
}

/** Lets the clock show a time, in seconds after noon, and the worker probe these websites. */
async function check(seconds: number, websites: MonitoredWebsite[], round: Round = {}) {
  const { look = probeOnce, clock = patientClock } = round;
  vi.setSystemTime(NOON + seconds * 1000);
  await probeSeparately(websites, { clock, probeUrl: look });
}

/** A website that has failed in a first round. */
async function makeSuspect(hostname = site.url): Promise<MonitoredWebsite> {
  const website = await monitorWebsite(hostname);
  await check(0, [website], { look: cutOff });
  return website;
}

const down = (data: object) => expect.objectContaining({ type: "downtime", status: "error", data });

describe("a website that fails from here", () => {
  test("is down when it fails from another region as well, and comes back without asking there", async () => {
    const requestLog = await startProbe();
    const website = await monitorWebsite(site.url);
    await check(0, [website]);
    expect(requestLog).toEqual([]);
    await check(60, [website]);
    expect(requestLog).toEqual([{ sites: [{ hostname: site.url }], controls: [] }]);
    expect(await isUp(website)).toBe(false);
    status = 200;
    await check(360, [website]);
    await check(420, [website]);
    expect(await isUp(website)).toBe(true);
    expect(requestLog).toHaveLength(1);
    const began = { down_since: "2026-11-20T12:00:00+00:00" };
    expect(await readFeed(website)).toEqual([
      expect.objectContaining({
        status: "success",
        data: {
          outcome: "up",
          ...began,
          up_since: "2026-11-20T12:06:00+00:00",
          duration_seconds: 360,
        },
      }),
      down({
        outcome: "http_5xx",
        technical: "http 500",
        ...began,
      }),
    ]);
  });

  test("is not down while it answers there, is probed again as usual, and down once it does not", async () => {
    await startProbe();
    const website = await makeSuspect();
    status = 200;
    await check(60, [website], { look: cutOff });
    expect([await isUp(website), await readFeed(website)]).toEqual([true, []]);
    const monitor = await readMonitor(website);
    expect(monitor).toMatchObject({ target: { mode: "rounds" }, uptime: { state: "up" } });
    expect(monitor.results[0]).toMatchObject({
      outcome: "timeout",
      elsewhere: { "us-east-1": "up" },
    });
    const { key } = website.reseller;
    const uptime = await call("GET /v1/websites/{website_uuid}/uptime", {
      key,
      uuid: website.uuid,
    });
    expect(uptime.body.data).toMatchObject({
      uptime_percentage: 100,
      days: [{ looks: 2, failures: 0 }],
    });

    status = 500;
    await check(300, [website]);
    expect(await isUp(website)).toBe(true);
    await check(360, [website]);
    expect(await readFeed(website)).toEqual([
      down({
        ...{ outcome: "http_5xx", technical: "http 500" },
        down_since: "2026-11-20T12:05:00+00:00",
      }),
    ]);
    const { body } = await call("GET /v1/account/websites", { key });
    expect(body.data[0].downtime).toMatchObject({
      ...{ technical: "http 500", address: expect.stringMatching(/^127\./) },
      ...{ duration_ms: expect.any(Number), seen_from: { regions_count: 2, asked_count: 2 } },
    });
  });

  test("counts as up if one of several regions reaches it", async () => {
    vi.stubEnv("PROBE_REGIONS", "us-east-1,ap-south-1");
    let calls = 0;
    const answer = (isUp: boolean) => ({
      is_online: true,
      sites: [{ verdict: isUp ? "up" : "down", outcome: isUp ? "up" : "refused" }],
    });
    const lambda = await startLambdaEndpoint(async () => {
      calls += 1;
      return answer(calls === 1);
    });
    onTestFinished(lambda.close);
    vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", lambda.url);
    const website = await makeSuspect();
    await check(60, [website]);
    expect(await isUp(website)).toBe(true);
    const { elsewhere = {} } = (await readMonitor(website)).results[0] ?? {};
    expect(Object.keys(elsewhere).toSorted()).toEqual(["ap-south-1", "us-east-1"]);
    expect(Object.values(elsewhere).toSorted()).toEqual(["refused", "up"]);
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const json = (body: unknown, headers = {}): Answer => {
  return (_, response) => response.writeHead(200, headers).end(JSON.stringify(body));
};

/** By region. Each would say "up" but for what is wrong with it. */
const unheard: Record<string, Answer> = {
  throttled: (_, response) =>
    response
      .writeHead(429, { "x-amzn-errortype": "TooManyRequestsException" })
      .end('{"Reason":"ReservedFunctionConcurrentInvocationLimitExceeded"}'),
  failing: json({ errorMessage: "Task timed out" }, { "x-amz-function-error": "Unhandled" }),
  garbled: (_, response) => response.end("<html>"),
  "too-few": json({ is_online: true, sites: [] }),
  offline: json({ is_online: false, sites: [{ verdict: "up", outcome: "up" }] }),
};

/** Answers for each region in its way; the signature of a request says which it is for. */
const byRegion =
  (answers: Record<string, Answer>): Answer =>
  (request, response) => {
    const [, region = ""] =
      /Credential=[^/]+\/\d+\/([\w-]+)/.exec(String(request.headers.authorization)) ?? [];
    return answers[region]?.(request, response);
  };

/** Until all that has happened on this machine's connections so far is known here. */
async function afterAWhile() {
  for (let turn = 0; turn < 1000; turn += 1) await new Promise(setImmediate);
}

describe("a region has no vote, and the website is down by its own region's probe,", () => {
  /** Returns the lines that were logged. */
  async function goDown({ clock = patientClock } = {}) {
    // The SDK's pauses between attempts are a random part of their length: none.
    vi.spyOn(Math, "random").mockReturnValue(0);
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const website = await makeSuspect();
    await check(60, [website], { clock });
    expect(await isUp(website)).toBe(false);
    const began = { down_since: "2026-11-20T12:00:00+00:00" };
    expect(await readFeed(website)).toEqual([
      down({ outcome: "http_5xx", technical: "http 500", ...began }),
    ]);
    const [result] = (await readMonitor(website)).results;
    return {
      elsewhere: result?.elsewhere,
      lines: written.mock.calls.map(([line]) => JSON.parse(String(line))),
    };
  }

  test(`where it is ${Object.keys(unheard).join(", ")}`, async () => {
    const { promise: isClosed, resolve: close } = Promise.withResolvers<string>();
    const works: Answer = (request, response) => {
      request.socket.on("close", () => close("closed"));
      json({ is_online: true, sites: [{ verdict: "down", outcome: "refused" }] })(
        request,
        response,
      );
    };
    const lambda = await serve(byRegion({ ...unheard, works }));
    vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", lambda.url);
    vi.stubEnv("PROBE_REGIONS", [...Object.keys(unheard), "works"].join());
    const { elsewhere, lines } = await goDown();
    const none = Object.keys(unheard).map((region) => [region, "no answer"]);
    expect(elsewhere).toEqual({ ...Object.fromEntries(none), works: "refused" });
    const warned = lines.filter(({ message }) => message === "a region has no vote");
    expect(warned.map(({ region }) => region).toSorted()).toEqual(Object.keys(unheard).toSorted());
    expect(new Set(warned.map(({ level }) => level))).toEqual(new Set(["warn"]));
    const reasons = new Map(warned.map(({ region, error_message }) => [region, error_message]));
    expect(reasons.get("failing")).toBe("The probe failed: Unhandled");
    expect(reasons.get("too-few")).toBe("It answers something else");
    expect(reasons.get("offline")).toBe("It reaches nothing at all");
    // No connection is kept: each call is the only one of its round.
    expect(await Promise.race([isClosed, afterAWhile()])).toBe("closed");
    expect(lines.filter((line) => line.ProbesUnanswered === 1)).toHaveLength(none.length);
  });

  test("where it does not answer in time", async () => {
    const { promise: isAsked, resolve: tell } = Promise.withResolvers<void>();
    const { promise: isEnded, resolve: end } = Promise.withResolvers<string>();
    const silent = await serve((_, response) => {
      response.on("close", () => end("ended"));
      tell();
    });
    vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", silent.url);
    // The pause in which it may answer is over once it was asked.
    const clock: Clock = {
      ...patientClock,
      sleep: (ms) => (ms > 10_000 ? isAsked : Promise.resolve()),
    };
    const { elsewhere, lines } = await goDown({ clock });
    expect(elsewhere).toEqual({ "us-east-1": "no answer" });
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{ level: "warn", message: "a region has no vote", region: "us-east-1" },
        error: "AbortError",
      }),
    );
    // The request does not go on after the round.
    expect(await Promise.race([isEnded, afterAWhile()])).toBe("ended");
  });
});
