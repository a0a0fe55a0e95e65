import { type Appearance, appearanceOf } from "../../shared/appearance.ts";
import { isClosed, Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { type TextLanguage, textLanguageOf, textLanguages } from "../../shared/texts.ts";
import type { FoundShare } from "./findShare.ts";
import { Memory } from "./memory.ts";

/** How long a page is kept before it is made again. */
export const PAGE_CACHE_SECONDS = 60;
const REMEMBERED_RESELLERS = 1000;

/** A share with all that its page is made from. Times are in milliseconds. */
export interface Shared extends FoundShare {
  appearance: Appearance;
  language: TextLanguage;
  now: number;
}

/** What a request for a share is answered with. */
export interface Content {
  type: string;
  body: string;
  headers?: Record<string, string>;
}

const resellers = new Memory<ResellerRecord | undefined>(PAGE_CACHE_SECONDS, REMEMBERED_RESELLERS);

/** Adds the reseller's looks and the language; undefined while the reseller is closed. */
export async function completeShare(found: FoundShare, now: number): Promise<Shared | undefined> {
  const { reseller_uuid: uuid, language: own } = found.share;
  const reseller = await resellers.get(uuid, async () => {
    const { data } = await Reseller.get({ uuid }).go();
    return data ?? undefined;
  });
  if (!reseller || isClosed(reseller)) return undefined;
  const language = textLanguages.find((each) => each === own);
  return {
    ...{ ...found, now },
    appearance: appearanceOf(reseller),
    language: language ?? textLanguageOf(found.user.language_preference),
  };
}
