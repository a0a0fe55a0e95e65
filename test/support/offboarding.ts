import type { Context } from "aws-lambda";
import { vi } from "vitest";
import { handler as cleanup } from "../../functions/cleanup/index.ts";
import { findOffboarding } from "../../functions/cleanup/offboardings.ts";
import { sqsEvent } from "./messages.ts";

export const DONE = { batchItemFailures: [] };

/** The message about an offboarding as it is now. */
export async function offboardingMessage(uuid: string) {
  const { due_at } = (await findOffboarding(uuid)) ?? {};
  return { offboardings: [{ reseller_uuid: uuid, uuid, due_at }] };
}

/** Does some work as if it were this time; the clock is right again afterwards. */
export async function at<Result>(time: number | string, work: () => Promise<Result>) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** Has the clean-up work on a message with this time left, in milliseconds. */
export const work = (message: unknown, remaining = 60_000) =>
  cleanup(sqsEvent(message), { getRemainingTimeInMillis: () => remaining } as Context);

/** Does the next step of an offboarding when it is due. */
export async function goOn(uuid: string, remaining = 60_000) {
  const message = await offboardingMessage(uuid);
  const due_at = message.offboardings[0]?.due_at ?? "";
  return await at(Math.max(Date.now(), Date.parse(due_at)), () => work(message, remaining));
}

/** Goes on until the offboarding is in another state, with this time left in each call. */
export async function goOnWhile(state: string, uuid: string, remaining = 60_000): Promise<number> {
  let calls = 0;
  while ((await findOffboarding(uuid))?.state === state) {
    await goOn(uuid, remaining);
    calls += 1;
  }
  return calls;
}
