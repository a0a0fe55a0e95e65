import { describe, expect, it } from "vitest";
import { settingsFor, type WorkerSettings } from "../../infra/settings.ts";
import {
  EVERYTHING,
  folderBehind,
  folderOf,
  followersOf,
  mappingsOf,
  minuteSchedule,
  resourcesOf,
  synthesize,
  theOne,
  WITHOUT_MAIL,
  workersOf,
} from "../support/stack.ts";

const template = synthesize("prod", WITHOUT_MAIL);
const functions = new Map(
  resourcesOf(template, "AWS::Lambda::Function").map(([, handler]) => [
    folderOf(handler),
    handler.Properties,
  ]),
);
const queues = resourcesOf(template, "AWS::SQS::Queue");
const dev = synthesize("dev");

describe("the schedule", () => {
  const { Properties } = minuteSchedule(template);

  it("is called each minute, on the minute", () => {
    expect(Properties).toMatchObject({
      ScheduleExpression: "rate(1 minute)",
      FlexibleTimeWindow: { Mode: "OFF" },
    });
    expect(Properties.State ?? "ENABLED").toBe("ENABLED");
    expect(folderBehind(template, Properties.Target.Arn)).toBe("schedule");
  });

  it("is not called for a minute that has passed: the next call makes up for it", () => {
    expect(Properties.Target.RetryPolicy).toEqual({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    // Nor by Lambda, which keeps such calls for hours, and makes those that failed twice more.
    const { Properties: kept } = theOne(template, "AWS::Lambda::EventInvokeConfig");
    expect(folderBehind(template, kept.FunctionName)).toBe("schedule");
    expect(kept).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
  });
});

// Lambda ends what looks like a loop after some 16 calls, the message is then given up:
// https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
it("a worker may go on by its own queue as often as it takes, and no other function may", () => {
  const endless = [...functions].filter(([, { RecursiveLoop }]) => RecursiveLoop === "Allow");
  const toThemselves = workersOf(template).filter((worker) =>
    statementsOf(worker).some(
      ({ Action, Resource }) =>
        Action === "sqs:SendMessage" && Resource["Fn::GetAtt"]?.[0] === queueOf(worker).id,
    ),
  );
  expect(endless.map(([worker]) => worker).toSorted()).toEqual(toThemselves.toSorted());
  expect(toThemselves).toContain("cleanup");
  expect(toThemselves).not.toContain("deliverer");
});

const followers = followersOf(template);

describe.each(workersOf(template).filter((worker) => !followers.includes(worker)))(
  "the worker %s",
  (worker) => {
    const { mapping, queue, deadLetters } = queueOf(worker);
    const size = sizeOf(worker);

    it("gives back only those messages that failed, and is limited", () => {
      expect(mapping).toMatchObject({
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        ScalingConfig: { MaximumConcurrency: size.maxConcurrency },
      });
    });

    it("has an encrypted queue that shows a message again when it must have failed: a minute later", () => {
      expect(queue).toMatchObject({
        SqsManagedSseEnabled: true,
        VisibilityTimeout: Math.max(
          60,
          functions.get(worker)?.Timeout + (worker.toLowerCase().endsWith("audit") ? 120 : 10),
        ),
      });
    });

    it("has twenty attempts, and what fails then is kept for two weeks", () => {
      expect(queue?.RedrivePolicy.maxReceiveCount).toBe(20);
      expect(deadLetters).toMatchObject({
        SqsManagedSseEnabled: true,
        MessageRetentionPeriod: 14 * 24 * 3600,
      });
    });

    it("names the contact page to the websites that it visits", () => {
      const { CONTACT_URL } = functions.get(worker)?.Environment.Variables ?? {};
      expect(CONTACT_URL).toBe("https://example.com/robot");
    });

    it("names the API's own address where the deployment says no other", () => {
      const handlers = resourcesOf(dev, "AWS::Lambda::Function");
      const [, handler] = handlers.find(([, each]) => folderOf(each) === worker) ?? [];
      const { CONTACT_URL } = handler?.Properties.Environment.Variables ?? {};
      const [[api] = [""]] = resourcesOf(dev, "AWS::ApiGatewayV2::Api");
      expect(CONTACT_URL).toEqual({ "Fn::GetAtt": [api, "ApiEndpoint"] });
    });
  },
);

it.each(["deliverer", "retrier"])(
  "the %s may read the signing key, and no other secret",
  (worker) => {
    const [keyId] = resourcesOf(template, "AWS::SecretsManager::Secret")[0] ?? [];
    const allowed = statementsOf(worker).filter(({ Action }) =>
      JSON.stringify(Action).includes("secretsmanager:"),
    );
    expect(allowed).toEqual([
      { Effect: "Allow", Action: "secretsmanager:GetSecretValue", Resource: { Ref: keyId } },
    ]);
    expect(functions.get(worker)?.Environment.Variables.SIGNING_KEY_SECRET_ARN).toEqual({
      Ref: keyId,
    });
  },
);

it("the reader of competitors gives up before its message becomes a dead letter", () => {
  const { RedrivePolicy } = queueOf("competitorReader").queue ?? {};
  const { ATTEMPTS } = functions.get("competitorReader")?.Environment.Variables ?? {};
  expect(Number(ATTEMPTS)).toBeLessThan(RedrivePolicy.maxReceiveCount);
});

it("an audit asks a directory of businesses only where the deployment names one", () => {
  const { nominatimUrl } = EVERYTHING;
  const variablesOf = (built: typeof template) =>
    resourcesOf(built, "AWS::Lambda::Function").find(([, each]) => folderOf(each) === "audit")?.[1]
      .Properties.Environment.Variables;
  expect(variablesOf(synthesize("prod"))).not.toHaveProperty("NOMINATIM_URL");
  expect(variablesOf(template).NOMINATIM_URL).toBe(nominatimUrl);
});

/** The settings of a worker, which go by the name of its folder. */
function sizeOf(worker: string): WorkerSettings {
  const settings: Record<string, unknown> = { ...settingsFor("prod") };
  const size = settings[worker];
  if (!size) throw new Error(`There are no settings of ${worker}`);
  return size as WorkerSettings;
}

/** The queue that a worker takes its messages from, with its dead letters. */
/** What a worker's own role allows it. */
function statementsOf(worker: string) {
  const role = functions.get(worker)?.Role["Fn::GetAtt"][0];
  return resourcesOf(template, "AWS::IAM::Policy")
    .filter(([, { Properties }]) => Properties.Roles[0].Ref === role)
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
}

function queueOf(worker: string) {
  const { source: id = "", Properties: mapping } =
    mappingsOf(template, "AWS::SQS::Queue").find(({ folder }) => folder === worker) ?? {};
  const queue = template.Resources[id]?.Properties;
  const dead: string = queue?.RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"][0];
  return { id, mapping, queue, deadLetters: template.Resources[dead]?.Properties };
}
