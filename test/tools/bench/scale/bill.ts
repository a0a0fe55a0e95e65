import { inMessages, MOST_SITES } from "../../../../functions/workers/schedule/enqueueRounds.ts";
import { settingsFor } from "../../../../infra/settings.ts";
import { AUDIT_MS, auditsAtOnce } from "../../../../shared/audit/limits.ts";
import { CHECKS, LATENESS } from "../../../../shared/platform/metrics.ts";
import { bucketsOf, lastSlot } from "../../../../shared/uptime/buckets.ts";
import { atMemory, dataOutPrice, lambdaPrice, PRICES, tablePrice } from "../prices.ts";
import { ASSUMED } from "./assumptions.ts";
import { LAMBDA_LINES_BYTES } from "./logBytes.ts";
import type { Measured, Units } from "./measured.ts";
import type { StackParts } from "./stackParts.ts";

const MONTH_DAYS = 30;
const MONTH_HOURS = MONTH_DAYS * 24;
const MONTH_MINUTES = MONTH_HOURS * 60;
const GB = 1e9;
/** As AWS counts data that leaves it. */
const GIB = 2 ** 30;
/** The most messages that a request to SQS sends, receives or deletes. */
const SQS_BATCH = 10;

/** Of 50 metrics each. */
const FREE_DASHBOARDS = 3;

/** The functions' own metrics in usual operation. Each costs by the month; those of faults only while there are any. */
const METRICS = [
  ...[LATENESS, CHECKS].map((name) => `rounds ${name}`),
  ...["uptime", "audit"].flatMap((worker) => [LATENESS, CHECKS].map((name) => `${worker} ${name}`)),
];

const settings = settingsFor("prod");

/** One line of a month's bill: USD, and what for. */
export interface Line {
  service: string;
  name: string;
  usd: number;
  from: string;
}

/** What happens in a month with so many websites. */
type Load = ReturnType<typeof loadOf>;

/**
 * A month's bill for so many websites: every part of the invoice. Throws if a part costs nothing: then a part of
 * the system did nothing when it was measured.
 */
export function billOf(websites: number, measured: Measured, parts: StackParts): Line[] {
  for (const [name, { readUnits, writeUnits }] of Object.entries(measured.units)) {
    if (!(readUnits + writeUnits > 0)) throw new Error(`${name} took nothing of the table`);
  }
  const load = loadOf(websites);
  const lines = [
    ...lambdaLines(load),
    ...tableLines(load, measured),
    ...requestLines(load, parts),
    ...watchingLines(load, measured, parts),
    transferLine(load),
    {
      service: "Secrets Manager, SES, S3",
      name: "signing key, onboarding mails, lost records",
      usd:
        parts.secrets * PRICES.secret +
        load.containers * PRICES.secretCall +
        load.onboarded * PRICES.mail +
        ASSUMED.s3Usd,
      from: `${parts.secrets} secret, ${amount(load.containers)} containers that read it, ${amount(load.onboarded)} mails`,
    },
  ];
  for (const { service, name, usd } of lines) {
    if (!(usd > 0)) throw new Error(`${service}, ${name}: ${usd} USD. Was it measured?`);
  }
  return [...lines, freeLine(lines)];
}

/** What every account has for nothing each month, for ever: https://aws.amazon.com/free, "Always free". */
const FREE = new Map([
  ["CloudWatch logs", 5 * PRICES.logGb],
  ["CloudWatch metrics", 10 * PRICES.metric],
  ["CloudWatch alarms, dashboard", 10 * PRICES.alarm],
  ["SQS polling of idle queues", 1e6 * PRICES.sqsRequest],
  ["DynamoDB storage after a year", 25 * PRICES.storedGb],
  ["Data transfer to the internet", dataOutPrice(100)],
]);
const FREE_LAMBDA = 1e6 * PRICES.lambdaRequest + 400_000 * PRICES.lambdaGbSecond;

/** Takes off what is free, at most what each costs. */
function freeLine(lines: Line[]): Line {
  const lambda = lines.filter(({ service }) => service === "Lambda");
  const spent = lambda.reduce((sum, { usd }) => sum + usd, 0);
  const others = lines.reduce(
    (sum, { service, name, usd }) => sum + Math.min(usd, FREE.get(`${service} ${name}`) ?? 0),
    0,
  );
  return {
    service: "Free in every account",
    name: "each month",
    usd: -(others + Math.min(spent, FREE_LAMBDA)),
    from: "Lambda, SQS, CloudWatch, storage and data transfer up to AWS's limits",
  };
}

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

/** Calls of a worker in a month, and how long one takes in seconds. */
interface Calls {
  calls: number;
  seconds: number;
}

/** The rounds of a month: the schedule's own messages of an interval, again and again. */
function roundsOf(websites: number): Calls {
  const minutes = ASSUMED.intervalMinutes;
  const depth = Math.max(0, Math.ceil(Math.log2(websites / MOST_SITES)));
  const mean = websites / 2 ** depth;
  const messages = Array.from({ length: minutes }, (_, minute) => {
    const seconds = minute * 60;
    const due = bucketsOf({ minutes, depth })
      .map((bucket) => ({ ...bucket, slot: lastSlot(bucket, seconds + 60), after: seconds }))
      .filter(({ slot }) => slot > seconds)
      .toSorted((one, other) => one.slot - other.slot);
    return [...inMessages(due, { seconds, mean })];
  }).flat();
  const lists = (ASSUMED.listSeconds * minutes) / 60;
  const seconds = messages.map(
    ({ rounds }) => secondsOfProbes(rounds.length * mean) + rounds.length * lists,
  );
  return {
    calls: messages.length * (MONTH_MINUTES / minutes),
    seconds: seconds.reduce((sum, each) => sum + each, 0) / messages.length,
  };
}

/** How long a call takes that probes so many websites: until the last one has begun, or the slowest one has answered. */
function secondsOfProbes(websites: number): number {
  const { median, spread, longest } = ASSUMED.answer;
  const starts = atMemory(settings.rounds.memoryMb, (websites * ASSUMED.probeMs) / 1000);
  // The slowest of so many, if the logarithms are spread evenly around the median (a logistic distribution).
  const slowest = Math.min(longest, median * websites ** (spread / 1.7));
  return Math.max(starts + median, slowest) + ASSUMED.besideSeconds;
}

/** Separate checks are enqueued each minute. A reseller has so few of them that each has a message of its own. */
function separateCallsOf(separate: number): Calls {
  const due = separate / MONTH_MINUTES;
  const gathered = batched(due, SEPARATE_BATCH);
  const hanging = 1 - 0.5 ** gathered;
  const { median } = ASSUMED.answer;
  const seconds = hanging * ASSUMED.hangingSeconds + (1 - hanging) * 2 * median;
  return { calls: separate / gathered, seconds: seconds + ASSUMED.besideSeconds };
}

/** The uptime worker's batch size. */
const SEPARATE_BATCH = 40;

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
  const { workerMemoryMb, endpointMemoryMb, deliverer } = settings;
  const line = (name: string, memoryMb: number, { calls, seconds }: Calls): Line => ({
    service: "Lambda",
    name,
    usd: lambdaPrice(calls, memoryMb, seconds),
    from: `${amount(calls)} calls of ${seconds.toFixed(2)} s`,
  });
  const due = load.audits / MONTH_MINUTES;
  return [
    line("rounds", settings.rounds.memoryMb, load.rounds),
    line("separate checks", settings.uptime.memoryMb, load.separateCalls),
    line("audits", settings.audit.memoryMb, load.auditCalls),
    line("deliveries", deliverer.memoryMb, {
      calls: load.deliveries,
      seconds: ASSUMED.deliverySeconds,
    }),
    line("changes of the table", workerMemoryMb, {
      calls: load.changes,
      seconds: ASSUMED.changeSeconds,
    }),
    line("API", endpointMemoryMb, { calls: load.apiCalls, seconds: ASSUMED.callSeconds }),
    line("shared pages", endpointMemoryMb, { calls: load.looks, seconds: ASSUMED.lookSeconds }),
    line("schedule", workerMemoryMb, {
      calls: MONTH_MINUTES,
      seconds: ASSUMED.tickSeconds + due * ASSUMED.dueSeconds,
    }),
  ];
}

function tableLines(load: Load, { units, itemBytes }: Measured): Line[] {
  const { firstAudit, audit, auditWithNews } = units;
  const news = load.audits * ASSUMED.auditNews;
  const line = (name: string, of: [times: number, units: Units][]): Line => {
    const sum = (kind: keyof Units) =>
      of.reduce((total, [times, each]) => total + times * each[kind], 0);
    const spent = { readUnits: sum("readUnits"), writeUnits: sum("writeUnits") };
    return {
      service: "DynamoDB",
      name,
      usd: tablePrice(spent),
      from: `${amount(spent.readUnits)} read and ${amount(spent.writeUnits)} write units`,
    };
  };
  const reads = (readUnits: number): Units => ({ readUnits, writeUnits: 0 });
  const storedGb = storedBytes(load, itemBytes) / GB;
  return [
    line("rounds", [
      [load.probes, units.probe],
      [load.websites * MONTH_DAYS, units.dayOfFigures],
      [load.websites * MONTH_HOURS, units.hourOfList],
      [load.websites * MONTH_DAYS, units.dayOfList],
      [load.transitions / 2, units.failing],
    ]),
    line("separate checks", [
      [load.separate, units.separateCheck],
      [load.transitions, units.transition],
    ]),
    line("audits", [
      [load.audits - news - load.onboarded, audit],
      [news, auditWithNews],
      [load.onboarded, firstAudit],
    ]),
    line("deliveries", [[load.deliveries, units.delivery]]),
    line("API and shared pages", [
      [load.apiCalls, reads(ASSUMED.callReadUnits)],
      [load.looks, units.look],
    ]),
    line("schedule", [
      [MONTH_MINUTES, units.tick],
      [load.audits, units.dueCheck],
    ]),
    line("deletions, audit log", [
      [load.deleted, units.deletion],
      [load.entries, { readUnits: 0, writeUnits: 1 }],
    ]),
    {
      service: "DynamoDB",
      name: "storage after a year",
      usd: storedGb * PRICES.storedGb,
      from: `${amount(storedGb)} GB`,
    },
    {
      service: "DynamoDB",
      name: "point-in-time recovery",
      usd: storedGb * PRICES.recoverableGb,
      from: "the same GB",
    },
  ];
}

/** The bytes that the table holds after a year. */
function storedBytes(load: Load, itemBytes: Measured["itemBytes"]): number {
  const { keptDays, deliveryDays, entryBytes, recordBytes } = ASSUMED;
  const months = keptDays / MONTH_DAYS;
  return (
    load.websites * (recordBytes + keptDays * itemBytes.day + itemBytes.findings) +
    load.items * months * itemBytes.feedItem +
    load.entries * months * entryBytes +
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
  return [
    {
      service: "API Gateway",
      name: "requests",
      usd: (load.apiCalls + load.looks) * PRICES.httpApiRequest,
      from: `${amount(load.apiCalls + load.looks)} requests`,
    },
    {
      service: "SQS",
      name: "messages",
      usd: requests * fair + roundRequests * PRICES.sqsRequest,
      from: `${amount(roundRequests)} requests for rounds, and ${amount(requests)} with the surcharge for fair queues`,
    },
    {
      service: "SQS",
      name: "polling of idle queues",
      usd: polls * PRICES.sqsRequest,
      from: `${polledQueues} queues of the template`,
    },
    {
      service: "EventBridge",
      name: "Scheduler",
      usd: MONTH_MINUTES * PRICES.schedulerCall,
      from: `${amount(MONTH_MINUTES)} calls`,
    },
  ];
}

function watchingLines(load: Load, { logBytes }: Measured, parts: StackParts): Line[] {
  const { rounds, separateCalls, audits, auditCalls, deliveries, changes } = load;
  const requests = load.apiCalls + load.looks;
  const uptimeCalls = rounds.calls + separateCalls.calls;
  const calls = uptimeCalls + auditCalls.calls + deliveries + changes + requests + MONTH_MINUTES;
  const gb =
    (calls * LAMBDA_LINES_BYTES +
      uptimeCalls * logBytes.round +
      audits * logBytes.audit +
      requests * ASSUMED.callLogBytes) /
    GB;
  const stored = gb * ASSUMED.logMonths * ASSUMED.logCompression;
  return [
    {
      service: "CloudWatch",
      name: "logs",
      usd: gb * PRICES.logGb + stored * PRICES.storedLogGb,
      from: `${amount(gb)} GB of ${amount(calls)} calls, kept for 90 days`,
    },
    {
      service: "CloudWatch",
      name: "metrics",
      usd: METRICS.length * PRICES.metric,
      from: `${METRICS.length} of the functions' own`,
    },
    {
      service: "CloudWatch",
      name: "alarms, dashboard",
      usd:
        (parts.alarmMetrics + parts.queriedMetrics) * PRICES.alarm +
        Math.max(0, parts.dashboards - FREE_DASHBOARDS) * PRICES.dashboard,
      from: `${parts.alarmMetrics} metrics of alarms, and ${parts.queriedMetrics} in their queries; ${FREE_DASHBOARDS} dashboards are free`,
    },
    {
      service: "Route 53",
      name: "health checks",
      usd: parts.healthChecks * PRICES.healthCheck,
      from: `${parts.healthChecks} by HTTPS`,
    },
  ];
}

function transferLine(load: Load): Line {
  const bytes =
    (load.probes + load.separate) * ASSUMED.probeBytes +
    load.audits * ASSUMED.auditSentBytes +
    (load.apiCalls + load.looks) * ASSUMED.callBytes +
    load.deliveries * ASSUMED.deliveryBytes;
  return {
    service: "Data transfer",
    name: "to the internet",
    usd: dataOutPrice(bytes / GIB),
    from: `${amount(bytes / GIB)} GB, of which probes send ${ASSUMED.probeBytes} bytes each`,
  };
}

/** A quantity with its unit, such as 1.5 m. */
function amount(value: number): string {
  const [scaled, unit] =
    value >= 1e9 ? [value / 1e9, " bn"] : value >= 1e6 ? [value / 1e6, " m"] : [value, ""];
  return `${scaled.toLocaleString("en", { maximumFractionDigits: 1 })}${unit}`;
}
