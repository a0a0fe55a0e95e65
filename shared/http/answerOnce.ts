import { randomBytes } from "node:crypto";
import { findStored, type Stored, StoredValue } from "../entities/storedValue.ts";
import { RequestUnderWay, ValidationFailed } from "../platform/errors.ts";
import { describeError, log } from "../platform/log.ts";
import { beyondDeadline } from "../platform/table/deadline.ts";
import { packJson, unpackJson } from "../platform/table/packedJson.ts";
import { type Write, writeIfTrue } from "../platform/table/transact.ts";
import { Replayed } from "./responses.ts";
import { REQUEST_SECONDS } from "./routes.ts";

const KEPT_SECONDS = 24 * 60 * 60;
/** How long a request holds its key. Its function has ended by then. */
const LEASE_SECONDS = REQUEST_SECONDS + 1;

/** A key of a reseller: SHA-256 of it with method, path and query, in base64url. The key itself is not stored. */
interface Place {
  reseller_uuid: string;
  digest: string;
}

/** A key with SHA-256 of the body, in base64url. Another body is refused. */
interface Claimed extends Place {
  fingerprint: string;
}

/**
 * A request with a key: running until its lease ends, then done, or the key is free. The answer of a request that is
 * done is compressed JSON; the item of a usual answer fits into a kilobyte.
 */
type KeyRecord = Stored<{ fingerprint: string; answer?: Uint8Array }>;

/**
 * Calls `perform` once for each idempotency key. Its answer is stored in the transaction that does the
 * work; for 24 hours, every other request with the key gets that answer. Throws RequestUnderWay while
 * the first request is running, and ValidationFailed if the body differs. A failure frees the key.
 */
export async function answerOnce<Answer>(
  claimed: Claimed,
  perform: (keep: (answer: Answer) => Write[]) => Promise<Answer>,
): Promise<Answer | Replayed<Answer>> {
  const token = randomBytes(12).toString("base64url");
  const { fingerprint } = claimed;
  const holder = await claim(claimed, token).catch(async (error) => {
    // The key may be claimed with its answer lost.
    await free(claimed, token);
    throw error;
  });
  if (holder) return replay<Answer>(holder, fingerprint);

  try {
    return await perform((answer) => [keepWrite(claimed, token, answer)]);
  } catch (error) {
    const current = await free(claimed, token);
    if (!current) throw error;
    // The write succeeded but its response was lost, or another request has taken over the key.
    const replayed = replay<Answer>(current, fingerprint);
    return current.token === token ? replayed.answer : replayed;
  }
}

/** Claims a key, or returns the record of the request that holds or has used it. */
async function claim(claimed: Claimed, token: string): Promise<KeyRecord | undefined> {
  const now = nowEpoch();
  const record = {
    pk: pkOf(claimed),
    value: { fingerprint: claimed.fingerprint },
    token,
    lease_epoch: now + LEASE_SECONDS,
    expires_epoch: now + KEPT_SECONDS,
  };
  const written = await writeIfTrue(() =>
    StoredValue.put(record)
      .where(
        ({ pk, lease_epoch, expires_epoch }, { notExists, lte }) =>
          `${notExists(pk)} OR ${lte(expires_epoch, now)} OR ${lte(lease_epoch, now)}`,
      )
      .go(),
  );
  if (written) return undefined;
  const holder = await find(claimed);
  // It was freed in between.
  if (!holder) throw new RequestUnderWay();
  // If the response to the SDK's first try was lost, its second try fails although the key is ours.
  return holder.token === token ? undefined : holder;
}

/** The record of a key that is held or used; undefined if the key is free. */
async function find(place: Place): Promise<KeyRecord | undefined> {
  const record = await findStored<KeyRecord["value"]>({ pk: pkOf(place) });
  const now = nowEpoch();
  const { expires_epoch = 0, lease_epoch = Number.POSITIVE_INFINITY } = record ?? {};
  return expires_epoch > now && lease_epoch > now ? record : undefined;
}

/**
 * Frees a key for the next request. A later write of this request is then refused. Returns the key's
 * record if this request no longer holds it.
 */
async function free(place: Place, token: string): Promise<KeyRecord | undefined> {
  return await beyondDeadline(() => freeNow(place, token));
}

async function freeNow(place: Place, token: string) {
  try {
    const freed = await writeIfTrue(() =>
      StoredValue.delete({ pk: pkOf(place) })
        .where(isRunning(token))
        .go(),
    );
    return freed ? undefined : await find(place);
  } catch (error) {
    log("warn", "an idempotency key stays until its lease ends", describeError(error));
    return undefined;
  }
}

function keepWrite(claimed: Claimed, token: string, answer: unknown): Write {
  return StoredValue.patch({ pk: pkOf(claimed) })
    .set({ value: { fingerprint: claimed.fingerprint, answer: packJson(answer) } })
    .remove(["lease_epoch"])
    .where(isRunning(token));
}

type Condition = Parameters<ReturnType<typeof StoredValue.create>["where"]>[0];

/** The condition that a request still holds its key. */
function isRunning(token: string): Condition {
  return ({ token: holder, lease_epoch }, { eq, exists }) =>
    `${eq(holder, token)} AND ${exists(lease_epoch)}`;
}

function pkOf({ reseller_uuid, digest }: Place): string {
  return `reseller#${reseller_uuid}#idempotencyKey#${digest}`;
}

/** The answer to another request with the key. */
function replay<Answer>({ value }: KeyRecord, fingerprint: string): Replayed<Answer> {
  if (value.fingerprint !== fingerprint) {
    const mismatch = "Idempotency key was sent with another body before";
    throw new ValidationFailed({ idempotency_key: { mismatch } });
  }
  if (!value.answer) throw new RequestUnderWay();
  return new Replayed(unpackJson<Answer>(value.answer));
}

function nowEpoch(): number {
  return Math.floor(Date.now() / 1000);
}
