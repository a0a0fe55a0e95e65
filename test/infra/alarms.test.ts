import { describe, expect, it } from "vitest";
import { folderBehind, type Resource, resourcesOf, synthesize, theOne } from "../support/stack.ts";

const template = synthesize("prod", { alarmEmail: "ops@example.com" });
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");

const functions = idsOf(resourcesOf(template, "AWS::Lambda::Function"));
const queues = resourcesOf(template, "AWS::SQS::Queue");
const workQueues = queues.filter(([, { Properties }]) => Properties.RedrivePolicy);
const deadLetters = queues.filter(([, { Properties }]) => !Properties.RedrivePolicy);
const streams = resourcesOf(template, "AWS::Lambda::EventSourceMapping").filter(
  ([, { Properties }]) => Properties.StartingPosition,
);
const followers = streams.map(([, { Properties }]) => Properties.FunctionName.Ref);
const scheduled = resourcesOf(template, "AWS::Scheduler::Schedule").map(
  ([, { Properties }]) => Properties.Target.Arn["Fn::GetAtt"][0],
);

/** They look whether websites are up. */
const lookers = functions.filter((id) =>
  ["uptime", "rounds"].includes(folderBehind(template, { Ref: id })),
);

/** What each metric has to be watched of, once. */
const WATCHED: Record<string, string[]> = {
  "AWS/ApiGateway 5xx": idsOf(resourcesOf(template, "AWS::ApiGatewayV2::Api")),
  "AWS/ApiGateway Latency": idsOf(resourcesOf(template, "AWS::ApiGatewayV2::Api")),
  "AWS/Lambda Errors": functions,
  "AWS/Lambda Throttles": functions,
  "AWS/SQS ApproximateNumberOfMessagesVisible": idsOf(deadLetters),
  "AWS/SQS ApproximateAgeOfOldestMessage": idsOf(workQueues),
  "AWS/Lambda IteratorAge": followers,
  "AWS/Lambda OnFailureDestinationDeliveredEventCount": streams.map(([id]) => id),
  "AWS/Lambda Invocations": scheduled,
  "ResellerMonitoring UptimeRoundsDiscarded": lookers,
  "ResellerMonitoring LatenessSeconds": lookers,
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

  it("go off on a slow 99th percentile", () => {
    const latency = alarms.find(([, { Properties }]) => Properties.MetricName === "Latency")?.[1];
    expect(latency?.Properties).toMatchObject({ ExtendedStatistic: "p99", Threshold: 1500 });
  });

  it("go off below an interval of lateness, of what is looked at, and of what waits for that", () => {
    const late = alarms.filter(([, { Properties }]) => Properties.MetricName === "LatenessSeconds");
    for (const [, { Properties }] of late) {
      expect(Properties).toMatchObject({ ExtendedStatistic: "p99", Threshold: 240 });
    }
    for (const [id] of workQueues.filter(([id]) => lookers.includes(workerOf(id)))) {
      expect(ageAlarm(id)?.Properties.Threshold).toBe(240);
    }
  });

  const otherQueues = workQueues.filter(([id]) => !lookers.includes(workerOf(id)));

  it.each(otherQueues)("take a message of %s for late when a second try failed", (id, queue) => {
    expect(ageAlarm(id)?.Properties.Threshold).toBe(2 * queue.Properties.VisibilityTimeout);
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

  it.each(alarms)("%s tells the topic, which CloudWatch may publish to", (_, { Properties }) => {
    const [topic] = resourcesOf(template, "AWS::SNS::Topic")[0] ?? [];
    expect(Properties.AlarmActions).toEqual([{ Ref: topic }]);
    const { Statement } = theOne(template, "AWS::SNS::TopicPolicy").Properties.PolicyDocument;
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: "Allow",
        Action: "sns:Publish",
        Principal: { Service: "cloudwatch.amazonaws.com" },
      }),
    );
  });

  it("are mailed to the address of the settings", () => {
    expect(theOne(template, "AWS::SNS::Subscription").Properties).toMatchObject({
      Protocol: "email",
      Endpoint: "ops@example.com",
    });
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
  return mapping?.[1].Properties.FunctionName.Ref;
}

function idsOf(resources: [string, Resource][]): string[] {
  return resources.map(([id]) => id);
}

function metricOf({ Namespace, MetricName }: { Namespace: string; MetricName: string }): string {
  return `${Namespace} ${MetricName}`;
}

/** The logical id of what an alarm's metric is about. */
function resourceOf({ Properties }: Resource): string {
  const { Value } = Properties.Dimensions[0];
  return Value.Ref ?? Value["Fn::GetAtt"][0];
}
