import { expect, test } from "vitest";
import { EVERYTHING, resourcesOf, synthesize } from "../support/stack.ts";

const alarmsOf = (others: Parameters<typeof synthesize>[1]) =>
  resourcesOf(synthesize("prod", others), "AWS::CloudWatch::Alarm")
    .map(
      ([
        ,
        {
          Properties: { MetricName, Namespace, Threshold, Dimensions },
        },
      ]) => ({
        ...{ MetricName, Namespace, Threshold, Dimensions },
      }),
    )
    .filter(({ Namespace }) => Namespace === "AWS/SES");

test("the account's bounces and complaints go off at half of what SES reviews", () => {
  expect(alarmsOf(EVERYTHING)).toEqual([
    { MetricName: "Reputation.BounceRate", Namespace: "AWS/SES", Threshold: 0.025 },
    { MetricName: "Reputation.ComplaintRate", Namespace: "AWS/SES", Threshold: 0.0005 },
  ]);
});

test("nothing watches SES without a sender", () => {
  expect(alarmsOf({})).toEqual([]);
});
