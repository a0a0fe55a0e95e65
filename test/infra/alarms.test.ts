import { describe, expect, it } from "vitest";
import { type Resource, resourcesOf, synthesize, theOne } from "../support/stack.ts";

const template = synthesize("prod", "ops@example.com");
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");

describe("the alarms", () => {
  it.each([
    ["the API's 5xx", "AWS/ApiGateway", "5xx", 1],
    ["the API's latency", "AWS/ApiGateway", "Latency", 1],
    ["errors of each function", "AWS/Lambda", "Errors", 11],
    ["throttles of each function", "AWS/Lambda", "Throttles", 11],
    ["dead letters", "AWS/SQS", "ApproximateNumberOfMessagesVisible", 1],
    ["a clean-up that falls behind", "AWS/Lambda", "IteratorAge", 1],
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
