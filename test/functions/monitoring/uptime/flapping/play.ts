import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { roundsHandler } from "../../../../../functions/monitoring/rounds/runRounds.ts";
import { scheduleHandler } from "../../../../../functions/monitoring/schedule/tick.ts";
import { type ProbeUrl, probeOnce } from "../../../../../functions/monitoring/uptime/probeSite.ts";
import { uptimeHandler } from "../../../../../functions/monitoring/uptime/runChecks.ts";
import { Plan } from "../../../../../shared/entities/plan.ts";
import { allowLocalAddresses } from "../../../../../shared/outbound/index.ts";
import { queueClient } from "../../../../../shared/queues/sendMessages.ts";
import type { Clock } from "../../../../../shared/time.ts";
import { call } from "../../../../support/api.ts";
import { sqsEvent } from "../../../../support/messages.ts";
import { type MonitoredWebsite, monitorWebsite } from "../../../../support/monitoring.ts";
import type { Pattern } from "./patterns.ts";

const MINUTE_MS = 60_000;
/** A message takes this long to its worker. */
const DELIVERY_MS = 1000;
/** The longest pause of `Pace`; longer ones are deadlines, which no website misses here. */
const PACE_MS = 100;
/** Websites that are always up, so that the workers trust themselves. */
const STEADY = 20;

/** A website to monitor: how it flaps, and its interval. */
export interface Flapping {
  pattern: Pattern;
  minutes: number;
}

/** What the service says of a website at the end, and the log of the website's server. */
export interface Told extends Flapping {
  /** From the API; null if nothing was observed. */
  percentage: number | null;
  /** Its probes. */
  log: { at: number; answered: boolean }[];
}

interface Run {
  /** In milliseconds since 1970. */
  from: number;
  hours: number;
  /** Sets the clock behind `Date`. */
  setTime(now: number): void;
}

/**
 * Runs the service for some hours of its own clock: the real schedule, workers and table, and each website
 * a server by HTTP. A message comes to its worker after a second, and the clock stands still meanwhile.
 */
export async function play(flapping: Flapping[], { from, hours, setTime }: Run): Promise<Told[]> {
  allowLocalAddresses();
  setTime(from);
  const steady: Flapping = { pattern: { name: "up", isUp: () => true }, minutes: 5 };
  const sites = [...flapping, ...Array.from({ length: STEADY }, () => steady)];
  const second = () => Math.floor(Date.now() / 1000);
  const answers = (index: number) => sites[index]?.pattern.isUp(second()) ?? false;
  const logs: Told["log"][] = sites.map(() => []);
  const server = createServer((request, response) => {
    response.writeHead(answers(indexOf(request.socket.localAddress)) ? 200 : 503).end();
  });
  await once(server.listen(0, "0.0.0.0"), "listening");
  const { port } = server.address() as AddressInfo;
  const events: { at: number; work: () => Promise<unknown> }[] = [];
  const clock: Clock = {
    now: () => Date.now(),
    sleep: (ms) => (ms <= PACE_MS ? Promise.resolve() : new Promise(() => {})),
  };
  // The second attempt of a probe is no probe of its own, and a control host is only asked so.
  const probeUrl: ProbeUrl = async (url, which) => {
    const index = indexOf(new URL(url).hostname);
    if (which === "first") logs[index]?.push({ at: second(), answered: answers(index) });
    return await probeOnce(url, which);
  };
  const [uptime, rounds] = [uptimeHandler(clock, probeUrl), roundsHandler(clock, probeUrl)];
  const tick = scheduleHandler(clock);
  const end = catchMessages((url, body, delaySeconds) => {
    const worker = { UPTIME_QUEUE_URL: uptime, ROUNDS_QUEUE_URL: rounds };
    for (const [name, handler] of Object.entries(worker)) {
      if (process.env[name] !== url) continue;
      const at = Date.now() + delaySeconds * 1000 + DELIVERY_MS;
      events.push({ at, work: () => handler(sqsEvent(body)) });
    }
  });
  try {
    const websites: MonitoredWebsite[] = [];
    for (const [index, { minutes }] of sites.entries()) {
      const website = await monitorWebsite(`http://127.9.0.${index + 1}:${port}`);
      const { uuid: reseller_uuid, planUuid } = website.reseller;
      const plan = { uptime_interval_minutes: minutes };
      await Plan.patch({ reseller_uuid, uuid: planUuid }).set(plan).go();
      websites.push(website);
    }
    for (let minute = 0; minute < hours * 60; minute += 1) {
      events.push({ at: from + minute * MINUTE_MS + 500, work: () => tick() });
    }
    const until = from + hours * 60 * MINUTE_MS;
    while (events.length > 0) {
      const next = events.reduce((one, other) => (other.at < one.at ? other : one));
      if (next.at >= until) break;
      events.splice(events.indexOf(next), 1);
      setTime(Math.max(Date.now(), next.at));
      await next.work();
    }
    return await Promise.all(
      flapping.map(async (each, index) => ({
        ...each,
        percentage: await readPercentage(websites[index] as MonitoredWebsite),
        log: logs[index] ?? [],
      })),
    );
  } finally {
    end();
    server.close();
  }
}

/** The place of a website among all, from its address. */
function indexOf(address = ""): number {
  return Number(address.split(".").at(-1)) - 1;
}

async function readPercentage({ reseller, uuid }: MonitoredWebsite): Promise<number | null> {
  const route = "GET /v1/websites/{website_uuid}/uptime";
  const { body } = await call(route, { key: reseller.key, uuid });
  return body.data.uptime_percentage;
}

/** Takes messages from SQS's client instead of sending them. */
function catchMessages(take: (url: string, body: unknown, delaySeconds: number) => void) {
  const name = "caught";
  queueClient.middlewareStack.add(
    () => async (args) => {
      const { QueueUrl, Entries } = args.input as unknown as {
        QueueUrl: string;
        Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[];
      };
      for (const { MessageBody, DelaySeconds = 0 } of Entries) {
        take(QueueUrl, JSON.parse(MessageBody), DelaySeconds);
      }
      const Successful = Entries.map(({ Id }) => ({ Id }));
      return { output: { $metadata: {}, Successful }, response: {} } as never;
    },
    { step: "initialize", priority: "high", name },
  );
  return () => void queueClient.middlewareStack.remove(name);
}
