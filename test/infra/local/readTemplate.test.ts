import { describe, expect, test } from "vitest";
import { readSchedules } from "../../../infra/local/schedules.ts";
import {
  functionBehind,
  type Resource,
  readQueueConsumers,
  type Template,
} from "../../../infra/local/template.ts";

const WORKER: Resource = { Type: "AWS::Lambda::Function", Properties: { Timeout: 60 } };

function read(resources: Record<string, Resource>) {
  const template: Template = { Resources: { Worker: WORKER, ...resources } };
  const functionName = (value: unknown) => functionBehind(template, value).toLowerCase();
  return {
    consumers: readQueueConsumers(template, functionName),
    schedules: readSchedules(template, functionName),
  };
}

describe("the queues of a template", () => {
  const mapping = (properties: object = {}): Resource => ({
    Type: "AWS::Lambda::EventSourceMapping",
    Properties: {
      EventSourceArn: { "Fn::GetAtt": ["Queue", "Arn"] },
      FunctionName: { Ref: "Worker" },
      ...properties,
    },
  });
  const queue = (Properties: Record<string, unknown> = {}): Resource => ({
    Type: "AWS::SQS::Queue",
    Properties,
  });

  test("are read with what the stack says", () => {
    const { consumers } = read({
      Dead: queue(),
      Queue: queue({
        VisibilityTimeout: 360,
        RedrivePolicy: {
          deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] },
          maxReceiveCount: 3,
        },
      }),
      Mapping: mapping({
        BatchSize: 4,
        ScalingConfig: { MaximumConcurrency: 2 },
        FunctionResponseTypes: ["ReportBatchItemFailures"],
      }),
    });
    expect(consumers).toEqual([
      {
        queue: "Queue",
        functionName: "worker",
        batchSize: 4,
        maximumConcurrency: 2,
        reportsFailures: true,
        visibilityMs: 66_000,
        deadLetters: { queue: "Dead", maximumReceives: 3 },
      },
    ]);
  });

  test("have the defaults of AWS", () => {
    expect(read({ Queue: queue(), Mapping: mapping() }).consumers).toEqual([
      {
        queue: "Queue",
        functionName: "worker",
        batchSize: 10,
        maximumConcurrency: 5,
        reportsFailures: false,
        visibilityMs: 30_000,
      },
    ]);
  });

  test("feed nothing when the mapping is off, or is that of a stream", () => {
    const stream = { EventSourceArn: { "Fn::GetAtt": ["Table", "StreamArn"] } };
    const table: Resource = { Type: "AWS::DynamoDB::Table", Properties: {} };
    const { consumers } = read({
      Queue: queue(),
      Table: table,
      Off: mapping({ Enabled: false }),
      Stream: mapping(stream),
    });
    expect(consumers).toEqual([]);
  });
});

describe("the schedules of a template", () => {
  const Arn = { "Fn::GetAtt": ["Worker", "Arn"] };
  const schedule = (Properties: Record<string, unknown>): Resource => ({
    Type: "AWS::Scheduler::Schedule",
    Properties,
  });

  test("are those of EventBridge Scheduler, and the rules of EventBridge", () => {
    const { schedules } = read({
      Hourly: schedule({
        ScheduleExpression: "rate(2 hours)",
        State: "ENABLED",
        Target: { Arn, Input: '{"kind":"audit"}' },
      }),
      Rule: {
        Type: "AWS::Events::Rule",
        Properties: { ScheduleExpression: "rate(1 minute)", Targets: [{ Arn }] },
      },
    });
    expect(schedules).toEqual([
      { functionName: "worker", everyMs: 7_200_000, input: { kind: "audit" } },
      { functionName: "worker", everyMs: 60_000, input: {} },
    ]);
  });

  test("leave out one that is off, and a rule for events", () => {
    const { schedules } = read({
      Off: schedule({
        ScheduleExpression: "rate(1 day)",
        State: "DISABLED",
        Target: { Arn },
      }),
      Events: { Type: "AWS::Events::Rule", Properties: { EventPattern: {}, Targets: [{ Arn }] } },
    });
    expect(schedules).toEqual([]);
  });

  test("may not have an expression that the local server doesn't know", () => {
    const ScheduleExpression = "cron(0 10 * * ? *)";
    expect(() => read({ Cron: schedule({ ScheduleExpression, Target: { Arn } }) })).toThrow(
      "The local server supports only rate(…) schedules, not cron(0 10 * * ? *).",
    );
  });
});
