import { roundsHandler } from "../../../functions/monitoring/rounds/runRounds.ts";
import { scheduleHandler } from "../../../functions/monitoring/schedule/tick.ts";
import { uptimeHandler } from "../../../functions/monitoring/uptime/runChecks.ts";
import { settingsFor } from "../../../infra/settings.ts";
import { replaceResolver } from "../../../shared/outbound/index.ts";
import { readInput, tellParent } from "../inChild.ts";
import { Fleet, modelledProbes } from "./fleet.ts";
import { ModelQueue, serveQueues } from "./queues.ts";
import { ModelTable } from "./table.ts";
import { Timeline } from "./timeline.ts";

/** The result of a simulation, without the first minutes, in which it finds what is down. */
export interface Simulated {
  minutes: number;
  /** Seconds from the time when a website was due until its round or check began. */
  lateness: { p50: number; p99: number; max: number };
  ownLateness: { p50: number; p99: number; max: number };
  /** How long messages of the other resellers waited in the queue. */
  othersWait: { p50: number; p99: number; max: number };
  rounds: Load;
  uptime: Load;
  away: number;
  probes: number;
  sends: number;
  tickSeconds: number;
  counts: Record<string, number>;
}

interface Load {
  calls: number;
  messages: number;
  mostAtOnce: number;
  seconds: number;
}

// ElectroDB makes an error for each request, in case it fails. Its stack took a fifteenth of the time.
Error.stackTraceLimit = 0;

const START = Date.parse("2026-11-20T12:30:00Z");
const MINUTE = 60_000;

const { websites, noisy, warmUp, minutes, size } = readInput<{
  websites: number;
  noisy?: number;
  /** Concurrency of the workers of separate checks; prod's by default. */
  size?: { batch: number; atOnce: number };
  warmUp: number;
  minutes: number;
}>();

// The lateness is read from the functions' log lines.
const told: { Rounds?: number; LatenessSeconds: number[] }[] = [];
const write = process.stdout.write.bind(process.stdout);
let isMeasuring = false;
/** An error of the model itself. */
const failures = new Set<string>();
process.stdout.write = ((line: string) => {
  if (isMeasuring && line.includes('"LatenessSeconds"')) told.push(JSON.parse(line));
  if (line.includes('"level":"error"')) failures.add(line.slice(0, 2000));
  return true;
}) as typeof process.stdout.write;

const timeline = new Timeline(START);
const fleet = new Fleet(websites, noisy);
const table = new ModelTable(fleet, timeline);
replaceResolver(async () => [{ address: "192.0.2.1", family: 4 }]);
let probes = 0;
const onProbe = () => {
  probes += 1;
};
const probeUrl = modelledProbes(timeline, { fleet, onProbe });
const settings = settingsFor("prod");
const rounds = new ModelQueue(
  timeline,
  { batch: 1, atOnce: settings.rounds.maxConcurrency },
  roundsHandler(timeline, probeUrl),
);
const uptime = new ModelQueue(
  timeline,
  size ?? { batch: 40, atOnce: settings.uptime.maxConcurrency },
  uptimeHandler(timeline, probeUrl),
);
const sent = serveQueues(timeline, { rounds, uptime });
Object.assign(process.env, {
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.rounds.memoryMb),
  ROUNDS_QUEUE_URL: "rounds",
  UPTIME_QUEUE_URL: "uptime",
  AUDIT_QUEUE_URL: "audit",
  SLOW_AUDIT_QUEUE_URL: "slowAudit",
  LANES_QUEUE_URL: "lanes",
  UPTIME_INTERVAL_MINUTES: "5",
});
const tick = scheduleHandler(timeline);
let tickMilliseconds = 0;
for (let minute = 0; minute < warmUp + minutes; minute += 1) {
  timeline.after(minute * MINUTE, async () => {
    const startedAt = timeline.now();
    await tick();
    tickMilliseconds = Math.max(tickMilliseconds, timeline.now() - startedAt);
  });
}
await timeline.run(START + warmUp * MINUTE);
const before = snapshot();
isMeasuring = true;
rounds.mostAtOnce = 0;
uptime.mostAtOnce = 0;
uptime.waits.length = 0;
await timeline.run(START + (warmUp + minutes) * MINUTE);
const after = snapshot();
process.stdout.write = write;
const [failure] = failures;
if (failure) throw new Error(failure);

const difference = (name: "rounds" | "uptime"): Load => ({
  calls: after[name].calls - before[name].calls,
  messages: after[name].messages - before[name].messages,
  seconds: after[name].seconds - before[name].seconds,
  mostAtOnce: after[name].mostAtOnce,
});
const result: Simulated = {
  minutes,
  lateness: distribution(true),
  ownLateness: distribution(false),
  othersWait: quantiles(uptime.waits),
  rounds: difference("rounds"),
  uptime: difference("uptime"),
  away: table.away,
  probes: after.probes - before.probes,
  sends: after.sends - before.sends,
  tickSeconds: tickMilliseconds / 1000,
  counts: Object.fromEntries(
    Object.entries(after.counts).map(([name, count]) => [name, count - (before.counts[name] ?? 0)]),
  ),
};
tellParent(result);

function snapshot() {
  const of = ({ calls, messages, mostAtOnce, milliseconds }: ModelQueue) => {
    return { calls, messages, mostAtOnce, seconds: milliseconds / 1000 };
  };
  return {
    rounds: of(rounds),
    uptime: of(uptime),
    probes,
    sends: sent.requests,
    counts: { ...table.counts },
  };
}

function distribution(isRound: boolean) {
  const values = told
    .filter(({ Rounds }) => (Rounds !== undefined) === isRound)
    .flatMap(({ LatenessSeconds }) => LatenessSeconds);
  return quantiles(values);
}

function quantiles(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
