import { settingsFor } from "../../../../infra/settings.ts";
import { AUDIT_MS, auditsAtOnce } from "../../../../shared/audit/limits.ts";
import { LATENESS } from "../../../../shared/platform/metrics.ts";
import { atMemory, dataOutPrice, lambdaPrice, PRICES, tablePrice } from "../prices.ts";
import { ASSUMED } from "./assumptions.ts";
import type { Measured, Units } from "./measured.ts";
import type { StackParts } from "./stackParts.ts";

const MONTH_DAYS = 30;
const MONTH_MINUTES = MONTH_DAYS * 24 * 60;
const GB = 1e9;
/** As AWS counts data that leaves it. */
const GIB = 2 ** 30;
/** The most messages that a request to SQS sends, receives or deletes. */
const SQS_BATCH = 10;
/** Of 50 metrics each. */
const FREE_DASHBOARDS = 3;
/** The uptime worker's batch size. */
const SEPARATE_BATCH = 100;

/** The functions' own metrics in usual operation. Each costs by the month; those of faults only while there are any. */
const METRICS = ["rounds", "uptime", "audit"].map((worker) => `${worker} ${LATENESS}`);

/** What every account has for nothing each month, for ever: https://aws.amazon.com/free, "Always free". */
const FREE: Record<string, number> = {
  "CloudWatch logs": 5 * PRICES.logGb,
  "CloudWatch metrics": 10 * PRICES.metric,
  "CloudWatch alarms, dashboard": 10 * PRICES.alarm,
  "SQS polling of idle queues": 1e6 * PRICES.sqsRequest,
  "DynamoDB storage after a year": 25 * PRICES.storedGb,
  "Data transfer to the internet": dataOutPrice(100),
};
const FREE_LAMBDA = 1e6 * PRICES.lambdaRequest + 400_000 * PRICES.lambdaGbSecond;

const settings = settingsFor("prod");

/** One line of a month's bill: USD, and what for. */
export interface Line {
  service: string;
  name: string;
  usd: number;
}

/** Calls of a worker in a month, and how long one takes in seconds. */
interface Calls {
  calls: number;
  seconds: number;
}

/**
 * A month's bill for this number of websites: every part of the invoice. Throws if a part costs nothing: then a part of
 * the system did nothing when it was measured.
 */
export function billOf(websites: number, units: Measured, parts: StackParts): Line[] {
  for (const [name, { readUnits, writeUnits }] of Object.entries(units)) {
    if (!(readUnits + writeUnits > 0)) throw new Error(`${name} took nothing of the table`);
  }
  const load = loadOf(websites);
  const lines = [
    ...lambdaLines(load),
    ...tableLines(load, units),
    ...requestLines(load, parts),
    ...watchingLines(load, parts),
    transferLine(load),
    line(
      "Secrets Manager, SES, S3",
      "signing key, onboarding mails, lost records",
      parts.secrets * PRICES.secret +
        load.containers * PRICES.secretCall +
        load.onboarded * PRICES.mail +
        ASSUMED.s3Usd,
    ),
  ];
  for (const { service, name, usd } of lines) {
    if (!(usd > 0)) throw new Error(`${service}, ${name}: ${usd} USD. Was it measured?`);
  }
  return [...lines, freeLine(lines)];
}

function line(service: string, name: string, usd: number): Line {
  return { service, name, usd };
}

/** Takes off what is free, at most what each costs. */
function freeLine(lines: Line[]): Line {
  const sum = (usd: (line: Line) => number) => lines.reduce((total, each) => total + usd(each), 0);
  const lambda = sum(({ service, usd }) => (service === "Lambda" ? usd : 0));
  const others = sum(({ service, name, usd }) => Math.min(usd, FREE[`${service} ${name}`] ?? 0));
  return line("Free in every account", "each month", -(others + Math.min(lambda, FREE_LAMBDA)));
}

type Load = ReturnType<typeof loadOf>;

/** How often each piece of work is done in a month with this number of websites. */
function loadOf(websites: number) {
  const { down, downtimes, checksOfDowntime, auditNews, onboarded, deleted } = ASSUMED;
  const intervals = MONTH_MINUTES / ASSUMED.intervalMinutes;
  const separate = websites * (down * intervals + downtimes * checksOfDowntime);
  const transitions = 2 * websites * downtimes;
  const audits = websites * MONTH_DAYS;
  // Each transition and each audit with news makes a feed item and changes a record.
  const changes = 2 * (transitions + audits * auditNews);
  return {
    websites,
    rounds: roundsOf(websites * (1 - down)),
    probes: websites * (1 - down) * intervals,
    separate,
    separateCalls: separateCallsOf(separate),
    transitions,
    audits,
    auditCalls: auditCallsOf(websites),
    items: changes / 2,
    changes,
    deliveries: changes * ASSUMED.webhooks,
    apiCalls: audits * ASSUMED.callsADay,
    looks: websites * ASSUMED.looks,
    onboarded: websites * onboarded,
    deleted: websites * deleted,
    entries: websites * ASSUMED.changes,
    containers: ASSUMED.containers.fixed + websites * ASSUMED.containers.each,
  };
}

/** The rounds of a month. A message has the buckets that fall due within seconds, up to a number of websites. */
function roundsOf(websites: number): Calls {
  const { intervalMinutes, bucketWebsites, messageWebsites, togetherSeconds } = ASSUMED;
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(websites / bucketWebsites)));
  const mean = websites / buckets;
  const together = (buckets * togetherSeconds) / (intervalMinutes * 60);
  const gathered = Math.max(1, Math.min(Math.round(messageWebsites / mean), together));
  const lists = (gathered * ASSUMED.listSeconds * intervalMinutes) / 60;
  return {
    calls: (buckets / gathered) * (MONTH_MINUTES / intervalMinutes),
    seconds: secondsOfProbes(gathered * mean) + lists,
  };
}

/** How long a call takes that probes this number of websites: until the last probe and the slowest one have ended. */
function secondsOfProbes(websites: number): number {
  const { median, spread, longest } = ASSUMED.answer;
  const starts = atMemory(settings.rounds.memoryMb, (websites * ASSUMED.probeMs) / 1000);
  // If the logarithms of the times are spread evenly around that of the median (a logistic distribution).
  const slowest = Math.min(longest, median * websites ** (spread / 1.7));
  return Math.max(starts + median, slowest) + ASSUMED.besideSeconds;
}

/** Separate checks are enqueued each minute. A reseller has so few of them that each has a message of its own. */
function separateCallsOf(separate: number): Calls {
  const gathered = batched(separate / MONTH_MINUTES, SEPARATE_BATCH);
  const hanging = 1 - 0.5 ** gathered;
  const seconds = hanging * ASSUMED.hangingSeconds + (1 - hanging) * 2 * ASSUMED.answer.median;
  return { calls: separate / gathered, seconds: seconds + ASSUMED.besideSeconds };
}

/** How many messages a call gets of those that come together: each of Lambda's pollers gathers its own. */
function batched(together: number, most: number): number {
  return Math.min(most, Math.max(1, together / ASSUMED.pollers));
}

/** Audits are due on the hour, and several share a call, which lasts until the last one is done. */
function auditCallsOf(websites: number): Calls {
  const { memoryMb, intervalMinutes } = settings.audit;
  const atOnce = auditsAtOnce(memoryMb);
  const hourly = (websites * 60) / intervalMinutes;
  const gathered = batched(hourly, ASSUMED.auditBatches * atOnce);
  const turns = Math.ceil(gathered / atOnce);
  const computes = atMemory(memoryMb, gathered * ASSUMED.auditProcessorSeconds);
  const usual = Math.max(turns * ASSUMED.auditWaitSeconds, computes + ASSUMED.besideSeconds);
  // A slow website begins in the middle of its call, on average, and takes all the time of an audit.
  const hasSlow = 1 - (1 - ASSUMED.slowWebsites) ** gathered;
  const seconds = usual + hasSlow * Math.max(0, AUDIT_MS / 1000 - usual / 2);
  return { calls: (websites * MONTH_DAYS) / gathered, seconds };
}

function lambdaLines(load: Load): Line[] {
  const { workerMemoryMb, endpointMemoryMb, deliverer, rounds, uptime, audit } = settings;
  const { deliverySeconds, changeSeconds, callSeconds, lookSeconds } = ASSUMED;
  const tick = ASSUMED.tickSeconds + (load.audits / MONTH_MINUTES) * ASSUMED.dueSeconds;
  const lambda = (name: string, memoryMb: number, { calls, seconds }: Calls) =>
    line("Lambda", name, lambdaPrice(calls, memoryMb, seconds));
  return [
    lambda("rounds", rounds.memoryMb, load.rounds),
    lambda("separate checks", uptime.memoryMb, load.separateCalls),
    lambda("audits", audit.memoryMb, load.auditCalls),
    lambda("deliveries", deliverer.memoryMb, { calls: load.deliveries, seconds: deliverySeconds }),
    lambda("changes of the table", workerMemoryMb, { calls: load.changes, seconds: changeSeconds }),
    lambda("API", endpointMemoryMb, { calls: load.apiCalls, seconds: callSeconds }),
    lambda("shared pages", endpointMemoryMb, { calls: load.looks, seconds: lookSeconds }),
    lambda("schedule", workerMemoryMb, { calls: MONTH_MINUTES, seconds: tick }),
  ];
}

function tableLines(load: Load, units: Measured): Line[] {
  const news = load.audits * ASSUMED.auditNews;
  const table = (name: string, ...work: [times: number, units: Partial<Units>][]) => {
    const sum = (kind: keyof Units) =>
      work.reduce((total, [times, each]) => total + times * (each[kind] ?? 0), 0);
    const units = { readUnits: sum("readUnits"), writeUnits: sum("writeUnits") };
    return line("DynamoDB", name, tablePrice(units));
  };
  const storedGb = storedBytes(load) / GB;
  const [stored, recoverable] = [storedGb * PRICES.storedGb, storedGb * PRICES.recoverableGb];
  return [
    table(
      "rounds",
      [load.probes, units.probe],
      [load.websites * MONTH_DAYS, units.dayOfFigures],
      [load.websites * MONTH_DAYS * 24, units.hourOfList],
      [load.websites * MONTH_DAYS, units.dayOfList],
      [load.transitions / 2, units.failing],
    ),
    table(
      "separate checks",
      [load.separate, units.separateCheck],
      [load.transitions, units.transition],
    ),
    table(
      "audits",
      [load.audits - news - load.onboarded, units.audit],
      [news, units.auditWithNews],
      [load.onboarded, units.firstAudit],
    ),
    table("deliveries", [load.deliveries, units.delivery]),
    table(
      "API and shared pages",
      [load.apiCalls, { readUnits: ASSUMED.callReadUnits }],
      [load.looks, units.look],
    ),
    table("schedule", [MONTH_MINUTES, units.tick], [load.audits, units.dueCheck]),
    table(
      "deletions, audit log",
      [load.deleted, units.deletion],
      [load.entries, { writeUnits: 1 }],
    ),
    line("DynamoDB", "storage after a year", stored),
    line("DynamoDB", "point-in-time recovery", recoverable),
  ];
}

/** The bytes that the table holds after a year. */
function storedBytes(load: Load): number {
  const { keptDays, deliveryDays, recordBytes, itemBytes } = ASSUMED;
  const months = keptDays / MONTH_DAYS;
  return (
    load.websites * (recordBytes + keptDays * itemBytes.day + itemBytes.findings) +
    load.items * months * itemBytes.feedItem +
    load.entries * months * itemBytes.entry +
    load.deliveries * (deliveryDays / MONTH_DAYS) * itemBytes.delivery
  );
}

function requestLines(load: Load, { polledQueues }: StackParts): Line[] {
  const fair = PRICES.sqsRequest + PRICES.fairQueueRequest;
  const polls = polledQueues * MONTH_MINUTES * ASSUMED.pollers * ASSUMED.pollsAMinute;
  const gatheredIn = (messages: number, { calls }: Calls) =>
    messages / Math.min(SQS_BATCH, messages / calls);
  // Each message is sent, received and deleted. Those of one call share requests, ten at most.
  const requests =
    3 * gatheredIn(load.separate, load.separateCalls) +
    3 * gatheredIn(load.audits, load.auditCalls) +
    3 * load.deliveries;
  const roundRequests = 3 * load.rounds.calls;
  const http = load.apiCalls + load.looks;
  return [
    line("API Gateway", "requests", http * PRICES.httpApiRequest),
    line("SQS", "messages", requests * fair + roundRequests * PRICES.sqsRequest),
    line("SQS", "polling of idle queues", polls * PRICES.sqsRequest),
    line("EventBridge", "Scheduler", MONTH_MINUTES * PRICES.schedulerCall),
  ];
}

function watchingLines(load: Load, parts: StackParts): Line[] {
  const { rounds, separateCalls, audits, auditCalls, deliveries, changes } = load;
  const { logBytes } = ASSUMED;
  const requests = load.apiCalls + load.looks;
  const uptimeCalls = rounds.calls + separateCalls.calls;
  const calls = uptimeCalls + auditCalls.calls + deliveries + changes + requests + MONTH_MINUTES;
  const bytes =
    calls * logBytes.call +
    uptimeCalls * logBytes.round +
    audits * logBytes.audit +
    requests * logBytes.request;
  const gb = bytes / GB;
  const stored = gb * ASSUMED.logMonths * ASSUMED.logCompression;
  return [
    line("CloudWatch", "logs", gb * PRICES.logGb + stored * PRICES.storedLogGb),
    line("CloudWatch", "metrics", METRICS.length * PRICES.metric),
    line(
      "CloudWatch",
      "alarms, dashboard",
      (parts.alarmMetrics + parts.queriedMetrics) * PRICES.alarm +
        Math.max(0, parts.dashboards - FREE_DASHBOARDS) * PRICES.dashboard,
    ),
    line("Route 53", "health checks", parts.healthChecks * PRICES.healthCheck),
  ];
}

function transferLine(load: Load): Line {
  const bytes =
    (load.probes + load.separate) * ASSUMED.probeBytes +
    load.audits * ASSUMED.auditSentBytes +
    (load.apiCalls + load.looks) * ASSUMED.callBytes +
    load.deliveries * ASSUMED.deliveryBytes;
  return line("Data transfer", "to the internet", dataOutPrice(bytes / GIB));
}
