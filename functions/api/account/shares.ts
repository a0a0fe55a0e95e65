import * as z from "zod/mini";
import { type ShareRecord, shareKinds } from "../../../shared/entities/share.ts";
import { described, optional } from "../../../shared/fields/described.ts";
import {
  dayParameter,
  oneOf,
  parentMissing,
  rule,
  timestampParameter,
  uuidParameter,
} from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf, doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created, deleted, fetched, updated } from "../../../shared/http/responses.ts";
import { getReseller } from "../../../shared/limits/resellers.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed, getListed } from "../../../shared/lists/changeListed.ts";
import { removeShare, shares, slugCreation, slugRemoval } from "../../../shared/lists/shares.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { addShare, assertFree } from "../../../shared/shares/addShare.ts";
import { periodUntilNow } from "../../../shared/views/period.ts";
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

/** The body of a change of a share. */
const shareChange = z.object({
  slug: optional(slug, "The new end of the share's address.", "harbour-cycles"),
});

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
const shareBody = z
  .object({
    website_uuid: optional(uuidParameter("website_uuid"), "The website that the share shows."),
    business_uuid: optional(
      uuidParameter("business_uuid"),
      "The business that the share shows, if no website is named.",
    ),
    kind: described(z._default(oneOf("Kind", shareKinds), "status"), "What the share shows."),
    slug: optional(
      slug,
      "The end of the share's address, `/s/<slug>`. No other share of the service may have the same slug. Everybody who knows or guesses the slug can open the page. Without a slug, the service makes up a random one that nobody can guess.",
      "harbour-cycles",
    ),
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
  const { uuid, kind, about, about_uuid, user_uuid, created_at, slug } = share;
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
    url: `${origin}/s/${slug}`,
  };
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

/** Gives a share another slug. */
export const updateShare = endpoint({
  route: "PATCH /v1/shares/{share_uuid}",
  id: "updateShare",
  summary: "Change a share's address",
  details:
    "The new slug leads to the share at once, and the former one nowhere, at the latest after ten seconds.",
  response: () => doneOf("Share updated", shareSchema),
  exampleBody: { slug: "harbour-cycles" },
  body: shareChange,
  async answer({ reseller_uuid, uuid, body: { slug }, event }) {
    const share = await changeListed(shares, { reseller_uuid, uuid }, async (share) => {
      if (slug === undefined || slug === share.slug) return undefined;
      await assertFree(slug);
      return { set: { slug }, also: [slugCreation(slug, share), slugRemoval(share.slug)] };
    });
    return updated("Share", presentShare(share, originOf(event)));
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

type Body = z.output<typeof shareBody>;

export const createShare = postEndpoint({
  route: "POST /v1/shares",
  id: "createShare",
  summary: "Share a page about a website or a business",
  details:
    "Makes a link to a page in your name, for people without a key. Send either `website_uuid` or `business_uuid`. The page ends when the share is deleted or expires, when the website or business is deleted, and while its user is suspended: within ten seconds. Requests for it do not count toward your limits. The number of shares is limited: rule `max`.",
  response: () => doneOf("Share created", shareSchema),
  exampleBody: {
    website_uuid: "01a1f3c2-8d4e-7b6a-9c5d-000000000004",
    kind: "status",
    language: "de",
  },
  body: shareBody,
  async answer({ reseller_uuid, body, event, keep }) {
    const attributes = await attributesOf(reseller_uuid, body);
    const origin = originOf(event);
    const slug = await addShare(await getReseller(reseller_uuid), attributes, {
      also: (record) => keep(created("Share", presentShare(record, origin))),
    });
    if (!slug) throw parentMissing("reseller");
  },
});

/** The attributes of a new share; throws ValidationFailed. */
async function attributesOf(
  reseller_uuid: string,
  { website_uuid, business_uuid, expires_at, ...body }: Body,
) {
  if (expires_at && expires_at.getTime() <= Date.now()) {
    throw new ValidationFailed({ expires_at: { min: "Expiry time must be in the future" } });
  }
  if (body.kind !== "report" && (body.from ?? body.to) !== undefined) {
    const options = "Days are for reports only";
    throw new ValidationFailed({ [body.from === undefined ? "to" : "from"]: { options } });
  }
  if (body.kind === "report")
    periodUntilNow({ from: body.from, to: body.to, timezone: "UTC" }, Date.now());
  const owner = await findOwner(reseller_uuid, { website_uuid, business_uuid });
  return {
    ...{ ...body, ...owner },
    ...(expires_at && { expires_at: timestamp(expires_at) }),
  };
}

/** What the share is about, and whose it is; throws ValidationFailed if there is no such record. */
async function findOwner(
  reseller_uuid: string,
  { website_uuid, business_uuid = "" }: Pick<Body, "website_uuid" | "business_uuid">,
) {
  if (website_uuid === undefined) {
    const { data } = await businesses.get({ reseller_uuid, uuid: business_uuid });
    if (!data) throw parentMissing("business_uuid");
    const about = { about: "business", about_uuid: business_uuid } as const;
    return { ...about, business_uuid, user_uuid: data.user_uuid };
  }
  const { data } = await websites.get({ reseller_uuid, uuid: website_uuid });
  if (!data) throw parentMissing("website_uuid");
  const about = { about: "website", about_uuid: website_uuid } as const;
  return { ...about, business_uuid: data.business_uuid, user_uuid: data.user_uuid };
}
