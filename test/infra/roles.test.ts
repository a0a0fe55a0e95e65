import { describe, expect, it } from "vitest";
import { functionBehind } from "../../infra/local/template.ts";
import {
  EVERYTHING,
  folderOf,
  functionsOf,
  mappingsOf,
  type Resource,
  resourcesOf,
  synthesize,
} from "../support/stack.ts";

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

const template = synthesize();
const roles = resourcesOf(template, "AWS::IAM::Role").filter(
  // The CDK's own function, which empties the bucket of a stage that keeps nothing, has a role of AWS.
  ([id]) => !id.startsWith("CustomS3AutoDeleteObjects"),
);
const policies = resourcesOf(template, "AWS::IAM::Policy");
const [tableId] = resourcesOf(template, "AWS::DynamoDB::GlobalTable")[0] ?? [];
const table = { "Fn::GetAtt": [tableId, "Arn"] };
const indexes = ["gsi1", "gsi2"].map((name) => ({
  "Fn::Join": ["", [table, `/index/${name}`]],
}));
const [index] = indexes;
const queues = new Set(resourcesOf(template, "AWS::SQS::Queue").map(([id]) => id));
const [bucketId] =
  resourcesOf(template, "AWS::S3::Bucket").find(([id]) => id.includes("LostRecords")) ?? [];
const bucket = { "Fn::GetAtt": [bucketId, "Arn"] };
const lostRecords = [bucket, { "Fn::Join": ["", [bucket, "/aws/lambda/*"]] }];
const stream = { "Fn::GetAtt": [tableId, "StreamArn"] };

/** What CodeDeploy moves: functions and their aliases. */
const liveFunctions = resourcesOf(template, "AWS::Lambda::Alias").flatMap(([, { Properties }]) => {
  const arn = { "Fn::GetAtt": [Properties.FunctionName.Ref, "Arn"] };
  return [arn, { "Fn::Join": ["", [arn, `:${Properties.Name}`]] }];
});

describe("the roles", () => {
  it("have no policy but their own", () => {
    for (const [, { Properties }] of roles) {
      expect(Properties.ManagedPolicyArns).toBeUndefined();
      const service = expect.stringMatching(/^(lambda|scheduler|codedeploy)\.amazonaws\.com$/);
      expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
        expect.objectContaining({ Principal: { Service: service } }),
      ]);
    }
    for (const [, { Properties }] of policies) expect(Properties.Roles).toHaveLength(1);
    // The CDK makes one of what is too long for a role.
    const managed = resourcesOf(template, "AWS::IAM::ManagedPolicy");
    expect(managed.map(([, { Properties }]) => Properties.Description)).toEqual([
      "Allows operators of the stage dev to read",
      "Allows operators of the stage dev to write",
    ]);
  });

  it.each(policies)("of %s allow no action by a wildcard", (_, policy) => {
    expect(actionsOf(policy).filter((action) => action.includes("*"))).toEqual([]);
  });

  it.each(policies)(
    "of %s reach the table, its index, their queues, bucket, the signing key and log",
    (_, policy) => {
      for (const { Action, Resource } of statementsOf(policy)) {
        const [action = ""] = [Action].flat();
        if (/^cloudwatch:/.test(action)) expect(Resource).toBe("*");
        else if (action === "sns:Publish") {
          expect(Resource).toEqual({ Ref: expect.stringMatching(/^Alarms(Page|Notify)/) });
        } else if (action.startsWith("logs:")) expect(Resource).toEqual(arnOf(/Logs/));
        else if (action.startsWith("sqs:")) {
          for (const queue of [Resource].flat()) expect(queue).toEqual(arnOf(/Queue|DeadLetters/));
        } else if (action.startsWith("secretsmanager:")) {
          expect(Resource).toEqual({ Ref: expect.stringMatching(/^SigningKey/) });
        } else if (action.startsWith("s3:")) {
          expect(lostRecords).toContainEqual(Resource);
        } else if (action === "lambda:InvokeFunction") {
          expect(Resource).toEqual(arnOf(/^MonitoringScheduleFunction/));
        } else if (action.startsWith("lambda:")) {
          expect(liveFunctions).toContainEqual(Resource);
        } else expect([table, ...indexes, stream]).toContainEqual(Resource);
      }
    },
  );

  it("let no function scan the table or change its settings", () => {
    const data = /^dynamodb:(Get|BatchGet|Put|Update|Delete|ConditionCheck|BatchWrite)Item$/;
    const read = /^dynamodb:(Query|DescribeStream|GetRecords|GetShardIterator|ListStreams)$/;
    const actions = policies
      .flatMap(([, policy]) => actionsOf(policy))
      .filter((action) => action.startsWith("dynamodb:"));
    expect(actions.filter((action) => !data.test(action) && !read.test(action))).toEqual([]);
  });

  it.each(functionsOf(template).filter(isNotAdmin))(
    "let %s send to the queues in its variables and receive from its own, no more",
    (id, { Properties }) => {
      const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping")
        .map(([, mapping]) => mapping.Properties)
        .filter(({ FunctionName }) => functionBehind(template, FunctionName) === id);
      const told = Object.values<{ Ref?: string }>(Properties.Environment?.Variables ?? {})
        .map(({ Ref = "" }) => Ref)
        .filter((id) => queues.has(id));
      const fedBy = mappings
        .map(({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"][0])
        .filter((id) => queues.has(id));
      const received = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
      const arn = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });
      const role = Properties.Role["Fn::GetAtt"][0];
      const statements = policies
        .filter(([, policy]) => policy.Properties.Roles[0].Ref === role)
        .flatMap(([, policy]) => statementsOf(policy))
        .filter(({ Action }) => [Action].flat()[0]?.startsWith("sqs:"));
      const wanted = [
        ...told.map((id) => allowed("sqs:SendMessage", arn(id))),
        ...fedBy.map((id) => allowed(received, arn(id))),
      ];
      expect(statements).toHaveLength(wanted.length);
      expect(statements).toEqual(expect.arrayContaining(wanted));
    },
  );

  it("let only who must use a bucket: operators with the records that Lambda gave up", () => {
    const onBucket = policies.flatMap(([id, policy]) =>
      statementsOf(policy)
        .filter(({ Action }) => [Action].flat()[0]?.startsWith("s3:"))
        .map((statement) => [id, statement]),
    );
    expect(onBucket.toSorted()).toEqual([
      [expect.stringContaining("Admin"), allowed("s3:ListBucket", lostRecords[0])],
      [
        expect.stringContaining("Admin"),
        allowed(["s3:GetObject", "s3:DeleteObject"], lostRecords[1]),
      ],
      [expect.stringContaining("Changes"), allowed("s3:ListBucket", lostRecords[0])],
      [expect.stringContaining("Changes"), allowed("s3:PutObject", lostRecords[1])],
    ]);
  });

  it("let operators see each worker's dead letters and send them back, and use no other queue", () => {
    const queuesOf = policyOf("AdminRole").filter(({ Action }) =>
      [Action].flat()[0]?.startsWith("sqs:"),
    );
    const expected = mappingsOf(template, "AWS::SQS::Queue").flatMap(({ source }) => {
      const { RedrivePolicy } = template.Resources[source]?.Properties ?? {};
      return [
        allowed(
          [
            "sqs:GetQueueAttributes",
            "sqs:ReceiveMessage",
            "sqs:ChangeMessageVisibility",
            "sqs:DeleteMessage",
            "sqs:StartMessageMoveTask",
          ],
          RedrivePolicy.deadLetterTargetArn,
        ),
        allowed("sqs:SendMessage", { "Fn::GetAtt": [source, "Arn"] }),
      ];
    });
    const each = queuesOf.flatMap(({ Action, Resource }) =>
      [Resource].flat().map((resource) => grant({ Action, Resource: resource })),
    );
    expect(new Set(each)).toEqual(new Set(expected.map(grant)));
  });

  it("let EventBridge's scheduler, of this account only, call the schedule and nothing else", () => {
    const [, role] = roles.find(([id]) => id.includes("CallerRole")) ?? [];
    expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Action: "sts:AssumeRole",
        Effect: "Allow",
        Principal: { Service: "scheduler.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
      },
    ]);
    expect(policyOf("CallerRole")).toEqual([
      allowed("lambda:InvokeFunction", {
        "Fn::GetAtt": [expect.stringMatching(/^MonitoringScheduleFunction/), "Arn"],
      }),
    ]);
  });

  it("let the schedule read what is due and move its cursors, and no record of a reseller", () => {
    const onTable = policyOf("ScheduleFunctionRole").filter(({ Action }) =>
      [Action].flat()[0]?.startsWith("dynamodb:"),
    );
    expect(onTable).toEqual([
      {
        ...allowed(["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"], table),
        Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["schedule#*"] } },
      },
      {
        ...allowed(["dynamodb:Query", "dynamodb:PutItem"], table),
        Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["buckets#*"] } },
      },
      {
        ...allowed("dynamodb:Query", index),
        Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["due#*"] } },
      },
    ]);
  });

  it("let only operators write an API key", () => {
    const withKeys = (action: string | string[], ...starts: string[]) => ({
      ...allowed(action, table),
      Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": starts } },
    });
    const onTable = (id: string) =>
      policyOf(id).filter(({ Action }) => [Action].flat()[0]?.startsWith("dynamodb:"));
    expect(onTable("CompetitorReaderFunctionRole")).toEqual([
      withKeys(["dynamodb:GetItem", "dynamodb:UpdateItem"], "reseller#*"),
      withKeys(["dynamodb:GetItem", "dynamodb:PutItem"], "answer#*"),
      withKeys(["dynamodb:GetItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"], "site#*"),
    ]);
    expect(onTable("ApiUsersRole")).toEqual([
      withKeys(["dynamodb:GetItem", "dynamodb:UpdateItem"], "apiKey#*"),
      withKeys("dynamodb:UpdateItem", "rate#*"),
      withKeys(
        [
          "dynamodb:GetItem",
          "dynamodb:BatchGetItem",
          "dynamodb:Query",
          "dynamodb:PutItem",
          "dynamodb:UpdateItem",
          "dynamodb:DeleteItem",
        ],
        "reseller#*",
      ),
      withKeys("dynamodb:BatchGetItem", "auditLog#*"),
      withKeys("dynamodb:Query", "bucket#*", "buckets#*"),
      {
        ...withKeys("dynamodb:Query", "auditLog#*"),
        Resource: { "Fn::Join": ["", [table, "/index/gsi2"]] },
      },
    ]);
  });

  it("let the audits read the key of PageSpeed Insights where there is one, and no other secret", () => {
    const { pageSpeedSecretArn } = EVERYTHING;
    const withKey = synthesize("prod", EVERYTHING);
    const secrets = resourcesOf(withKey, "AWS::IAM::Policy").flatMap(([id, policy]) =>
      statementsOf(policy)
        .filter(({ Resource }) => Resource === pageSpeedSecretArn)
        .map((statement) => [id, statement]),
    );
    expect(secrets).toEqual([
      [
        expect.stringContaining("MonitoringAuditFunctionRole"),
        allowed("secretsmanager:GetSecretValue", pageSpeedSecretArn),
      ],
    ]);
    expect(JSON.stringify(template)).not.toMatch(/PAGESPEED/);
  });

  it("let only the functions that sign deliveries or show secrets read the signing key", () => {
    const readers = policies.filter(([, policy]) =>
      actionsOf(policy).includes("secretsmanager:GetSecretValue"),
    );
    expect(readers.map(([id]) => id)).toEqual([
      expect.stringContaining("ApiWebhooksRole"),
      expect.stringContaining("DeliveriesDelivererFunctionRole"),
      expect.stringContaining("DeliveriesRetrierFunctionRole"),
    ]);
  });
});

/** The operators' function receives from dead letters, too. */
function isNotAdmin([, handler]: [string, Resource]): boolean {
  return folderOf(handler) !== "operators";
}

function grant({ Action, Resource }: Pick<Statement, "Action" | "Resource">): string {
  return JSON.stringify({ Action, Resource });
}

function policyOf(role: string): Statement[] {
  const found = policies.filter(([id]) => id.includes(role));
  expect(found).toHaveLength(1);
  return found.flatMap(([, policy]) => statementsOf(policy));
}

function allowed(Action: string | string[], Resource: unknown) {
  return { Effect: "Allow", Action, Resource };
}

/** One for each resource that it allows something on. */
function statementsOf({ Properties }: Resource): Statement[] {
  return Properties.PolicyDocument.Statement.flatMap((statement: Statement) =>
    [statement.Resource].flat().map((Resource) => ({ ...statement, Resource })),
  );
}

function actionsOf(policy: Resource): string[] {
  return statementsOf(policy).flatMap(({ Action }) => Action);
}

function arnOf(logicalId: RegExp) {
  return { "Fn::GetAtt": [expect.stringMatching(logicalId), "Arn"] };
}
