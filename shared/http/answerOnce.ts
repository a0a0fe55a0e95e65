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

/** A reseller's key: SHA-256 of it with method, path and query, in base64url. The key itself is not stored. */
interface Claimed {
  reseller_uuid: string;
  digest: string;
  /** SHA-256 of the body, in base64url. Another body is refused. */
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
  const { reseller_uuid, digest, fingerprint } = claimed;
  const pk = `reseller#${reseller_uuid}#idempotencyKey#${digest}`;
  const holder = await claim({ pk, token, fingerprint }).catch(async (error) => {
    // The key may be claimed with its answer lost.
    await free(pk, token);
    throw error;
  });
  if (holder) return replay<Answer>(holder, fingerprint);

  try {
    return await perform((answer) => [
      StoredValue.patch({ pk })
        .set({ value: { fingerprint, answer: packJson(answer) } })
        .remove(["lease_epoch"])
        .where(isRunning(token)),
    ]);
  } catch (error) {
    const current = await free(pk, token);
    if (!current) throw error;
    // The write succeeded but its response was lost, or another request has taken over the key.
    const replayed = replay<Answer>(current, fingerprint);
    return current.token === token ? replayed.answer : replayed;
  }
}

/** Claims a key, or returns the record of the request that holds or has used it. */
async function claim(claimed: {
  pk: string;
  token: string;
  fingerprint: string;
}): Promise<KeyRecord | undefined> {
  const { pk, token, fingerprint } = claimed;
  const now = nowEpoch();
  const record = {
    ...{ pk, token, value: { fingerprint } },
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
  const holder = await find(pk);
  // It was freed in between.
  if (!holder) throw new RequestUnderWay();
  // If the response to the SDK's first try was lost, its second try fails although the key is ours.
  return holder.token === token ? undefined : holder;
}

/** The record of a key that is held or used; undefined if the key is free. */
async function find(pk: string): Promise<KeyRecord | undefined> {
  const record = await findStored<KeyRecord["value"]>({ pk });
  const now = nowEpoch();
  const { expires_epoch = 0, lease_epoch = Number.POSITIVE_INFINITY } = record ?? {};
  return expires_epoch > now && lease_epoch > now ? record : undefined;
}

/**
 * Frees a key for the next request. A later write of this request is then refused. Returns the key's
 * record if this request no longer holds it.
 */
async function free(pk: string, token: string): Promise<KeyRecord | undefined> {
  try {
    return await beyondDeadline(async () => {
      const freed = await writeIfTrue(() =>
        StoredValue.delete({ pk }).where(isRunning(token)).go(),
      );
      return freed ? undefined : await find(pk);
    });
  } catch (error) {
    log("warn", "an idempotency key stays until its lease ends", describeError(error));
    return undefined;
  }
}

type Condition = Parameters<ReturnType<typeof StoredValue.create>["where"]>[0];

/** The condition that a request still holds its key. */
function isRunning(token: string): Condition {
  return ({ token: holder, lease_epoch }, { eq, exists }) =>
    `${eq(holder, token)} AND ${exists(lease_epoch)}`;
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
