import { expect } from "vitest";
import { mailerHandler } from "../../../../functions/workers/mailer/mailBatch.ts";
import { Mail } from "../../../../shared/entities/mail.ts";
import type { Clock } from "../../../../shared/platform/time.ts";
import { call } from "../../../support/api.ts";
import { makeReseller, onboardingBody, type TestReseller } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";

/** Onboards a user, to whom no mail was sent yet. */
export async function onboard(reseller?: TestReseller, more: object = {}) {
  const { uuid: reseller_uuid, key } = reseller ?? (await makeReseller());
  const input = { ...onboardingBody(), ...more };
  const { body } = await call("POST /v1/onboarding", { key, body: input });
  const user_uuid: string = body.data.user.uuid;
  return {
    key,
    reseller_uuid,
    user_uuid,
    email: input.email,
    message: { onboarding: { reseller_uuid, user_uuid } },
  };
}

type Onboarded = Awaited<ReturnType<typeof onboard>>;

/** A clock that stands this many seconds after a fixed time and never waits. */
export function clockAt(seconds: number): Clock {
  return { now: () => START + seconds * 1000, sleep: async () => {} };
}

const START = Date.parse("2026-11-22T10:00:00Z");

/** Delivers a message to the mailer at this second; true if the message is not given back. */
export async function deliver(message: unknown, seconds = 0): Promise<boolean> {
  const { batchItemFailures } = await mailerHandler(clockAt(seconds))(sqsEvent(message));
  return batchItemFailures.length === 0;
}

/** The record of the onboarding mail; undefined without one. */
export async function mailOf({ reseller_uuid, user_uuid: uuid }: Onboarded) {
  const key = { reseller_uuid, about: "user", uuid, occasion: "onboarding" } as const;
  const { data } = await Mail.get(key).go({ consistent: true });
  return data ?? undefined;
}

interface Expected {
  occasion: string;
  subject: unknown;
  text: RegExp;
  html: RegExp;
  headers?: { Name: string; Value: unknown }[];
}

/** The request to SES for a user's mail in the reseller's name. */
export function mailTo(
  { reseller_uuid, user_uuid, email }: Onboarded,
  { occasion, subject, text, html, headers = [] }: Expected,
) {
  const utf8 = (Data: unknown) => ({ Data, Charset: "UTF-8" });
  const Text = utf8(expect.stringMatching(text));
  const Html = utf8(expect.stringMatching(html));
  const Headers = [{ Name: "Auto-Submitted", Value: "auto-generated" }, ...headers];
  return {
    FromEmailAddress: '"Test reseller" <monitoring@reseller.example>',
    Destination: { ToAddresses: [email] },
    ConfigurationSetName: expect.stringMatching(/./),
    EmailTags: [
      { Name: "reseller_uuid", Value: reseller_uuid },
      { Name: "about", Value: "user" },
      { Name: "uuid", Value: user_uuid },
      { Name: "occasion", Value: occasion },
    ],
    Content: { Simple: { Subject: utf8(subject), Body: { Text, Html }, Headers } },
  };
}
