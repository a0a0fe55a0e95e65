import { SHARDS } from "../../../functions/monitoring/dueTimes.ts";
import { SPREAD_SECONDS } from "../../../functions/reports/mailTimes.ts";
import { settingsFor } from "../../../infra/settings.ts";
import type { Simulated } from "../scale/simulate.ts";
import { functionLines } from "./functionLines.ts";
import { HABITS } from "./habits.ts";
import { type Line, type Load, loadOf, MONTH_MINUTES } from "./load.ts";
import type { Measured } from "./measured.ts";
import { lambdaPrice, PRICES, secondsOf, tablePrice } from "./prices.ts";
import type { StackParts } from "./stackParts.ts";
import { tableLines } from "./tableLines.ts";
import { transferLines } from "./transferLines.ts";
import { watchingLines } from "./watchingLines.ts";

/** Lambda asks an idle queue this often: 5 pollers that wait 20 seconds each. */
const POLLS_A_MINUTE = 15;
const AUDITS_A_SEND = 10;
/** How long SES and the table take to answer while a report is sent. */
const SES_SECONDS = 0.2;

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
    ...otherLines(load, parts),
    reportLine(websites, measured),
  ].toSorted((one, other) => Number(one.isOptional ?? false) - Number(other.isOptional ?? false));
}

function requestLines(load: Load, simulated: Simulated, { polledQueues }: StackParts): Line[] {
  const { deliveries, apiCalls, looks, audits, times } = load;
  const { sends, rounds, uptime } = simulated;
  return [
    {
      name: "SQS: uptime",
      usd: times * (sends + 2 * (rounds.messages + uptime.messages)) * PRICES.sqsRequest,
      from: "sent, received and deleted, as simulated",
    },
    {
      name: "SQS: audits",
      usd: (sendsOf(audits) + 2 * audits) * PRICES.sqsRequest,
      from: "sent by ten at most, received and deleted one by one",
    },
    {
      name: "SQS: deliveries",
      usd: deliveries * 3 * PRICES.sqsRequest,
      from: "sent, received and deleted one by one",
    },
    {
      name: "SQS: polling",
      usd: polledQueues * MONTH_MINUTES * POLLS_A_MINUTE * PRICES.sqsRequest,
      from: `${polledQueues} queues of the template, ${POLLS_A_MINUTE} requests a minute each`,
    },
    {
      name: "API Gateway",
      usd: (apiCalls + looks) * PRICES.httpApiRequest,
      from: "requests of the API, and looks at shares",
    },
  ];
}

/** Requests that send so many messages in a month, when checks fall due at random in each shard and minute. */
function sendsOf(messages: number): number {
  const due = messages / MONTH_MINUTES / SHARDS;
  const sends = due < 1 ? 1 - Math.exp(-due) : Math.ceil(due / AUDITS_A_SEND);
  return MONTH_MINUTES * SHARDS * sends;
}

/** A monthly report by mail for each website's user: a write moves its due time, which is in an index. */
function reportLine(reports: number, { report }: Measured): Line {
  const { memoryMb } = settingsFor("prod").mailer;
  const call = { memoryMb, waits: SES_SECONDS, computes: report.computes };
  const each =
    PRICES.mail + 3 * PRICES.sqsRequest + lambdaPrice(1, call) + tablePrice(report.units);
  const second = Math.ceil(reports / SPREAD_SECONDS);
  const atOnce = Math.ceil(second * secondsOf(call));
  return {
    name: "a monthly report by mail to each user",
    usd: reports * each,
    from: `${report.units.readUnits} read and ${report.units.writeUnits} write units each; ${second} mails a second, ${atOnce} messages at once`,
    isOptional: true,
  };
}

function otherLines({ mails }: Load, { secrets }: StackParts): Line[] {
  return [
    {
      name: "Secrets Manager",
      usd: secrets * PRICES.secret + HABITS.containers * PRICES.secretCall,
      from: `${secrets} secret, read once a container: ${HABITS.containers.toLocaleString("en")}`,
    },
    { name: "SES", usd: mails * PRICES.mail, from: "a mail for each onboarded user" },
    {
      name: "S3",
      usd: 0.01,
      from: "lost records, kept for two weeks; 60 MB of bundles",
    },
    {
      name: "SNS, CodeDeploy, CloudFormation, IAM, ACM, KMS",
      usd: 0,
      from: "alarms by mail are free below 1,000; CodeDeploy is for Lambda; no key of ours",
    },
  ];
}
