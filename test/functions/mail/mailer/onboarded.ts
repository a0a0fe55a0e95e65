import { mailerHandler } from "../../../../functions/mail/mailer/mailBatch.ts";
import { Mail } from "../../../../shared/entities/mail.ts";
import type { Clock } from "../../../../shared/time.ts";
import { call } from "../../../support/api.ts";
import { makeReseller, onboardingBody, type TestReseller } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";

/** A user who was just onboarded: nothing was sent yet. */
export async function onboard(reseller?: TestReseller, more: object = {}) {
  const { uuid: reseller_uuid, key } = reseller ?? (await makeReseller());
  const given = { ...onboardingBody(), ...more };
  const { body } = await call("POST /v1/onboarding", { key, body: given });
  const user_uuid: string = body.data.user.uuid;
  return {
    key,
    reseller_uuid,
    user_uuid,
    email: given.email,
    message: { onboarding: { reseller_uuid, user_uuid } },
  };
}

type Onboarded = Awaited<ReturnType<typeof onboard>>;

/** Seconds after a moment that is the same in all tests of a file; nobody waits. */
export function clockAt(seconds: number): Clock {
  return { now: () => START + seconds * 1000, sleep: async () => {} };
}

const START = Date.parse("2026-11-22T10:00:00Z");

/** Hands a message to the mailer, so many seconds after the start; true when it is done. */
export async function deliver(message: unknown, seconds = 0): Promise<boolean> {
  const { batchItemFailures } = await mailerHandler(clockAt(seconds))(sqsEvent(message));
  return batchItemFailures.length === 0;
}

/** The record of the onboarding mail; undefined where there is none. */
export async function mailOf({ reseller_uuid, user_uuid: uuid }: Onboarded) {
  const key = { reseller_uuid, about: "user", uuid, occasion: "onboarding" } as const;
  const { data } = await Mail.get(key).go({ consistent: true });
  return data ?? undefined;
}
