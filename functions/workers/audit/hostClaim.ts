import { createHash } from "node:crypto";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { HostClaim, type HostClaimRecord } from "../../../shared/entities/hostClaim.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { writeIfTrue } from "../../../shared/platform/table/transact.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";

/** An expired claim is kept this long, so that the next try knows that an audit has died. */
const KEPT_SECONDS = 86_400;
/** Tries to claim a host whose claims end and begin meanwhile. */
const MAX_RETRIES = 3;

/** A claim, or a refusal: `same` if another worker does this audit, `busy` if one of another website at the host runs. */
type Claimed = { claim: Claim } | { refusal: "same" | "busy" };

export interface Claim {
  key: { reseller_uuid: string; host: string };
  token: string;
  /** How many audits of this website have died in a row, plus this one. */
  tries: number;
}

/**
 * Claims the host of a website that is due, with or without `www.`, so that a reseller's audits of one host run one
 * after another and a message that comes twice leads to one crawl. `now` and `until`: milliseconds since 1970.
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
  // Usually nobody has claimed the host, so the first write does not look.
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

/** Puts a claim in the place of the one that was read; false if there is another one by now. */
async function replaceClaim(before: HostClaimRecord | null, claim: HostClaimRecord) {
  const written = await writeIfTrue(() =>
    HostClaim.put(claim)
      .where(({ token }, { eq, notExists }) => {
        const isUnchanged = before ? eq(token, before.token) : notExists(token);
        // The SDK sends the write again if only its answer was lost.
        return `${isUnchanged} OR ${eq(token, claim.token)}`;
      })
      .go(),
  );
  return written !== undefined;
}

/** Releases a host, unless the claim has expired and another audit has it by now. */
export async function releaseHost({ key, token }: Claim): Promise<void> {
  await writeIfTrue(() =>
    HostClaim.remove(key)
      .where((claim, { eq }) => eq(claim.token, token))
      .go(),
  );
}
