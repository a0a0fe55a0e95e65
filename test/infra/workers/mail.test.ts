import { describe, expect, it } from "vitest";
import { settingsFor } from "../../../infra/settings.ts";
import { EVERYTHING, resourcesOf, synthesize, theOne } from "../../support/stack.ts";

const { mailFrom } = EVERYTHING;
const template = synthesize("prod", EVERYTHING);

describe("mail, where the settings say whom it is from", () => {
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
