import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { isUnavailable } from "../awsClient.ts";
import { Overloaded, TooBusy } from "../errors.ts";
import { pauseAfterConflict } from "./pause.ts";

/** Tries of a write on whose items other transactions are working: 8 seconds of pauses on average. */
export const CONFLICT_ATTEMPTS = 20;
/** Tries of a transaction that gets no answer; the SDK makes several of each. */
const UNANSWERED_ATTEMPTS = 3;

/**
 * Sends a transaction until it is done (true), or refused because a condition fails (false). DynamoDB does
 * a transaction once per token, so sending the same token again tells what became of one whose answer was
 * lost. Throws TooBusy if conflicts with other transactions don't end, and Overloaded if the table is
 * throttled.
 */
export async function untilDecided(
  send: (ClientRequestToken: string) => Promise<unknown>,
): Promise<boolean> {
  let token = randomUUID();
  let unanswered = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await send(token);
      return true;
    } catch (error) {
      const codes = codesOf(error);
      if (codes.includes("ConditionalCheckFailed")) return false;
      const isRefused = codes.length > 0;
      if (isRefused) assertPassing(codes, attempt);
      else unanswered += 1;
      if (!isRefused && (unanswered === UNANSWERED_ATTEMPTS || !isUnavailable(error))) throw error;
      if (isRefused && unanswered === 0 && isFirstAnswer(error)) token = randomUUID();
      await pauseAfterConflict(attempt);
    }
  }
}

/** Why DynamoDB cancelled each write of a transaction; empty if it did not answer. */
type Codes = (string | undefined)[];

function codesOf(error: unknown): Codes {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}

/** Whether the SDK got this answer at its first try: then no other try can have been done. */
function isFirstAnswer(error: unknown): boolean {
  const { attempts = 1 } = (error as TransactionCanceledException).$metadata;
  return attempts === 1;
}

/** DynamoDB's codes for throttling. */
const THROTTLED = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/** The codes after which a retry may succeed; `None` is the code of the other writes. */
const PASSING = ["None", "TransactionConflict", ...THROTTLED];

/** Throws when a retry can't help, as the transaction itself is wrong, and after the last try. */
function assertPassing(codes: Codes, attempt: number) {
  const lasting = codes.find((code) => code !== undefined && !PASSING.includes(code));
  if (lasting) throw new Error(`DynamoDB does not take a transaction: ${lasting}`);
  if (attempt + 1 === CONFLICT_ATTEMPTS) throw refusedFor(codes);
}

/** A conflict is due to the caller's own requests (429), a throttled table is not (503). */
function refusedFor(codes: Codes): Error {
  const isThrottled = codes.some((code) => code !== undefined && THROTTLED.includes(code));
  if (isThrottled) return new Overloaded("The table is throttled");
  return new TooBusy("Too many transactions on the same records");
}
