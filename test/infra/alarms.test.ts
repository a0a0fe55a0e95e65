import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { functionBehind } from "../../infra/local/template.ts";
import {
  folderBehind,
  type Resource,
  resourcesOf,
  synthesize,
  theOne,
  WITHOUT_MAIL,
} from "../support/stack.ts";

const template = synthesize("prod", WITHOUT_MAIL);
// Those of one version tell CodeDeploy only: test/infra/gradualDeployment.test.ts.
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm").filter(
  ([id]) => !/VersionFailures[0-9A-F]{8}$/.test(id),
);
const mails = resourcesOf(template, "AWS::CloudWatch::CompositeAlarm");

const functions = idsOf(resourcesOf(template, "AWS::Lambda::Function"));
const queues = resourcesOf(template, "AWS::SQS::Queue");
const workQueues = queues.filter(([, { Properties }]) => Properties.RedrivePolicy);
const deadLetters = queues.filter(([, { Properties }]) => !Properties.RedrivePolicy);
const streams = resourcesOf(template, "AWS::Lambda::EventSourceMapping").filter(
  ([, { Properties }]) => Properties.StartingPosition,
);
const followers = streams.map(([, { Properties }]) =>
  functionBehind(template, Properties.FunctionName),
);
const scheduled = resourcesOf(template, "AWS::Scheduler::Schedule")
  // The heartbeat goes to a topic.
  .filter(([, { Properties }]) => !JSON.stringify(Properties.Target.Arn).includes("Topic"))
  .map(([, { Properties }]) => functionBehind(template, Properties.Target.Arn));

/** They look whether websites are up. */
const lookers = functions.filter((id) =>
  ["uptime", "rounds"].includes(folderBehind(template, { Ref: id })),
);

const auditors = functions.filter((id) =>
  ["audit", "slowAudit"].includes(folderBehind(template, { Ref: id })),
);

const [[tableId, table]] = resourcesOf(template, "AWS::DynamoDB::GlobalTable") as [
  [string, Resource],
];
/** CloudWatch counts a table without its indexes, and each index separately. */
const tableAndIndexes: string[] = [
  tableId,
  ...table.Properties.GlobalSecondaryIndexes.map(() => tableId),
];

/** What each metric has to be watched of, once; of two, as a percentage of the second. */
const WATCHED: Record<string, string[]> = {
  "AWS/ApiGateway 5xx of AWS/ApiGateway Count": idsOf(
    resourcesOf(template, "AWS::ApiGatewayV2::Api"),
  ),
  "AWS/ApiGateway Latency": idsOf(resourcesOf(template, "AWS::ApiGatewayV2::Api")),
  "AWS/DynamoDB ReadThrottleEvents": tableAndIndexes,
  "AWS/DynamoDB WriteThrottleEvents": tableAndIndexes,
  "AWS/Lambda Errors of AWS/Lambda Invocations": functions,
  "AWS/Lambda Throttles": functions,
  "AWS/SQS ApproximateNumberOfMessagesVisible": idsOf(deadLetters),
  "AWS/SQS ApproximateAgeOfOldestMessage": idsOf(workQueues),
  "AWS/Lambda IteratorAge": followers,
  "AWS/Lambda ClaimedAccountConcurrency": ["account"],
  "AWS/Lambda OnFailureDestinationDeliveredEventCount": streams.map(([id]) => id),
  "AWS/Lambda Invocations": scheduled,
  "ResellerMonitoring/prod UptimeRoundsDiscarded": lookers,
  "ResellerMonitoring/prod LatenessSeconds": [...lookers, ...auditors],
  "ResellerMonitoring/prod Postponed of ResellerMonitoring/prod Checks": auditors,
  "ResellerMonitoring/prod Refusals of ResellerMonitoring/prod Checks": lookers.filter(
    (id) => folderBehind(template, { Ref: id }) === "rounds",
  ),
  "ResellerMonitoring/prod SigningKeyFaults": functions.filter((id) =>
    ["webhooks", "deliverer", "retrier"].includes(folderBehind(template, { Ref: id })),
  ),
  "ResellerMonitoring/prod ProbesUnanswered": lookers.filter(
    (id) => folderBehind(template, { Ref: id }) === "uptime",
  ),
};

describe("the alarms", () => {
  it("watch nothing else", () => {
    const metrics = new Set(alarms.map(([, { Properties }]) => metricOf(Properties)));
    expect([...metrics].toSorted()).toEqual(Object.keys(WATCHED).toSorted());
  });

  it.each(Object.entries(WATCHED))("watch %s of each that has it, once", (metric, resources) => {
    expect(resources.length).toBeGreaterThan(0);
    const found = alarms.filter(([, { Properties }]) => metricOf(Properties) === metric);
    expect(found.map(([, alarm]) => resourceOf(alarm)).toSorted()).toEqual(resources.toSorted());
  });

  it.each(["Read", "Write"])("tell of each index of the table that is throttled: %s", (kind) => {
    const indexes = alarms.flatMap(([, { Properties }]) =>
      Properties.MetricName === `${kind}ThrottleEvents`
        ? Properties.Dimensions.flatMap(({ Name, Value }: { Name: string; Value: unknown }) =>
            Name === "GlobalSecondaryIndexName" ? Value : [],
          )
        : [],
    );
    expect(indexes).toEqual(
      table.Properties.GlobalSecondaryIndexes.map((each: { IndexName: string }) => each.IndexName),
    );
  });

  it("keep others silent for the table and the account alone, not for a function's throttles", () => {
    const [, capacity] = mails.find(([id]) => nameOf(id) === "Capacity") ?? [];
    const named = capacity ? partsOf(capacity).map(nameOf) : [];
    const ofTable = ["table", "gsi1", "gsi2"].flatMap((name) =>
      ["Read", "Write"].map((kind) => `${name}${kind}Throttles`),
    );
    expect(named.toSorted()).toEqual([...ofTable, "concurrencyUsedUp"].toSorted());
  });

  it("tell of the account below what it has", () => {
    const account = alarms.find(([id]) => nameOf(id) === "concurrencyUsedUp")?.[1].Properties;
    expect(account).toMatchObject({ Statistic: "Maximum", Threshold: 2700 });
    expect(account?.Dimensions).toBeUndefined();
    const inDev = resourcesOf(synthesize("dev"), "AWS::CloudWatch::Alarm").map(([id]) =>
      nameOf(id),
    );
    expect(inDev).not.toContain("concurrencyUsedUp");
  });

  it("go off on a slow 99th percentile within the ten minutes of a canary", () => {
    const latency = alarms.find(([, { Properties }]) => Properties.MetricName === "Latency")?.[1];
    const { Period, EvaluationPeriods } = latency?.Properties ?? {};
    expect(latency?.Properties).toMatchObject({ ExtendedStatistic: "p99", Threshold: 1500 });
    expect(Period * EvaluationPeriods).toBeLessThan(600);
  });

  it.each(
    alarms.filter(([, { Properties }]) => Properties.Metrics && !Properties.ThresholdMetricId),
  )(
    "%s goes off on a share of what was asked, not on one error of a quiet night",
    (_, { Properties }) => {
      const [{ Expression }] = Properties.Metrics;
      expect(Expression).toMatch(/^IF\(part >= [35], 100 \* part \/ whole, 0\)$/);
      expect(Properties).toMatchObject({
        ComparisonOperator: "GreaterThanThreshold",
        Threshold: expect.toSatisfy((percent: number) => [1, 5].includes(percent)),
        TreatMissingData: "notBreaching",
      });
    },
  );

  it("compare the share of websites that refuse us with what was usual, whatever its level", () => {
    const refused = alarms.filter(([, { Properties }]) => Properties.ThresholdMetricId);
    expect(refused.map(([id]) => nameOf(id))).toEqual(["roundsRefused"]);
    const { Metrics, ...properties } = refused[0]?.[1].Properties ?? {};
    const share = Metrics.slice(0, 3);
    expect(share[0]).toMatchObject({ Expression: "IF(part >= 5, 100 * part / whole, 0)" });
    expect(Metrics.slice(3)).toEqual([
      {
        Id: properties.ThresholdMetricId,
        Expression: `ANOMALY_DETECTION_BAND(${share[0].Id}, 3)`,
        Label: "expected",
      },
    ]);
    expect(properties).toMatchObject({
      ComparisonOperator: "GreaterThanUpperThreshold",
      EvaluationPeriods: 3,
      TreatMissingData: "notBreaching",
    });
    expect(properties).not.toHaveProperty("Threshold");
    const model = theOne(template, "AWS::CloudWatch::AnomalyDetector").Properties;
    expect(model).toEqual({ MetricMathAnomalyDetector: { MetricDataQueries: share } });
  });

  it("go off at less than an interval of lateness, for checks that run and for those that wait", () => {
    const late = alarms.filter(([, { Properties }]) => Properties.MetricName === "LatenessSeconds");
    for (const [, alarm] of late) {
      const Threshold = auditors.includes(resourceOf(alarm)) ? 6 * 3600 : 240;
      expect(alarm.Properties).toMatchObject({ ExtendedStatistic: "p99", Threshold });
    }
    for (const [id] of workQueues.filter(([id]) => lookers.includes(workerOf(id)))) {
      expect(ageAlarm(id)?.Properties.Threshold).toBe(240);
    }
  });

  const otherQueues = workQueues.filter(([id]) => !lookers.includes(workerOf(id)));

  it.each(otherQueues)("take a message of %s for late when a second try failed", (id, queue) => {
    expect(ageAlarm(id)?.Properties.Threshold).toBe(2 * queue.Properties.VisibilityTimeout);
  });

  it("count audits that are put off in the same period as their call's beginning", () => {
    const postponed = alarms.filter(([id]) => nameOf(id).endsWith("Postponed"));
    expect(postponed).toHaveLength(auditors.length);
    for (const [, { Properties }] of postponed) {
      const periods = Properties.Metrics.flatMap(({ MetricStat }: MeasuredBy) =>
        MetricStat ? MetricStat.Period : [],
      );
      expect(periods).toEqual([3600, 3600]);
      expect(Properties.EvaluationPeriods).toBe(1);
    }
  });

  it("go off when nothing calls the schedule, and nothing is measured", () => {
    const stopped = alarms.find(([, { Properties }]) => Properties.MetricName === "Invocations");
    expect(stopped?.[1].Properties).toMatchObject({
      ComparisonOperator: "LessThanThreshold",
      Threshold: 1,
      TreatMissingData: "breaching",
    });
  });

  it("count discarded rounds as the function does, by its name", () => {
    const discarded = alarms.filter(
      ([, { Properties }]) => Properties.MetricName === "UptimeRoundsDiscarded",
    );
    for (const [, { Properties }] of discarded) {
      expect(Properties).toMatchObject({ Statistic: "Sum", Threshold: 0 });
      expect(Properties.Dimensions).toEqual([{ Name: "FunctionName", Value: expect.anything() }]);
    }
  });

  it.each(alarms)("%s says in a sentence what a user loses", (_, { Properties }: Resource) => {
    expect(Properties.AlarmDescription).toMatch(/^[A-Z].{30,}\.$/);
    expect(Properties.AlarmDescription.length).toBeLessThan(1024);
  });

  it.each(alarms)("%s sends no mail itself, and is part of one", (id, { Properties }) => {
    expect(Properties.AlarmActions ?? []).toEqual([]);
    expect(mails.filter(([, mail]) => partsOf(mail).includes(id))).toHaveLength(1);
  });

  it("that show one cause are in one mail", () => {
    const kinds = mails.map(([id, mail]) => [nameOf(id), kindsOf(partsOf(mail))]);
    expect(Object.fromEntries(kinds)).toEqual({
      Api: ["Errors", "Latency", "SigningKey", "Throttles"],
      Blocked: ["Refused"],
      Capacity: ["Throttles", "UsedUp"],
      GivenUp: ["GaveUp", "Lost"],
      Mail: ["Errors", "Late", "Throttles"],
      Monitoring: [
        ...["Behind", "Discarded", "Errors", "Late", "Lateness", "Postponed", "Throttles"],
        "Unconfirmed",
      ],
      Operation: ["Errors", "Late", "Throttles"],
      // "Errors": `ServerErrors`.
      Outage: ["Errors", "Stopped"],
      Webhooks: ["Errors", "Late", "SigningKey", "Throttles"],
    });
  });

  it("bring no mail of their own for what a lack of capacity explains, but for what no cause may hide", () => {
    const [capacity] = mails.find(([id]) => nameOf(id) === "Capacity") ?? [];
    for (const [id, { Properties }] of mails) {
      const suppressed = !["Capacity", "Outage", "GivenUp"].includes(nameOf(id));
      expect(Properties.ActionsSuppressor).toEqual(
        suppressed ? { "Fn::GetAtt": [capacity, "Arn"] } : undefined,
      );
    }
  });

  it("are each explained by the runbook, step by step, and so is each mail", () => {
    const own = readFileSync("infra/RUNBOOK.md", "utf8");
    const headings = [...own.matchAll(/^### .*$/gm)].map(([heading]) => heading);
    for (const [id] of [...alarms, ...mails]) {
      const name = nameOf(id);
      const kind = KINDS.find((each) => name.endsWith(each));
      const wanted = kind ? [`\`${name}\``, `\`…${kind}\``] : [`\`${name}\``];
      expect(
        own.includes(`| \`${name}\` |`) ||
          headings.some((heading) => wanted.some((each) => heading.includes(each))),
        name,
      ).toBe(true);
    }
    const sections = own.split(/^### /m).slice(1);
    for (const section of sections) {
      expect(section.match(/^\d\. /gm)?.length, section).toBeGreaterThanOrEqual(2);
      expect(section.match(/^\d\. /gm)?.length, section).toBeLessThanOrEqual(3);
    }
  });

  it.each(mails)(
    "%s tells the topic when it begins and ends, which CloudWatch may publish to",
    (_, { Properties }) => {
      const [topic] = resourcesOf(template, "AWS::SNS::Topic")[0] ?? [];
      expect(Properties.AlarmActions).toEqual([{ Ref: topic }]);
      expect(Properties.OKActions).toEqual([{ Ref: topic }]);
      const { Statement } = theOne(template, "AWS::SNS::TopicPolicy").Properties.PolicyDocument;
      expect(Statement).toContainEqual(
        expect.objectContaining({
          Effect: "Allow",
          Action: "sns:Publish",
          Principal: { Service: "cloudwatch.amazonaws.com" },
        }),
      );
    },
  );

  it("are mailed to the address of the settings", () => {
    const mailed = resourcesOf(template, "AWS::SNS::Subscription").filter(
      ([, { Properties }]) => Properties.Protocol === "email",
    );
    expect(mailed).toMatchObject([
      [expect.any(String), { Properties: { Endpoint: "ops@example.com" } }],
    ]);
  });
});

/** The alarm on the age of the oldest message of a queue. */
function ageAlarm(id: string): Resource | undefined {
  return alarms.find(
    ([, alarm]) =>
      resourceOf(alarm) === id && alarm.Properties.MetricName === "ApproximateAgeOfOldestMessage",
  )?.[1];
}

/** The function that a queue feeds. */
function workerOf(queue: string): string {
  const mapping = resourcesOf(template, "AWS::Lambda::EventSourceMapping").find(
    ([, { Properties }]) => Properties.EventSourceArn["Fn::GetAtt"]?.[0] === queue,
  );
  return functionBehind(template, mapping?.[1].Properties.FunctionName);
}

function idsOf(resources: [string, Resource][]): string[] {
  return resources.map(([id]) => id);
}

/** The ends of the names of alarms that several functions and queues have. */
const KINDS = [
  "Errors",
  "Throttles",
  "Latency",
  "GaveUp",
  "Lost",
  "Late",
  "Behind",
  "Discarded",
  "Lateness",
  "Postponed",
  "SigningKey",
  "Stopped",
  "Unconfirmed",
  "UsedUp",
  "Refused",
];

/** `AlarmsuptimeLate1A2B3C4D`: `uptimeLate` */
function nameOf(id: string): string {
  return id.replace(/^Alarms(.*)[0-9A-F]{8}$/, "$1");
}

function kindsOf(ids: string[]): string[] {
  const kinds = ids.map((id) => KINDS.find((kind) => nameOf(id).endsWith(kind)) ?? id);
  return [...new Set(kinds)].toSorted();
}

/** The ids of the alarms that a composite one is made of. */
function partsOf({ Properties }: Resource): string[] {
  const text = JSON.stringify(Properties.AlarmRule);
  return [...text.matchAll(/"Fn::GetAtt":\["(\w+)","Arn"\]/g)].map(([, id = ""]) => id);
}

interface Watched {
  Namespace: string;
  MetricName: string;
  Metrics?: { Id: string; MetricStat?: { Metric: Watched } }[];
}

interface MeasuredBy {
  MetricStat?: { Period: number };
}

function metricOf({ Namespace, MetricName, Metrics }: Watched): string {
  if (!Metrics) return `${Namespace} ${MetricName}`;
  const named = (id: string) => {
    const metric = Metrics.find(({ Id }) => Id === id)?.MetricStat?.Metric;
    return metric ? metricOf(metric) : id;
  };
  return `${named("part")} of ${named("whole")}`;
}

/** The logical id of what an alarm's metric is about. */
function resourceOf({ Properties }: Resource): string {
  const { Dimensions } =
    Properties.Metrics?.find(({ Id }: { Id: string }) => Id === "part").MetricStat.Metric ??
    Properties;
  if (!Dimensions) return "account";
  const { Value } = Dimensions.find(({ Value }: { Value: unknown }) => typeof Value !== "string");
  return Value.Ref ?? Value["Fn::GetAtt"][0];
}
