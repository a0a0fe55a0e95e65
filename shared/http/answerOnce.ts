import { randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { IdempotencyKey, type IdempotencyKeyRecord } from "../entities/idempotencyKey.ts";
import { RequestUnderWay, ValidationFailed } from "../platform/errors.ts";
import { describeError, log } from "../platform/log.ts";
import { beyondDeadline } from "../platform/table/deadline.ts";
import { type Write, write, writeIfTrue } from "../platform/table/transact.ts";
import { Replayed } from "./responses.ts";
import { REQUEST_SECONDS } from "./routes.ts";

const KEPT_SECONDS = 24 * 60 * 60;
/** How long a request holds its key. Its function has ended by then. */
const LEASE_SECONDS = REQUEST_SECONDS + 1;
/** Nearly all requests take less. */
const USUAL_SECONDS = 2;
const CLAIM_ATTEMPTS = 3;

/** The writes that store an answer, for the transaction that the answer reports. */
export type Keep = (answer: unknown) => Write[];

type Place = Pick<IdempotencyKeyRecord, "reseller_uuid" | "digest">;
type Claimed = Place & Pick<IdempotencyKeyRecord, "fingerprint">;

/**
 * Calls `perform` once for each idempotency key. Its answer is stored in the transaction that does the
 * work; for 24 hours, every other request with the key gets that answer. Throws RequestUnderWay while
 * the first request is running, and ValidationFailed if the body differs. A failure frees the key.
 */
export async function answerOnce<Answer>(
  claimed: Claimed,
  perform: (keep: Keep) => Promise<Answer>,
): Promise<Answer | Replayed<Answer>> {
  const token = randomBytes(12).toString("base64url");
  const { fingerprint, ...place } = claimed;
  const holder = await claim(claimed, token).catch(async (error) => {
    // The key may be claimed with its answer lost.
    await free(place, token);
    throw error;
  });
  if (holder) return replay<Answer>(holder, fingerprint);

  let stored: string | undefined;
  const keep = (answer: unknown) => {
    stored = JSON.stringify(answer);
    return [keepWrite(place, token, stored)];
  };
  let answer: Answer;
  try {
    answer = await perform(keep);
  } catch (error) {
    const current = await free(place, token);
    if (!current) throw error;
    // The write succeeded but its response was lost, or another request has taken over the key.
    const replayed = replay<Answer>(current, fingerprint);
    return current.token === token ? replayed.answer : replayed;
  }
  if (JSON.stringify(answer) !== stored)
    throw new Error("The answer is not the one that was stored");
  return answer;
}

/** Claims a key, or returns the record of the request that holds or has used it. */
async function claim(claimed: Claimed, token: string): Promise<IdempotencyKeyRecord | undefined> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    const now = nowEpoch();
    const record = {
      ...claimed,
      token,
      lease_epoch: now + LEASE_SECONDS,
      expires_epoch: now + KEPT_SECONDS,
    };
    const written = await writeIfTrue(() =>
      IdempotencyKey.put(record)
        .where(
          ({ digest, answer, lease_epoch, expires_epoch }, { notExists, lte }) =>
            `${notExists(digest)} OR ${lte(expires_epoch, now)} OR (${notExists(answer)} AND ${lte(lease_epoch, now)})`,
        )
        .go(),
    );
    if (written) return undefined;
    const holder = await find(claimed);
    // If the response to the SDK's first try was lost, its second try fails although the key is ours.
    if (holder?.token === token) return undefined;
    if (holder) return holder;
  }
  throw new RequestUnderWay(1);
}

/** The record of a key that is held or used; undefined if the key is free. */
async function find({ reseller_uuid, digest }: Place): Promise<IdempotencyKeyRecord | undefined> {
  const { data } = await IdempotencyKey.get({ reseller_uuid, digest }).go({ consistent: true });
  const now = nowEpoch();
  if (data === null || data.expires_epoch <= now) return undefined;
  return data.answer || leaseOf(data) > now ? data : undefined;
}

/**
 * Frees a key for the next request. A later write of this request is then refused. Returns the key's
 * record if this request no longer holds it.
 */
async function free(place: Place, token: string): Promise<IdempotencyKeyRecord | undefined> {
  return await beyondDeadline(() => freeNow(place, token));
}

async function freeNow(place: Place, token: string) {
  try {
    const freed = await writeIfTrue(() =>
      IdempotencyKey.delete(place)
        .where(
          ({ token: holder, answer }, { eq, notExists }) =>
            `${eq(holder, token)} AND ${notExists(answer)}`,
        )
        .go(),
    );
    return freed ? undefined : await find(place);
  } catch (error) {
    log("warn", "an idempotency key stays until its lease ends", describeError(error));
    return undefined;
  }
}

function keepWrite(place: Place, token: string, json: string): Write {
  return write(IdempotencyKey, (entity) =>
    entity
      .patch(place)
      .set({ answer: deflateRawSync(json) })
      .where(
        ({ token: holder, answer }, { eq, notExists }) =>
          `${eq(holder, token)} AND ${notExists(answer)}`,
      )
      .commit(),
  );
}

/** The answer to another request with the key. */
function replay<Answer>(holder: IdempotencyKeyRecord, fingerprint: string): Replayed<Answer> {
  if (holder.fingerprint !== fingerprint) {
    const mismatch = "Idempotency key was sent with another body before";
    throw new ValidationFailed({ idempotency_key: { mismatch } });
  }
  if (!holder.answer) throw new RequestUnderWay(secondsToWait(holder));
  return new Replayed(JSON.parse(inflateRawSync(holder.answer).toString()));
}

/** A request that takes longer than usual has probably died: its key becomes free when its lease ends. */
function secondsToWait(holder: IdempotencyKeyRecord): number {
  const seconds = leaseOf(holder) - nowEpoch();
  return LEASE_SECONDS - seconds < USUAL_SECONDS ? 1 : Math.max(1, seconds);
}

function leaseOf({ lease_epoch = 0 }: IdempotencyKeyRecord): number {
  return lease_epoch;
}

function nowEpoch(): number {
  return Math.floor(Date.now() / 1000);
}
