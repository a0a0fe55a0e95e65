import { createHash } from "node:crypto";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { HostClaim, type HostClaimRecord } from "../../../shared/entities/hostClaim.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { writeIfTrue } from "../../../shared/platform/table/transact.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";

/** An expired claim is stored this long, so that the next attempt knows that an audit died. */
const KEPT_SECONDS = 86_400;
/** Attempts to claim a host whose claims keep changing. */
const MAX_RETRIES = 3;

/**
 * A claim, or the reason of a refusal. `same`: another worker runs this audit. `busy`: an audit of another website at
 * this host runs.
 */
type Claimed = { claim: Claim } | { refusal: "same" | "busy" };

export interface Claim {
  key: { reseller_uuid: string; host: string };
  token: string;
  /** How many audits of this website died in a row, plus this one. */
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
  const key = { reseller_uuid, host };
  const token = newUuid();
  const expires_epoch = Math.ceil(until / 1000) + KEPT_SECONDS;
  const own = { ...key, token, website_uuid, due_at, until, expires_epoch };
  // Usually nobody has claimed the host, so the first attempt writes without a read.
  for (let before: HostClaimRecord | null = null, attempt = 0; ; attempt += 1) {
    const tries = before?.website_uuid === website_uuid ? before.tries + 1 : 1;
    if (await replaceClaim(before, { ...own, tries })) return { claim: { key, token, tries } };
    ({ data: before } = await HostClaim.get(key).go({ consistent: true }));
    const isHeld = before !== null && before.until >= now;
    if (!isHeld && attempt < MAX_RETRIES) continue;
    const isSame = before?.website_uuid === website_uuid && before.due_at === due_at;
    return { refusal: isSame ? "same" : "busy" };
  }
}

/** Replaces the claim that was read; false if the claim has changed since. */
async function replaceClaim(before: HostClaimRecord | null, claim: HostClaimRecord) {
  const written = await writeIfTrue(() =>
    HostClaim.put(claim)
      .where(({ token }, { eq, notExists }) => {
        const isUnchanged = before ? eq(token, before.token) : notExists(token);
        // The SDK repeats a write whose response was lost.
        return `${isUnchanged} OR ${eq(token, claim.token)}`;
      })
      .go(),
  );
  return written !== undefined;
}

/** Releases a host, unless the claim has expired and belongs to another audit. */
export async function releaseHost({ key, token }: Claim): Promise<void> {
  await writeIfTrue(() =>
    HostClaim.remove(key)
      .where((claim, { eq }) => eq(claim.token, token))
      .go(),
  );
}
