import { type Appearance, appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import { Prospect, type ProspectRecord } from "../../../shared/entities/prospect.ts";
import { isClosed, Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { type SharedView, slugKey } from "../../../shared/entities/share.ts";
import { findStored } from "../../../shared/entities/storedValue.ts";
import { User, type UserRecord } from "../../../shared/entities/user.ts";
import { Website, type WebsiteRecord } from "../../../shared/entities/website.ts";
import { batchGetEventually, lookup } from "../../../shared/platform/table/batch.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import {
  type TextLanguage,
  textLanguageOf,
  textLanguages,
} from "../../../shared/vocabulary/texts.ts";
import { remembering } from "./memory.ts";

/** How long a page is kept before it is made again. */
export const PAGE_CACHE_SECONDS = 60;
/** How long the end of a share takes to have effect. */
const SHARE_CACHE_SECONDS = 10;
const REMEMBERED_SHARES = 5000;

/** What is read for a share that has not ended. */
interface FoundShare {
  share: SharedView;
  /** If the share is about one. */
  website: WebsiteRecord | undefined;
  /** Of the business, or of the user whose businesses it shows. */
  name: string;
  appearance: Appearance;
  language: TextLanguage;
}

/** What is read for the page of a prospect. */
interface FoundProspect extends Pick<FoundShare, "share" | "appearance" | "language"> {
  prospect: ProspectRecord;
}

/** A share with all that its page is made from, and the time in milliseconds. */
export type Shared = FoundShare & { now: number };
export type SharedProspect = FoundProspect & { now: number };

const rememberShare = remembering<FoundShare | FoundProspect | undefined>(
  SHARE_CACHE_SECONDS,
  REMEMBERED_SHARES,
);

/** The share of a slug, at most ten seconds old; undefined for an unknown slug or an ended share. */
export async function findShare(
  slug: string,
  now: number,
): Promise<Shared | SharedProspect | undefined> {
  const key = slugKey(slug);
  const shared = await rememberShare(key.pk, () => readShare(key));
  const { expires_at } = shared?.share ?? {};
  const hasExpired = expires_at !== undefined && expires_at <= timestamp(new Date(now));
  return shared && !hasExpired ? { ...shared, now } : undefined;
}

/** Nothing has these keys. They are read for an unknown slug, which then takes as long as one that has ended. */
const NOBODY = {
  ...{ about: "website", about_uuid: "none", business_uuid: "none" },
  ...{ user_uuid: "none", reseller_uuid: "none" },
} as const;

/** Costs three read units, and more for a business of over 4 kB. */
async function readShare(
  key: ReturnType<typeof slugKey>,
): Promise<FoundShare | FoundProspect | undefined> {
  const share = (await findStored<SharedView>(key))?.value;
  const { reseller_uuid, about, about_uuid, business_uuid, user_uuid } = share ?? NOBODY;
  const [reseller, business, user, record] = await batchGetEventually(
    lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid: business_uuid }),
    lookup<UserRecord>(User, { reseller_uuid, uuid: user_uuid }),
    // For a share of a business there is none: it is read like one whose website is gone.
    about === "prospect"
      ? lookup<unknown>(Prospect, { reseller_uuid, uuid: about_uuid })
      : lookup<unknown>(Website, { reseller_uuid, uuid: about_uuid }),
  );
  if (!share || !reseller || isClosed(reseller)) return undefined;
  const appearance = appearanceOf(reseller);
  if (share.about === "prospect") {
    const prospect = record as ProspectRecord | undefined;
    return prospect && { share, prospect, appearance, language: prospect.language };
  }
  const website = record as WebsiteRecord | undefined;
  const name = about === "user" && user ? `${user.first_name} ${user.last_name}` : business?.name;
  if (name === undefined || !user || user.suspended_at !== undefined) return undefined;
  if (about === "website" && !website) return undefined;
  const own = textLanguages.find((each) => each === share.language);
  return {
    ...{ share, website, name, appearance },
    language: own ?? textLanguageOf(user.language_preference),
  };
}
