import { describe, expect, it } from "vitest";
import { folderBehind, type Resource, resourcesOf, synthesize, theOne } from "../support/stack.ts";

const template = synthesize("prod", { alarmEmail: "ops@example.com" });
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");

describe("the alarms", () => {
  it.each([
    ["the API's 5xx", "AWS/ApiGateway", "5xx", 1],
    ["the API's latency", "AWS/ApiGateway", "Latency", 1],
    ["errors of each function", "AWS/Lambda", "Errors", 16],
    ["throttles of each function", "AWS/Lambda", "Throttles", 16],
    ["dead letters", "AWS/SQS", "ApproximateNumberOfMessagesVisible", 5],
    ["messages that wait", "AWS/SQS", "ApproximateAgeOfOldestMessage", 3],
    ["changes that are followed late", "AWS/Lambda", "IteratorAge", 2],
    ["a schedule that is not called", "AWS/Lambda", "Invocations", 1],
    ["workers that distrust themselves", "ResellerMonitoring", "UptimeRoundsDiscarded", 1],
  ])("watch %s", (_, Namespace, MetricName, count) => {
    const found = alarms.filter(
      ([, { Properties }]) =>
        Properties.Namespace === Namespace && Properties.MetricName === MetricName,
    );
    expect(found).toHaveLength(count);
  });

  it("watch each function once", () => {
    const watched = alarms
      .filter(([, { Properties }]) => Properties.MetricName === "Errors")
      .map(([, { Properties }]) => Properties.Dimensions[0].Value.Ref);
    const functions = resourcesOf(template, "AWS::Lambda::Function").map(([id]) => id);
    expect(watched.toSorted()).toEqual(functions.toSorted());
  });

  it("go off on a slow 99th percentile", () => {
    const latency = alarms.find(([, { Properties }]) => Properties.MetricName === "Latency")?.[1];
    expect(latency?.Properties).toMatchObject({ ExtendedStatistic: "p99", Threshold: 1500 });
  });

  it("watch each dead-letter queue", () => {
    const watched = alarms
      .filter(([, { Properties }]) => Properties.MetricName.endsWith("MessagesVisible"))
      .map(([, { Properties }]) => Properties.Dimensions[0].Value["Fn::GetAtt"][0]);
    const queues = resourcesOf(template, "AWS::SQS::Queue");
    const deadLetters = queues.filter(([, { Properties }]) => !Properties.RedrivePolicy);
    expect(watched.toSorted()).toEqual(deadLetters.map(([id]) => id).toSorted());
  });

  it("take a message for late when a second try has not managed it", () => {
    const limits = alarms
      .filter(([, { Properties }]) => Properties.MetricName === "ApproximateAgeOfOldestMessage")
      .map(([, { Properties }]) => Properties.Threshold / 60);
    expect(limits.toSorted((a, b) => a - b)).toEqual([12, 12, 180]);
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
    const discarded = alarms.find(
      ([, { Properties }]) => Properties.MetricName === "UptimeRoundsDiscarded",
    );
    expect(discarded?.[1].Properties).toMatchObject({ Statistic: "Sum", Threshold: 0 });
    const [{ Name, Value }, ...more] = discarded?.[1].Properties.Dimensions ?? [];
    expect({ Name, folder: folderBehind(template, Value), more }).toEqual({
      Name: "FunctionName",
      folder: "uptime",
      more: [],
    });
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
