import { expect, it } from "vitest";
import { EVERYTHING, synthesize, theOne } from "../../support/stack.ts";

const template = synthesize("prod", EVERYTHING);

it("mail goes to no address that SES has suppressed after a bounce or complaint", () => {
  const { SuppressionOptions } = theOne(template, "AWS::SES::ConfigurationSet").Properties;
  expect(SuppressionOptions).toEqual({ SuppressedReasons: ["BOUNCE", "COMPLAINT"] });
});

it("without an address to send from nothing of SES exists, and the mailer may send nothing", () => {
  expect(JSON.stringify(synthesize("prod"))).not.toMatch(/AWS::SES|"ses:|MAIL_FROM/);
});
