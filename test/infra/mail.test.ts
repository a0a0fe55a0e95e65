import { describe, expect, it } from "vitest";
import { settingsFor } from "../../infra/settings.ts";
import {
  EVERYTHING,
  folderOf,
  mappingsOf,
  resourcesOf,
  synthesize,
  theOne,
} from "../support/stack.ts";

const { mailFrom } = EVERYTHING;
const template = synthesize("prod", EVERYTHING);
const [setId] = resourcesOf(template, "AWS::SES::ConfigurationSet")[0] ?? [];
const mailer = resourcesOf(template, "AWS::Lambda::Function").find(
  ([, each]) => folderOf(each) === "mailer",
)?.[1];

/** The others tell of alarms. */
const [, feedbackSubscription] =
  resourcesOf(template, "AWS::SNS::Subscription").find(
    ([, { Properties }]) => Properties.Protocol === "sqs",
  ) ?? [];

describe("mail, where the settings say whom it is from", () => {
  it("comes from an identity of the address's domain, whose DNS records are printed", () => {
    expect(theOne(template, "AWS::SES::EmailIdentity").Properties.EmailIdentity).toBe(
      "mail.example.com",
    );
    const printed = Object.keys(template.Outputs).filter((id) => id.includes("DkimRecord"));
    expect(printed).toHaveLength(3);
  });

  it("is sent by a function that knows the address and the configuration set", () => {
    expect(mailer?.Properties.Environment.Variables).toMatchObject({
      MAIL_FROM: mailFrom,
      MAIL_CONFIGURATION_SET: { Ref: setId },
    });
  });

  it("goes to no address that SES has suppressed after a bounce or complaint", () => {
    const { SuppressionOptions } = theOne(template, "AWS::SES::ConfigurationSet").Properties;
    expect(SuppressionOptions).toEqual({ SuppressedReasons: ["BOUNCE", "COMPLAINT"] });
  });

  it("may be sent from this address only", () => {
    const sending = resourcesOf(template, "AWS::IAM::Policy").flatMap(([id, { Properties }]) =>
      Properties.PolicyDocument.Statement.filter(({ Action }: { Action: string | string[] }) =>
        [Action].flat().some((action) => action.startsWith("ses:")),
      ).map((statement: object) => ({ id, statement })),
    );
    expect(sending).toEqual(
      [/:identity\//, /:configuration-set\//].map((resource) => ({
        id: expect.stringContaining("MailMailerFunctionRole"),
        statement: {
          Effect: "Allow",
          Action: "ses:SendEmail",
          Condition: { StringEquals: { "ses:FromAddress": mailFrom } },
          Resource: {
            "Fn::Join": ["", expect.arrayContaining([expect.stringMatching(resource)])],
          },
        },
      })),
    );
  });

  it("has its bounces and complaints heard, as SES writes them", () => {
    const { EventDestination, ConfigurationSetName } = theOne(
      template,
      "AWS::SES::ConfigurationSetEventDestination",
    ).Properties;
    expect(ConfigurationSetName).toEqual({ Ref: setId });
    expect(EventDestination.MatchingEventTypes).toEqual(["bounce", "complaint"]);
    const { Endpoint, ...subscription } = feedbackSubscription?.Properties ?? {};
    expect(subscription).toEqual({
      Protocol: "sqs",
      RawMessageDelivery: true,
      TopicArn: EventDestination.SnsDestination.TopicARN,
    });
    const feedback = mappingsOf(template, "AWS::SQS::Queue").find(
      ({ folder }) => folder === "mailFeedback",
    );
    expect(Endpoint).toEqual({ "Fn::GetAtt": [feedback?.source, "Arn"] });
  });

  it("takes events from SES of this configuration set, and messages from this topic, only", () => {
    const topic = feedbackSubscription?.Properties.TopicArn;
    const statements = ["AWS::SNS::TopicPolicy", "AWS::SQS::QueuePolicy"].flatMap((type) =>
      resourcesOf(template, type)
        .filter(([id]) => !id.startsWith("Alarms"))
        .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement),
    );
    const allowed = statements.filter(
      ({ Effect, Principal }) =>
        Effect === "Allow" && Principal.Service !== "cloudwatch.amazonaws.com",
    );
    expect(allowed).toMatchObject([
      {
        Principal: { Service: "ses.amazonaws.com" },
        Action: "sns:Publish",
        Resource: topic,
        Condition: {
          StringEquals: {
            "AWS:SourceAccount": { Ref: "AWS::AccountId" },
            "AWS:SourceArn": { "Fn::Join": ["", expect.arrayContaining([{ Ref: setId }])] },
          },
        },
      },
      {
        Principal: { Service: "sns.amazonaws.com" },
        Action: "sqs:SendMessage",
        Condition: { ArnEquals: { "aws:SourceArn": topic } },
      },
    ]);
  });
});

it("without an address to send from nothing of SES exists, and the mailer may send nothing", () => {
  expect(JSON.stringify(synthesize("prod"))).not.toMatch(/AWS::SES|"ses:|MAIL_FROM/);
});

it.each(["nobody", "a b@example.com", "a@localhost", '"x" <a@example.com>', "ä@example.com"])(
  "the address can't be %j",
  (mailFrom) => {
    expect(() => settingsFor("prod", { mailFrom })).toThrow(
      `mailFrom must be an e-mail address, in ASCII, not "${mailFrom}"`,
    );
  },
);
