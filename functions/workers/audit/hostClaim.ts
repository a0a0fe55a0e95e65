import { createHash } from "node:crypto";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { findStored, type Stored, StoredValue } from "../../../shared/entities/storedValue.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { writeIfTrue } from "../../../shared/platform/table/transact.ts";
import { DAY_SECONDS } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";

/** An expired claim is stored this long, so that the next attempt knows that an audit died. */
const KEPT_SECONDS = DAY_SECONDS;

/** The audit that has claimed a host. */
interface ClaimingAudit {
  website_uuid: string;
  due_at: string;
  /** How many audits of this website in a row have claimed the host; all but the last have died. */
  tries: number;
  /** Milliseconds since 1970. An audit that has not released its claim by then has died. */
  until: number;
}

type StoredClaim = Stored<ClaimingAudit>;

/**
 * A claim, or the reason of a refusal. `same`: another worker runs this audit. `busy`: an audit of another website at
 * this host runs.
 */
type Claimed = { claim: Claim } | { refusal: "same" | "busy" };

interface Claim {
  pk: string;
  token: string;
  tries: number;
}

/**
 * Claims the host of a website that is due; hosts with and without `www.` count as one. The audits of one host run one
 * after another for each reseller, and a message that arrives twice leads to one crawl. `now` and `until` are
 * milliseconds since 1970.
 */
export async function claimHost(
  { reseller_uuid, uuid: website_uuid, hostname, due_at }: CheckRecord,
  { now, until }: { now: number; until: number },
): Promise<Claimed> {
  const host = createHash("sha256").update(hostOf(hostname)).digest("hex");
  const pk = `reseller#${reseller_uuid}#host#${host}`;
  const token = newUuid();
  const expires_epoch = Math.ceil(until / 1000) + KEPT_SECONDS;
  const value = { website_uuid, due_at, tries: 1, until };
  const claim = { pk, token, value, expires_epoch };
  // Usually nobody has claimed the host, so the first attempt writes without a read.
  if (await replaceClaim(undefined, claim)) return { claim: { pk, token, tries: 1 } };
  const before = await findStored<ClaimingAudit>({ pk });
  const isOwn = before?.value.website_uuid === website_uuid;
  if (before && before.value.until >= now)
    return { refusal: isOwn && before.value.due_at === due_at ? "same" : "busy" };
  const tries = before && isOwn ? before.value.tries + 1 : 1;
  const isTaken = await replaceClaim(before, { ...claim, value: { ...value, tries } });
  // If it is not, another worker was faster, most likely with the same audit.
  return isTaken ? { claim: { pk, token, tries } } : { refusal: "same" };
}

/** Replaces the claim that was read; false if the claim has changed since. */
async function replaceClaim(
  before: StoredClaim | undefined,
  claim: StoredClaim & { token: string },
) {
  const written = await writeIfTrue(() =>
    StoredValue.put(claim)
      .where(({ token }, { eq, notExists }) => {
        const isUnchanged = before?.token ? eq(token, before.token) : notExists(token);
        // The SDK repeats a write whose response was lost.
        return `${isUnchanged} OR ${eq(token, claim.token)}`;
      })
      .go(),
  );
  return written !== undefined;
}

/** Releases a host, unless the claim has expired and belongs to another audit. */
export async function releaseHost({ pk, token }: Claim): Promise<void> {
  await writeIfTrue(() =>
    StoredValue.remove({ pk })
      .where((claim, { eq }) => eq(claim.token, token))
      .go(),
  );
}
