import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import { ShareToken, type ShareTokenRecord } from "../../shared/entities/share.ts";
import { User, type UserRecord } from "../../shared/entities/user.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { identifyApiKey } from "../../shared/http/apiKey.ts";
import { batchGetWith, lookup } from "../../shared/table/batch.ts";
import { timestamp } from "../../shared/time.ts";
import { Memory } from "./memory.ts";

/** How long the end of a share takes to have effect. */
export const SHARE_CACHE_SECONDS = 10;
const REMEMBERED_SHARES = 5000;

/** A share that has not ended, with its website if it is about one, its business, and the user. */
export interface FoundShare {
  share: ShareTokenRecord;
  website: WebsiteRecord | undefined;
  business: BusinessRecord;
  user: UserRecord;
}

const found = new Memory<FoundShare | undefined>(SHARE_CACHE_SECONDS, REMEMBERED_SHARES);

/** The share of a token, at most ten seconds old; undefined for an unknown token or an ended share. */
export async function findShare(token: string, now: number): Promise<FoundShare | undefined> {
  const { uuid, sha256 } = identifyApiKey(token);
  const known = await found.get(sha256, () => readShare(uuid, sha256));
  const { expires_at } = known?.share ?? {};
  const hasExpired = expires_at !== undefined && expires_at <= timestamp(new Date(now));
  return hasExpired ? undefined : known;
}

/** Nothing has these keys. They are read for an unknown token, which then takes as long as one that has ended. */
const NOBODY = {
  ...{ about: "website", about_uuid: "none", business_uuid: "none" },
  ...{ user_uuid: "none", reseller_uuid: "none" },
} as const;

/** Costs two and a half read units, and more for a business of over 4 kB. */
async function readShare(uuid: string, sha256: string): Promise<FoundShare | undefined> {
  const { data } = await ShareToken.get({ uuid }).go({ consistent: true });
  const share = data?.sha256 === sha256 ? data : undefined;
  const { reseller_uuid, about, about_uuid, business_uuid, user_uuid } = share ?? NOBODY;
  const ofWebsite = about === "website";
  const [business, user, website] = await batchGetWith(
    { consistent: false },
    lookup<unknown>(Business, { reseller_uuid, uuid: business_uuid }),
    lookup<unknown>(User, { reseller_uuid, uuid: user_uuid }),
    // A share of a business has none: it is read like one whose website is gone.
    lookup<unknown>(Website, { reseller_uuid, uuid: about_uuid }),
  );
  if (!share || !business || !user || (ofWebsite && !website)) return undefined;
  const found = { share, website, business, user } as FoundShare;
  return found.user.suspended_at === undefined ? found : undefined;
}
