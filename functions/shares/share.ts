import * as z from "zod/mini";
import { type ShareRecord, shareKinds } from "../../shared/entities/share.ts";
import { described } from "../../shared/fields/described.ts";
import { fetched } from "../../shared/http/responses.ts";
import {
  oneOf,
  rule,
  timestampParameter,
  uuidParameter,
} from "../../shared/http/validationErrors.ts";
import { type TextLanguage, textLanguages } from "../../shared/texts.ts";
import { dayParameter } from "../monitoring/dayRange.ts";
import type { shareSchema } from "./shareSchemas.ts";

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
    website_uuid: described(
      z.optional(uuidParameter("website_uuid")),
      "The website that the share shows.",
    ),
    business_uuid: described(
      z.optional(uuidParameter("business_uuid")),
      "The business that the share shows, if no website is named.",
    ),
    kind: described(z._default(oneOf("Kind", shareKinds), "status"), "What the share shows."),
    language: described(
      z.optional(oneOf("Language", textLanguages)),
      "The language of the share; without it, the user's `language_preference`.",
    ),
    from: described(z.optional(day("From")), "The first day of a report, of at most 90 days."),
    to: described(
      z.optional(day("To")),
      "The last day of a report; without it, yesterday, or the 90th day.",
    ),
    expires_at: described(
      z.optional(timestampParameter("expires_at")),
      "When the share ends, in the future; without it, when it is deleted.",
    ),
  })
  .check(
    rule(
      "required",
      "website_uuid or business_uuid is required",
      ({ website_uuid, business_uuid }: Named) => (website_uuid ?? business_uuid) !== undefined,
      { field: "website_uuid" },
    ),
    rule(
      "options",
      "business_uuid must not be sent with website_uuid",
      ({ website_uuid, business_uuid }: Named) =>
        website_uuid === undefined || business_uuid === undefined,
      { field: "business_uuid" },
    ),
  );

/** A share as the API shows it. */
export function presentShare(share: ShareRecord): z.output<typeof shareSchema> {
  const { uuid, kind, about, about_uuid, business_uuid, created_at } = share;
  return {
    ...{ uuid, kind },
    website_uuid: about === "website" ? about_uuid : null,
    business_uuid,
    // `shareBody` accepts only these languages.
    language: (share.language as TextLanguage | undefined) ?? null,
    from: share.from ?? null,
    to: share.to ?? null,
    expires_at: share.expires_at ?? null,
    created_at,
  };
}

/** The answer to GET of a share. */
export function showShare(found: ShareRecord) {
  return fetched(presentShare(found));
}
