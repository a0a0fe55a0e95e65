import * as z from "zod/mini";
import { type ShareRecord, shareKinds, tokenKey } from "../../../shared/entities/share.ts";
import { findStored } from "../../../shared/entities/storedValue.ts";
import { described, optional } from "../../../shared/fields/described.ts";
import {
  dayParameter,
  oneOf,
  rule,
  timestampParameter,
  uuidParameter,
} from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf, doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { deleted, fetched, updated } from "../../../shared/http/responses.ts";
import { changeListed, getListed } from "../../../shared/lists/changeListed.ts";
import { removeShare, shares, tokenCreation, tokenRemovals } from "../../../shared/lists/shares.ts";
import { identifyApiKey } from "../../../shared/platform/apiKey.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { type TextLanguage, textLanguages } from "../../../shared/vocabulary/texts.ts";
import { shareSchema } from "./shareSchemas.ts";

/** The part of a share's address that a client chooses; every share of every reseller has another one. */
const slug = z.string().check(
  rule("length", "Slug must be 3 to 60 characters", ({ length }) => length >= 3 && length <= 60, {
    keywords: { minLength: 3, maxLength: 60 },
  }),
  rule("format", "Slug must have only a to z, 0 to 9 and -", (text) => /^[a-z0-9-]+$/.test(text), {
    keywords: { pattern: "^[a-z0-9-]+$" },
  }),
);

const slugField = optional(
  slug,
  "The address of the share is `/s/<slug>`. It is unique in the whole service and leads there until it is changed. Whoever guesses it sees the share.",
  "harbour-cycles",
);

/** The body of a change of a share. */
const shareChange = z.object({ slug: slugField });

interface Named {
  website_uuid?: string | undefined;
  business_uuid?: string | undefined;
}

const day = (label: string) =>
  z.pipe(
    dayParameter(label),
    z.transform((value: string) => value),
  );

/** The body of a new share: of a website or of a business. */
export const shareBody = z
  .object({
    website_uuid: optional(uuidParameter("website_uuid"), "The website that the share shows."),
    business_uuid: optional(
      uuidParameter("business_uuid"),
      "The business that the share shows, if no website is named.",
    ),
    kind: described(z._default(oneOf("Kind", shareKinds), "status"), "What the share shows."),
    slug: slugField,
    language: optional(
      oneOf("Language", textLanguages),
      "The language of the share; without it, the user's `language_preference`.",
    ),
    from: optional(day("From"), "The first day of a report, of at most 90 days."),
    to: optional(day("To"), "The last day of a report; without it, yesterday, or the 90th day."),
    expires_at: optional(
      timestampParameter("expires_at"),
      "When the share ends, in the future; without it, when it is deleted.",
    ),
  })
  .check(
    rule(
      "required",
      "A website or a business is required",
      ({ website_uuid, business_uuid }: Named) => (website_uuid ?? business_uuid) !== undefined,
      { field: "website_uuid" },
    ),
    rule(
      "options",
      "A share is about a website or a business, not both",
      ({ website_uuid, business_uuid }: Named) =>
        website_uuid === undefined || business_uuid === undefined,
      { field: "business_uuid" },
    ),
  );

/** A share as the API shows it. The origin is that of the request. */
export function presentShare(share: ShareRecord, origin: string): z.output<typeof shareSchema> {
  const { uuid, kind, about, about_uuid, user_uuid, created_at, slug = null } = share;
  return {
    ...{ uuid, kind },
    website_uuid: about === "website" ? about_uuid : null,
    business_uuid: about === "user" ? null : share.business_uuid,
    user_uuid,
    // `shareBody` accepts only these languages.
    language: (share.language as TextLanguage | undefined) ?? null,
    from: share.from ?? null,
    to: share.to ?? null,
    expires_at: share.expires_at ?? null,
    created_at,
    slug,
    url: slug === null ? null : `${origin}/s/${slug}`,
  };
}

/** Throws ValidationFailed if the slug leads to a share. */
export async function assertFree(slug: string) {
  if (await findStored(tokenKey(identifyApiKey(slug).uuid)))
    throw new ValidationFailed({ slug: { unique: "Slug is already in use" } });
}

export const fetchShare = endpoint({
  route: "GET /v1/shares/{share_uuid}",
  id: "fetchShare",
  summary: "Fetch a share",
  response: () => fetchedOf(shareSchema),
  async answer({ reseller_uuid, uuid, event }) {
    const share = await getListed(shares, { reseller_uuid, uuid });
    return fetched(presentShare(share, originOf(event)));
  },
});

/** Gives a share another slug. The former one leads nowhere then; a random token still leads to the share. */
export const updateShare = endpoint({
  route: "PATCH /v1/shares/{share_uuid}",
  id: "updateShare",
  summary: "Change a share's address",
  details:
    "The new slug leads to the share within ten seconds, and the former one nowhere. An address with a random token still works.",
  response: () => doneOf("Share updated", shareSchema),
  exampleBody: { slug: "harbour-cycles" },
  body: shareChange,
  async answer({ reseller_uuid, uuid, body: { slug }, event }) {
    const origin = originOf(event);
    const share = await changeListed(shares, { reseller_uuid, uuid }, async (share) => {
      if (slug === undefined || slug === share.slug) return undefined;
      await assertFree(slug);
      const also = [tokenCreation(slug, share), ...tokenRemovals({ slug: share.slug })];
      return { set: { slug }, also };
    });
    return updated("Share", presentShare(share, origin));
  },
});

export const deleteShare = endpoint({
  route: "DELETE /v1/shares/{share_uuid}",
  id: "deleteShare",
  summary: "Delete a share",
  details: "Its link leads nowhere from now on, at the latest after ten seconds.",
  response: () => deletedOf("Share"),
  async answer({ reseller_uuid, uuid }) {
    await removeShare({ reseller_uuid, uuid });
    return deleted("Share");
  },
});
