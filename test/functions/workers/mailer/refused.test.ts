import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { mailerHandler } from "../../../../functions/workers/mailer/mailBatch.ts";
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
