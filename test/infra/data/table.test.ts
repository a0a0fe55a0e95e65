import { describe, expect, it } from "vitest";
import { functionBehind } from "../../../infra/local/template.ts";
import {
  EVERYTHING,
  FIRST_AND_URGENT,
  folderBehind,
  minuteSchedule,
  RESTORED,
  resourcesOf,
  synthesize,
  theOne,
} from "../../support/stack.ts";

const TABLE = "AWS::DynamoDB::GlobalTable";

describe("the table", () => {
  it.each(["dev", "prod"])("in %s can be restored to any second and is encrypted", (stage) => {
    const { Properties } = theOne(synthesize(stage), TABLE);
    // DynamoDB encrypts every table; SSEEnabled would say: with a key in KMS.
    expect(Properties.SSESpecification).toEqual({ SSEEnabled: false });
    expect(Properties.Replicas).toHaveLength(1);
    expect(Properties.Replicas[0].PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
    });
  });

  it.each([
    ["prod", {}, true],
    ["prod", FIRST_AND_URGENT, false],
    ["dev", {}, false],
  ])("of %s with %j is protected, with its stacks: %s", (stage, settings, isProtected) => {
    const built = synthesize(stage, settings);
    const { DeletionProtectionEnabled } = theOne(built, TABLE).Properties.Replicas[0];
    const all = [
      DeletionProtectionEnabled,
      ...built.stacks.map((each) => each.terminationProtection),
    ];
    expect(new Set(all)).toEqual(new Set([isProtected]));
  });

  it("is another one, by its stream, where one was restored", () => {
    const { restoredStreamArn } = RESTORED;
    const [table] = restoredStreamArn.split("/stream/");
    const own = synthesize("prod", EVERYTHING);
    const restored = synthesize("prod", RESTORED);
    expect(resourcesOf(restored, TABLE)).toEqual([]);
    expect(restored.Outputs["TableName"]?.Value).toBe("Restored");
    for (const [id, { Properties }] of resourcesOf(restored, "AWS::Lambda::Function")) {
      const had = own.Resources[id]?.Properties.Environment?.Variables.TABLE_NAME;
      expect(Properties.Environment?.Variables.TABLE_NAME).toBe(had && "Restored");
    }
    const [stream] = resourcesOf(restored, "AWS::Lambda::EventSourceMapping")
      .map(([, { Properties }]) => Properties)
      .filter(({ StartingPosition }) => StartingPosition);
    expect(stream.EventSourceArn).toBe(restoredStreamArn);
    const policies = JSON.stringify(resourcesOf(restored, "AWS::IAM::Policy"));
    expect(policies).toContain(JSON.stringify(`${table}/index/gsi1`));
  });

  it("is written only by operators while the stage is stopped", () => {
    const stopped = synthesize("prod", RESTORED);
    const mappings = resourcesOf(stopped, "AWS::Lambda::EventSourceMapping");
    expect(mappings.map(([, { Properties }]) => Properties.Enabled)).not.toContain(true);
    expect(mappings.map(([, { Properties }]) => Properties.Enabled)).not.toContain(undefined);
    expect(minuteSchedule(stopped).Properties.State).toBe("DISABLED");
    const running = resourcesOf(stopped, "AWS::Lambda::Function").filter(
      ([, { Properties }]) => Properties.ReservedConcurrentExecutions !== 0,
    );
    const fed = mappings.map(([, { Properties }]) =>
      functionBehind(stopped, Properties.FunctionName),
    );
    const others = running.map(([id]) => id).filter((id) => !fed.includes(id));
    expect(others.map((id) => folderBehind(stopped, { Ref: id }))).toEqual([
      "operators",
      "schedule",
    ]);
  });
});

// A new account may run ten functions at once, and Lambda leaves at least those unreserved.
it("a stage can be stopped in a new account: functions are reserved nothing, or stay as they are", () => {
  const reserved = resourcesOf(synthesize("prod", RESTORED), "AWS::Lambda::Function").flatMap(
    ([, { Properties }]) => Properties.ReservedConcurrentExecutions ?? [],
  );
  expect(new Set(reserved)).toEqual(new Set([0]));
});
