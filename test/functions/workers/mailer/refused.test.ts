import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { mailerHandler } from "../../../../functions/workers/mailer/mailBatch.ts";
import { Mail } from "../../../../shared/entities/mail.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { type FaultTime, failRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { startSes } from "../../../support/ses.ts";
import { clockAt, deliver, mailOf, onboard } from "./onboarded.ts";

const ses = await startSes();

test.each([
  { status: 400, error: "MessageRejected" },
  { status: 403, error: "AccessDeniedException" },
  { status: 500, error: "InternalServiceErrorException" },
])(
  "records that SES refused the mail with $error, and tries again with the next message",
  async (refusal) => {
    const onboarded = await onboard();
    const { email, message } = onboarded;
    ses.answer(email, refusal, refusal);
    expect(await deliver(message)).toBe(false);
    expect(await mailOf(onboarded)).toMatchObject({
      status: "refused",
      reason: `${refusal.error}: No`,
    });
    // SES was asked once. Again at once: nothing was sent, so that the claim has ended.
    expect(await deliver(message, 1)).toBe(false);
    expect(await deliver(message, 2)).toBe(true);
    expect(ses.takenFor(email)).toHaveLength(1);
    expect(await mailOf(onboarded)).not.toHaveProperty("reason");
  },
);

test("waits while SES throttles, for five attempts", async () => {
  const throttling = { status: 429, error: "TooManyRequestsException" };
  const patient = await onboard();
  ses.answer(patient.email, ...Array(4).fill(throttling));
  const pauses: number[] = [];
  const clock = { ...clockAt(0), sleep: async (ms: number) => void pauses.push(ms) };
  const { batchItemFailures } = await mailerHandler(clock)(sqsEvent(patient.message));
  expect(batchItemFailures).toEqual([]);
  expect(pauses.map((ms) => Math.floor(Math.log2(ms / 1000)))).toEqual([0, 1, 2, 3]);

  const unlucky = await onboard();
  ses.answer(unlucky.email, ...Array(5).fill(throttling));
  expect(await deliver(unlucky.message)).toBe(false);
  expect(await mailOf(unlucky)).toMatchObject({ status: "refused" });
  expect(await deliver(unlucky.message, 1)).toBe(true);
  expect(ses.takenFor(unlucky.email)).toHaveLength(1);
});

test("waits no longer than ten seconds for SES", async () => {
  const { email, message } = await onboard();
  ses.answer(email, "silence");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  const delivered = deliver(message).finally(() => {
    isOver = true;
  });
  await ses.silent;
  // The timer may be set a moment later.
  while (!isOver) {
    vi.advanceTimersByTime(10_001);
    await setImmediate();
  }
  expect(await delivered).toBe(false);
});

test("sends the mail again after an answer of SES was lost", async () => {
  const onboarded = await onboard();
  const { email, message } = onboarded;
  ses.answer(email, "taken, and no answer");
  expect(await deliver(message)).toBe(false);
  // The SDK has not retried.
  expect(ses.takenFor(email)).toHaveLength(1);
  for (const seconds of [1, 1000]) expect(await deliver(message, seconds)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(2);
  expect(await mailOf(onboarded)).toMatchObject({ status: "sent" });
});

test.each<FaultTime>(["lost", "after"])(
  "no mail is lost with an answer of the table (%s)",
  async (when) => {
    for (let number = 1; ; number += 1) {
      const onboarded = await onboard();
      const { email, message } = onboarded;
      const end = failRequests((each) => each === number, when);
      const isDone = await deliver(message);
      const requests = end();
      if (requests.length < number) break;
      expect(isDone || (await deliver(message, 70))).toBe(true);
      expect(ses.takenFor(email).length, requests.at(-1)).toBeGreaterThanOrEqual(1);
      expect(await mailOf(onboarded)).toMatchObject({ status: "sent" });
    }
  },
);

test("a message that comes while another worker sends the mail comes again, as that worker may die", async () => {
  const { email, message, reseller_uuid, user_uuid: uuid } = await onboard();
  const sending = { status: "sending", sent_at: timestamp(new Date(clockAt(60).now())) } as const;
  await Mail.put({ reseller_uuid, about: "user", uuid, occasion: "onboarding", ...sending }).go();
  expect(await deliver(message, 70)).toBe(false);
  expect(await deliver(message, 140)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(1);
});
