import { settingsFor } from "../../../infra/settings.ts";
import type { Simulated } from "../scale/simulate.ts";
import { HABITS } from "./habits.ts";
import { LAMBDA_LINES_BYTES } from "./logBytes.ts";
import { type Measured, monthOf } from "./model.ts";
import { dataOutPrice, lambdaPrice, PRICES, tablePrice } from "./prices.ts";
import { alarmsPrice, type StackParts } from "./stackParts.ts";

const MONTH_SECONDS = 30 * 24 * 3600;
const MONTH_MINUTES = MONTH_SECONDS / 60;
const GB = 1e9;
/** As AWS counts data that leaves it. */
const GIB = 2 ** 30;

/** The functions' own metrics, by function: each name counts once. */
const METRICS: Record<string, string[]> = {
  rounds: ["LatenessSeconds", "Rounds", "Checks", "Failures", "UnansweredInTime"],
  uptime: ["LatenessSeconds", "Checks", "Failures", "FeedItems"],
  audit: ["LatenessSeconds", "Checks", "Failures", "FeedItems", "Postponed"],
  slowAudit: ["LatenessSeconds", "Checks", "Failures", "FeedItems", "Postponed"],
  competitorReader: ["Failures"],
};
/** Written only when something is wrong, for an hour: UptimeRoundsDiscarded, ProbesUnanswered, ThrottledCalls … */
const RARE_METRICS = 8;

/** One line of the month's bill: what for, USD, and from which quantities. */
export interface Line {
  name: string;
  usd: number;
  from: string;
}

const count = (value: number, digits = 1) => {
  const [scaled, unit] =
    value >= 1e9 ? [value / 1e9, " bn"] : value >= 1e6 ? [value / 1e6, " m"] : [value, ""];
  return `${scaled.toLocaleString("en", { maximumFractionDigits: digits })}${unit}`;
};

/** What happens in a month with so many websites. */
function loadOf(websites: number, simulated: Simulated, measured: Measured) {
  const times = MONTH_MINUTES / simulated.minutes;
  const { counts } = simulated;
  const own =
    times * ((counts["own check"] ?? 0) + (counts["leave"] ?? 0) + (counts["return"] ?? 0));
  const audits = websites * 30;
  const downtimes = websites * HABITS.downtimes;
  const summaries = audits * HABITS.summaryShare;
  const items = summaries + audits * HABITS.otherItems + 2 * downtimes;
  const changes = items + 2 * downtimes;
  const { parts, auditCalls } = monthOf(websites, measured);
  return {
    websites,
    times,
    probes: times * simulated.probes,
    own,
    audits,
    auditCalls,
    downtimes,
    summaries,
    items,
    changes,
    deliveries: changes * HABITS.webhooks,
    apiCalls: websites * 30 * HABITS.callsADay,
    mails: websites * HABITS.onboarded,
    roundCalls: times * simulated.rounds.calls,
    ownCalls: times * simulated.uptime.calls,
    parts,
  };
}

type Load = ReturnType<typeof loadOf>;

/** The month's bill for so many websites: every line that an invoice has for this stack. */
export function billOf(
  websites: number,
  simulated: Simulated,
  { measured, parts }: { measured: Measured; parts: StackParts },
): Line[] {
  const load = loadOf(websites, simulated, measured);
  return [
    ...tableLines(load, measured),
    ...functionLines(load, simulated, measured),
    ...requestLines(load, simulated, parts),
    ...transferLines(load, measured),
    ...watchingLines(load, measured, parts),
    ...otherLines(load, measured, parts),
  ];
}

function tableLines(load: Load, { uptime, audits, delivery, itemBytes }: Measured): Line[] {
  const { websites, probes, own, deliveries, apiCalls } = load;
  const audit =
    (load.audits - load.summaries) * tablePrice(audits.later) +
    load.summaries * tablePrice(audits.summary);
  const bytesOf = (entity: string) => itemBytes[entity] ?? 0;
  const monthsKept = HABITS.keptDays / 30;
  const stored =
    websites *
      (HABITS.recordBytes + HABITS.keptDays * bytesOf("uptimeDay") + bytesOf("cachedAnswer")) +
    load.items * monthsKept * bytesOf("feedItem") +
    deliveries * (HABITS.deliveryDays / 30) * bytesOf("delivery");
  const gb = stored / GB;
  return [
    {
      name: "DynamoDB: uptime",
      usd:
        (probes - own) * tablePrice(uptime.inBucket) +
        own * tablePrice(uptime.down) +
        websites *
          (30 * tablePrice(uptime.folded) + 2 * HABITS.downtimes * tablePrice(uptime.transition)),
      from: `${count(probes)} probes, ${count(own)} of them separate`,
    },
    {
      name: "DynamoDB: audits",
      usd: audit,
      from: `${count(load.audits)} audits of ${audits.later.writeUnits} write units, ${count(load.summaries)} with a summary of ${audits.summary.writeUnits}`,
    },
    {
      name: "DynamoDB: deliveries",
      usd: deliveries * tablePrice(delivery.cost),
      from: `${count(deliveries)} of ${delivery.cost.readUnits} read and ${delivery.cost.writeUnits} write units`,
    },
    {
      name: "DynamoDB: API",
      usd: apiCalls * HABITS.callReadUnits * PRICES.readUnit,
      from: `${count(apiCalls)} calls of ${HABITS.callReadUnits} read units`,
    },
    {
      name: "DynamoDB: schedule",
      usd: load.parts["schedule: DynamoDB"],
      from: "ticks, and checks that are due",
    },
    {
      name: "DynamoDB: storage after a year",
      usd: gb * PRICES.storedGb,
      from: `${count(gb)} GB: ${HABITS.keptDays} days of figures, ${count(load.items * monthsKept)} feed items, ${HABITS.deliveryDays} days of deliveries`,
    },
    {
      name: "DynamoDB: point-in-time recovery",
      usd: gb * PRICES.recoverableGb,
      from: "the same GB",
    },
    {
      name: "DynamoDB: streams, TTL, indexes",
      usd: 0,
      from: "Lambda's reads and removals by TTL are free; indexes are in the units",
    },
  ];
}

function functionLines(load: Load, simulated: Simulated, measured: Measured): Line[] {
  const { rounds, uptime, deliverer, workerMemoryMb, endpointMemoryMb } = settingsFor("prod");
  const inRounds = load.probes - load.own;
  const price = (run: Simulated["rounds"], memoryMb: number, probes: number) => {
    const calls = load.times * run.calls;
    const waits = run.calls === 0 ? 0 : run.seconds / run.calls;
    const of = (seconds: number) => (calls === 0 ? 0 : (probes / calls) * seconds);
    const plain = lambdaPrice(calls, { memoryMb, waits, computes: of(measured.uptimeSeconds) });
    const both = measured.uptimeSeconds + HABITS.tlsSeconds;
    return { plain, tls: lambdaPrice(calls, { memoryMb, waits, computes: of(both) }) - plain };
  };
  const [round, own] = [
    price(simulated.rounds, rounds.memoryMb, inRounds),
    price(simulated.uptime, uptime.memoryMb, load.own),
  ];
  const { deliveries, changes, apiCalls } = load;
  return [
    {
      name: "Lambda: rounds",
      usd: round.plain,
      from: `${count(load.roundCalls)} calls of ${(simulated.rounds.seconds / simulated.rounds.calls).toFixed(1)} s and ${(measured.uptimeSeconds * 1000).toFixed(2)} ms of a processor a probe`,
    },
    { name: "Lambda: separate checks", usd: own.plain, from: `${count(load.ownCalls)} calls` },
    {
      name: "Lambda: TLS of probes",
      usd: round.tls + own.tls,
      from: `${(HABITS.tlsSeconds * 1000).toFixed(2)} ms of a processor a probe, beside the above`,
    },
    {
      name: "Lambda: audits",
      usd: load.parts["audits: Lambda"],
      from: `${count(load.auditCalls)} calls`,
    },
    {
      name: "Lambda: deliveries",
      usd: lambdaPrice(deliveries, {
        memoryMb: deliverer.memoryMb,
        waits: HABITS.deliverySeconds,
        computes: 0,
      }),
      from: `${count(deliveries)} calls of ${HABITS.deliverySeconds} s`,
    },
    {
      name: "Lambda: changes of the table",
      usd: lambdaPrice(Math.min(changes, 10 * MONTH_SECONDS), {
        memoryMb: workerMemoryMb,
        waits: 0.05,
        computes: 0,
      }),
      from: `${count(changes)} changes, a call each at most`,
    },
    {
      name: "Lambda: API",
      usd: lambdaPrice(apiCalls, {
        memoryMb: endpointMemoryMb,
        waits: HABITS.callSeconds,
        computes: 0,
      }),
      from: `${count(apiCalls)} calls of ${HABITS.callSeconds * 1000} ms`,
    },
    {
      name: "Lambda and Scheduler: ticks",
      usd: load.parts["schedule: ticks and Lambda"],
      from: `${count(MONTH_MINUTES)} ticks`,
    },
  ];
}

function requestLines(load: Load, simulated: Simulated, { polledQueues }: StackParts): Line[] {
  const { deliveries, apiCalls } = load;
  return [
    {
      name: "SQS: uptime",
      usd:
        load.times *
        (simulated.sends + 2 * (simulated.rounds.messages + simulated.uptime.messages)) *
        PRICES.sqsRequest,
      from: "sent, received and deleted, as simulated",
    },
    { name: "SQS: audits", usd: load.parts["audits: SQS"], from: `${count(load.audits)} messages` },
    {
      name: "SQS: deliveries",
      usd: deliveries * 3 * PRICES.sqsRequest,
      from: `${count(deliveries)} messages`,
    },
    {
      name: "SQS: polling",
      usd: (polledQueues * load.parts["polling of 5 queues"]) / 5,
      from: `${polledQueues} queues of the template, 15 requests a minute each`,
    },
    {
      name: "API Gateway",
      usd: apiCalls * PRICES.httpApiRequest,
      from: `${count(apiCalls)} calls`,
    },
  ];
}

function transferLines(load: Load, { auditEffort }: Measured): Line[] {
  const out: [name: string, times: number, bytes: number][] = [
    ["probes", load.probes, HABITS.probeBytes],
    ["audits", load.audits, auditEffort.sentBytes],
    ["API", load.apiCalls, HABITS.callBytes],
    ["webhooks", load.deliveries, HABITS.deliveryBytes],
  ];
  const total = out.reduce((sum, [, times, bytes]) => sum + times * bytes, 0) / GIB;
  return [
    ...out.map(([name, times, bytes]) => ({
      name: `Data to the internet: ${name}`,
      usd: dataOutPrice(total) * ((times * bytes) / GIB / total),
      from: `${count(times)} of ${count(bytes, 0)} bytes`,
    })),
    { name: "Data from the internet", usd: 0, from: "AWS charges none" },
    {
      name: "Data within AWS",
      usd: 0,
      from: "the same region, and no network of ours (`fixedAddresses` below)",
    },
  ];
}

function watchingLines(load: Load, { logBytes }: Measured, parts: StackParts): Line[] {
  const calls =
    load.roundCalls +
    load.ownCalls +
    load.auditCalls +
    load.deliveries +
    load.changes +
    load.apiCalls;
  const written =
    calls * LAMBDA_LINES_BYTES +
    (load.roundCalls + load.ownCalls) * logBytes.round +
    load.audits * logBytes.audit +
    load.apiCalls * HABITS.callLogBytes;
  const names = Object.values(METRICS).flat().length;
  // At the default rule: one a second, and a twentieth of the rest, for each function.
  const traced = (perMonth: number) => {
    const rate = perMonth / MONTH_SECONDS;
    return Math.min(rate, 1 + (rate - 1) / 20) * MONTH_SECONDS;
  };
  const traces = [
    load.roundCalls,
    load.ownCalls,
    load.auditCalls,
    load.deliveries,
    load.changes,
    load.apiCalls,
  ]
    .map(traced)
    .reduce((sum, one) => sum + one, 0);
  const gb = written / GB;
  return [
    {
      name: "CloudWatch: logs",
      usd: gb * PRICES.logGb,
      from: `${count(gb)} GB: ${count(calls)} calls of ${LAMBDA_LINES_BYTES} bytes, ${Math.round(logBytes.round)} a call of uptime, ${Math.round(logBytes.audit)} an audit, ${HABITS.callLogBytes} a call of the API`,
    },
    {
      name: "CloudWatch: stored logs",
      usd: gb * HABITS.logMonths * HABITS.logCompression * PRICES.storedLogGb,
      from: "90 days, compressed",
    },
    {
      name: "CloudWatch: metrics",
      usd: names * PRICES.metric + (RARE_METRICS * PRICES.metric) / 30,
      from: `${names} names: ${Object.entries(METRICS)
        .map(([name, all]) => `${name} ${all.length}`)
        .join(", ")}; ${RARE_METRICS} more on one day in thirty`,
    },
    {
      name: "CloudWatch: alarms",
      usd: alarmsPrice(parts),
      from: `${parts.alarmMetrics} metrics and ${parts.compositeAlarms} areas of the template`,
    },
    {
      name: "CloudWatch: dashboard",
      usd: parts.dashboards * PRICES.dashboard,
      from: `${parts.dashboards}`,
    },
    {
      name: "X-Ray",
      usd: parts.isTraced ? traces * PRICES.trace : 0,
      from: parts.isTraced ? `${count(traces)} traces` : "no function is traced",
    },
  ];
}

function otherLines(load: Load, _: Measured, { secrets }: StackParts): Line[] {
  return [
    {
      name: "Secrets Manager",
      usd: secrets * PRICES.secret + 60_000 * PRICES.secretCall,
      from: `${secrets} secret, read once a container: 60,000`,
    },
    { name: "SES", usd: load.mails * PRICES.mail, from: `${count(load.mails)} mails` },
    { name: "S3", usd: 0.01, from: "lost records, kept for two weeks; 60 MB of bundles" },
    {
      name: "SNS, CodeDeploy, CloudFormation, IAM, ACM, KMS",
      usd: 0,
      from: "alarms by mail are free below 1,000; CodeDeploy is for Lambda; no key of ours",
    },
  ];
}
