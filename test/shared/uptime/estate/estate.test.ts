import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { roundsHandler } from "../../../../functions/workers/rounds/runRounds.ts";
import { enqueueRounds } from "../../../../functions/workers/schedule/enqueueRounds.ts";
import { handler as followSubscriptions } from "../../../../functions/workers/subscriptions/index.ts";
import { uptimeHandler } from "../../../../functions/workers/uptime/probeSeparately.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { requireEnv } from "../../../../shared/platform/env.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { type Clock, timestamp } from "../../../../shared/platform/time.ts";
import { call } from "../../../support/api.ts";
import { makeCustomer } from "../../../support/factories.ts";
import { interceptMessages } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { monitorWebsite } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { thoroughly } from "../../../support/runs.ts";
import { serve } from "../../../support/site.ts";
import { useNames } from "../../platform/outbound/names.ts";
import {
  type Mode,
  makeCertificates,
  type Script,
  type ScriptedSite,
  type SeenCheck,
  serveScript,
} from "./scriptedSite.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;
/** When the websites are added, in seconds. */
const START = -90;
const MINUTES = 30;
const END = NOON + MINUTES * 60;
/** Longer than an interval and this, nobody watched. */
const GAP_SECONDS = 180;
const NEVER = "http://never.example";

/** A kind of website: what its server does, and what is announced or done, all in seconds since noon. */
interface Kind {
  script: Script;
  maintenance?: [from: number, to: number];
  suspended?: [from: number, to: number];
  hostname?: string;
}

const minute = (minutes: number) => minutes * 60 + 37;
const out = (mode: Mode, from = 6, to = 19): Script => [
  [0, "up"],
  [minute(from), mode],
  [minute(to), "up"],
];

const KINDS: Record<string, Kind> = {
  "is up": { script: [[0, "up"]] },
  "is slow": { script: [[0, "slow"]] },
  "refuses robots": { script: [[0, "403"]] },
  "fails every third request": { script: [[0, "third"]] },
  "answers 503 for a while": { script: out("503") },
  "answers 503 to the end": { script: out("503", 6, 99) },
  "is down from the beginning": {
    script: [
      [START, "503"],
      [minute(19), "up"],
    ],
  },
  "is down twice": { script: [...out("503", 3, 11), ...out("reset", 16, 24).slice(1)] },
  "fails for a moment": {
    script: [
      [0, "up"],
      [599, "503"],
      [601, "up"],
    ],
  },
  "cuts connections": { script: out("reset") },
  "refuses connections": { script: out("refuse") },
  "has an expired certificate": { script: out("expired") },
  "redirects without end": { script: out("loop") },
  "has no address": { script: [[0, "up"]], hostname: NEVER },
  "is down in maintenance": { script: out("503", 6, 12), maintenance: [300, 900] },
  "is down beyond its maintenance": { script: out("503", 6, 22), maintenance: [300, 800] },
  "is suspended": { script: [[0, "up"]], suspended: [400, 1300] },
  "is suspended while it is down": { script: out("503", 3, 14), suspended: [700, 1300] },
  "is suspended and down later": { script: out("503", 24, 99), suspended: [100, 700] },
  "fails every third request, then all": {
    script: [
      [0, "third"],
      [minute(12), "503"],
      [minute(21), "up"],
    ],
  },
};

const CAUSES: Partial<Record<Mode, [cause: string, technical: string]>> = {
  "503": ["http_5xx", "http 503"],
  reset: ["reset", "ECONNRESET"],
  refuse: ["refused", "ECONNREFUSED"],
  expired: ["tls", "CERT_HAS_EXPIRED"],
  loop: ["redirect_loop", "redirect_loop"],
};

let certificates: ReturnType<typeof makeCertificates>;

beforeAll(() => {
  allowLocalAddresses();
  useNames({});
  certificates = makeCertificates();
});

beforeEach(() => {
  ownSchedule();
  vi.useFakeTimers({ toFake: ["Date"], now: (NOON + START) * 1000 });
});
afterEach(() => void vi.useRealTimers());

interface Member extends Kind {
  name: string;
  site: ScriptedSite;
  /** The interval in minutes. */
  interval: number;
  reseller: { uuid: string; key: string };
  user: string;
  uuid: string;
}

/** Servers answer within milliseconds: short pauses pass at once, and nobody waits in vain for the end of a long one. */
const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => (ms > 1000 ? new Promise(() => {}) : Promise.resolve()),
};

const WORKERS = {
  ROUNDS_QUEUE_URL: roundsHandler(clock),
  UPTIME_QUEUE_URL: uptimeHandler(clock),
  SUBSCRIPTIONS_QUEUE_URL: followSubscriptions,
};

/** Holds the messages that workers send, and delivers them at their time. */
function deliverer() {
  const waiting: { at: number; worker: (typeof WORKERS)[keyof typeof WORKERS]; body: unknown }[] =
    [];
  const workers = new Map(
    Object.entries(WORKERS).map(([name, worker]) => [requireEnv(name), worker]),
  );
  onTestFinished(
    interceptMessages((_, { QueueUrl, Entries }) => {
      const worker = workers.get(String(QueueUrl));
      for (const { MessageBody, DelaySeconds = 0 } of Entries as Sent[])
        if (worker)
          waiting.push({ at: now() + DelaySeconds, worker, body: JSON.parse(MessageBody) });
    }),
  );
  /** Delivers what is due until a time; what comes for a worker in the same second comes together. */
  return async (until: number) => {
    while (true) {
      const at = Math.min(...waiting.map((each) => each.at));
      if (at > until) break;
      vi.setSystemTime(Math.max(at, now()) * 1000);
      const [first] = waiting.filter((each) => each.at === at);
      const due = waiting.filter((each) => each.at === at && each.worker === first?.worker);
      for (const each of due) waiting.splice(waiting.indexOf(each), 1);
      const answer = await first?.worker(sqsEvent(...due.map(({ body }) => body)));
      expect(answer).toEqual({ batchItemFailures: [] });
    }
    vi.setSystemTime(until * 1000);
  };
}

interface Sent {
  MessageBody: string;
  DelaySeconds?: number;
}

const now = () => Math.floor(Date.now() / 1000);

/** Adds a website of each kind, probed every `interval` minutes. */
async function addEstate(interval: number): Promise<Member[]> {
  const members: Member[] = [];
  for (const [name, kind] of Object.entries(KINDS)) {
    // A suspension pauses all websites of a user.
    const { reseller, user, business } = await makeCustomer();
    await Plan.patch({ reseller_uuid: reseller.uuid, uuid: reseller.planUuid })
      .set({ uptime_interval_minutes: interval })
      .go();
    const site = await serveScript(kind.script, certificates);
    await site.follow(START);
    const { uuid } = await monitorWebsite(kind.hostname ?? site.url, {
      ...{ reseller, userUuid: user, businessUuid: business, uuid: "" },
    });
    if (kind.maintenance) {
      const [starts_at, ends_at] = kind.maintenance.map((second) =>
        timestamp(new Date((NOON + second) * 1000)),
      );
      const { status } = await call("POST /v1/websites/{website_uuid}/maintenance-windows", {
        ...{ key: reseller.key, uuid, body: { starts_at, ends_at } },
      });
      expect(status).toBe(200);
    }
    members.push({ ...kind, name, site, interval, reseller, user, uuid });
  }
  return members;
}

/** Suspends or resumes a user, as a client does, and tells those that follow subscriptions. */
async function suspend({ reseller, user }: Member, suspended: boolean) {
  const { key, uuid: reseller_uuid } = reseller;
  const body = { suspended };
  expect((await call("PATCH /v1/users/{user_uuid}", { key, uuid: user, body })).status).toBe(200);
  await followSubscriptions(sqsEvent({ reseller_uuid, entity: "user", uuid: user }));
}

/** The times at which something changes, in seconds since noon, with what has to be done. */
function* events(members: Member[]): Generator<[second: number, act: () => Promise<unknown>]> {
  for (const member of members) {
    for (const [second] of member.script) yield [second, () => member.site.follow(second)];
    const [from, to] = member.suspended ?? [];
    if (from !== undefined) yield [from, () => suspend(member, true)];
    if (to !== undefined) yield [to, () => suspend(member, false)];
  }
}

/** What the checks that a server has seen come to, second by second. */
function countSeen(checks: SeenCheck[], { interval, maintenance }: Member) {
  const isAnnounced = (at: number) =>
    maintenance !== undefined && at >= NOON + maintenance[0] && at < NOON + maintenance[1];
  const counted = checks.filter(({ at, isGood }) => isGood || !isAnnounced(at));
  let [observed, down] = [0, 0];
  for (const [index, { at, isGood }] of checks.entries()) {
    const next = checks[index + 1]?.at ?? at;
    if (next - at > interval * 60 + GAP_SECONDS || (!isGood && isAnnounced(at))) continue;
    for (let second = at; second < next; second += 1) {
      if (!isGood && isAnnounced(second)) continue;
      observed += 1;
      if (!isGood) down += 1;
    }
  }
  return {
    looks: counted.length,
    failures: counted.filter(({ isGood }) => !isGood).length,
    failed_attempts: counted.filter(({ isFirstGood }) => !isFirstGood).length,
    ...{ observed_seconds: observed, down_seconds: down },
    uptime_percentage: Math.floor((1 - down / observed) * 10_000) / 100,
  };
}

/** Since when and until when a website is out by its script, as far as it is watched and unannounced. */
function outagesOf({ script, maintenance, suspended, hostname }: Member) {
  const never = Number.POSITIVE_INFINITY;
  if (hostname)
    return [{ begin: NOON + START, end: never, cause: ["dns", "ENOTFOUND"], isPause: false }];
  return script.flatMap(([from, mode], index) => {
    const cause = CAUSES[mode];
    const to = script[index + 1]?.[0] ?? never;
    // What is over before it can be confirmed is no downtime.
    if (!cause || to - from < 60) return [];
    const begin = NOON + Math.max(from, maintenance?.[1] ?? from);
    const isPause = suspended !== undefined && suspended[0] > from && suspended[0] < to;
    const end = NOON + (isPause ? suspended[0] : to);
    return begin < end ? { begin, end, cause, isPause } : [];
  });
}

test("what the API tells of each website after half an hour is what its server saw", async () => {
  const control = await serve({ "/": "<h1>Home</h1>" });
  vi.stubEnv("CONTROL_URLS", control.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const deliver = deliverer();
  const members: Member[] = [];
  for (const interval of thoroughly([5, 1], [5])) members.push(...(await addEstate(interval)));
  const steps = [
    ...events(members),
    ...Array.from(
      { length: MINUTES + 1 },
      (_, index) => [index * 60, () => enqueueRounds(new Date())] as const,
    ),
  ].toSorted(([one], [other]) => one - other);
  for (const [second, act] of steps) {
    if (NOON + second > END) continue;
    await deliver(Math.max(NOON + second, now()));
    await act();
  }
  await deliver(END);
  for (const member of members) await compare(member);
});

/** Compares what the API tells of a website with what its server saw, and with its script to the interval. */
async function compare(member: Member) {
  const { name, interval, site, reseller, user, uuid, script, hostname } = member;
  const { key } = reseller;
  const { data } = (await call("GET /v1/websites/{website_uuid}/uptime", { key, uuid })).body;
  const { body } = await call("GET /v1/account/websites", { key });
  const website = body.data.find((each: { uuid: string }) => each.uuid === uuid);
  const label = `A website that ${name}, probed every ${interval} minutes`;
  const hasMode = (wanted: Mode) => script.some(([, mode]) => mode === wanted);
  const [{ date: _, response_ms: __, ...day }] = data.days;
  // Nobody sees connections that are refused.
  if (hostname === undefined && !hasMode("refuse")) {
    const seen = site.seen();
    expect({ label, ...day }).toEqual({ label, ...countSeen(seen, member) });
    expect(Math.max(...seen.map(({ requests }) => requests))).toBeLessThanOrEqual(22);
  }
  const outages = outagesOf(member);
  const last = outages.at(-1);
  expect({
    label,
    is_up: website.is_hostname_up,
    downtime: website.downtime?.technical,
    is_unstable: website.unstable_since !== null,
    last_status: data.last_status,
    causes: data.downtimes.map(({ cause, technical }: Downtime) => [cause, technical]),
  }).toEqual({
    label,
    is_up: last === undefined || last.end <= END,
    downtime: last && last.end > END ? last.cause[1] : undefined,
    is_unstable: name === "fails every third request",
    last_status: last && last.end > END ? last.cause[0] : hasMode("403") ? "up_refused" : "up",
    causes: outages.map(({ cause }) => cause),
  });
  if (hasMode("expired")) {
    const query = { from: data.to, to: data.to };
    const digest = await call("GET /v1/users/{user_uuid}/digest", { key, uuid: user, query });
    const { downtimes } = digest.body.data.find((each: { uuid: string }) => each.uuid === uuid);
    expect(downtimes[0].title).toMatch(/certificate has expired \(1 February 2020\)$/);
  }
  for (const [index, { begin, end, isPause }] of outages.entries()) {
    const { began_at, ended_at } = data.downtimes[index];
    expectWithin(interval, Date.parse(began_at) / 1000 - begin);
    if (end > END) expect(ended_at).toBeNull();
    else expectWithin(interval, (isPause ? -1 : 1) * (Date.parse(ended_at) / 1000 - end));
  }
}

type Downtime = Record<"cause" | "technical", string>;

function expectWithin(minutes: number, seconds: number) {
  expect(seconds).toBeGreaterThanOrEqual(0);
  expect(seconds).toBeLessThanOrEqual(minutes * 60);
}
