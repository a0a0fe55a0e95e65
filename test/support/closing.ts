import type { Context } from "aws-lambda";
import { vi } from "vitest";
import { handler as cleanup } from "../../functions/workers/cleanup/index.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { DAY_MS } from "../../shared/platform/time.ts";
import { run } from "../functions/operators/run.ts";
import { sqsEvent } from "./messages.ts";

export const DONE = { batchItemFailures: [] };

/** Does some work as if it were this time; the clock is right again afterwards. */
export async function at<Result>(time: number, work: () => Promise<Result>) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** Does some work when a reseller that is closed now can no longer be reopened. */
export const afterKept = <Result>(work: () => Promise<Result>) =>
  at(Date.now() + 31 * DAY_MS, work);

/** Has the clean-up work on a message with this time left, in milliseconds. */
export const work = (message: unknown, remaining = 60_000) =>
  cleanup(sqsEvent(message), { getRemainingTimeInMillis: () => remaining } as Context);

export const closeReseller = (uuid: string) => run("reseller close", { uuid, yes: true });

/** The message that removes a reseller. */
export const removal = (uuid: string) => ({ reseller_uuid: uuid, uuid, entity: "reseller" });

/** Closes a reseller and has it removed when its time is over, with this time left in each call. */
export async function closeAndRemove(uuid: string, remaining?: number): Promise<number> {
  await closeReseller(uuid);
  let calls = 0;
  while ((await Reseller.get({ uuid }).go({ consistent: true })).data) {
    await afterKept(() => work(removal(uuid), remaining));
    calls += 1;
  }
  return calls;
}
