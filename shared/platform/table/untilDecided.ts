import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { isUnavailable } from "../awsClient.ts";
import { Overloaded, TooBusy } from "../errors.ts";
import { systemClock } from "../time.ts";
import { hasTimeLeft } from "./deadline.ts";

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1000;

/** How often something is tried at most, and the longest first pause. */
interface Tries {
  most: number;
  firstPauseMs: number;
}

/**
 * For a write that conflicts with a transaction. On average, the first pause outlasts a transaction, and all
 * 19 add up to 8.5 seconds.
 */
export const AFTER_CONFLICT: Tries = { most: 20, firstPauseMs: 160 };
/** For a write based on a read that has become outdated. */
export const AFTER_CHANGE: Tries = { most: 12, firstPauseMs: FIRST_PAUSE_MS };

/** Waits until the next try, after the `attempt`th from 0; throws `refusal` if that was the last. */
export async function pauseBetween(tries: Tries, attempt: number, refusal: Error) {
  if (attempt + 1 >= tries.most || !hasTimeLeft()) throw refusal;
  await pause(attempt, tries.firstPauseMs);
}

/** Exponential backoff with full jitter, so that writers that collided don't collide again. */
export async function pause(attempt: number, firstPauseMs = FIRST_PAUSE_MS) {
  await systemClock.sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** attempt));
}

/** For a transaction that gets no answer; the SDK makes several tries of each. */
const UNANSWERED = { ...AFTER_CONFLICT, most: 5 };

/**
 * Sends a transaction until it is done (true), or refused because a condition fails (false). DynamoDB does
 * a transaction once per token, so sending the same token again shows the outcome of an attempt whose answer
 * was lost. Throws TooBusy if conflicts with other transactions don't end, and Overloaded if the table is
 * throttled or no time is left.
 */
export async function untilDecided(
  send: (ClientRequestToken: string) => Promise<unknown>,
): Promise<boolean> {
  let token = randomUUID();
  let unanswered = 0;
  if (!hasTimeLeft()) throw new Overloaded("The request has taken too long to begin a transaction");
  for (let attempt = 0; ; attempt += 1) {
    try {
      await send(token);
      return true;
    } catch (error) {
      const codes = codesOf(error);
      if (codes?.includes("ConditionalCheckFailed")) return false;
      if (codes) {
        assertPassing(codes);
        if (unanswered === 0 && isFirstAnswer(error)) token = randomUUID();
        await pauseBetween(AFTER_CONFLICT, attempt, refusedFor(codes));
      } else {
        if (!isUnavailable(error)) throw error;
        await pauseBetween(UNANSWERED, unanswered, error as Error);
        unanswered += 1;
      }
    }
  }
}

/** Why DynamoDB cancelled each write of a transaction. */
type Codes = (string | undefined)[];

/** The codes of a cancelled transaction; undefined for any other error. */
function codesOf(error: unknown): Codes | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}

/** Whether this answers the SDK's first try: then no other try can have been done. */
function isFirstAnswer(error: unknown): boolean {
  const { attempts = 1 } = (error as TransactionCanceledException).$metadata;
  return attempts === 1;
}

/** DynamoDB's codes for throttling. */
const THROTTLED = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/** The codes after which a retry may succeed; `None` is the code of the other writes. */
const PASSING = ["None", "TransactionConflict", ...THROTTLED];

/** Throws when a retry can't help: the transaction itself is wrong. */
function assertPassing(codes: Codes) {
  const lasting = codes.find((code) => code !== undefined && !PASSING.includes(code));
  if (lasting) throw new Error(`DynamoDB does not take a transaction: ${lasting}`);
}

/** A conflict is due to the caller's own requests (429), a throttled table is not (503). */
function refusedFor(codes: Codes): Error {
  const isThrottled = codes.some((code) => code !== undefined && THROTTLED.includes(code));
  if (isThrottled) return new Overloaded("The table is throttled");
  return new TooBusy("Too many transactions on the same records");
}
