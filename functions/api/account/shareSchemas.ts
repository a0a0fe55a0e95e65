/** @file Shares as a client sees them; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { shareKinds } from "../../../shared/entities/share.ts";
import { described, field, named, nullable } from "../../../shared/fields/described.ts";
import { created_at, exampleIds, idOf, time, uuid } from "../../../shared/resources/schemas.ts";
import { textLanguages } from "../../../shared/vocabulary/texts.ts";

const day = z.nullable(z.stringFormat("date", /^\d{4}-\d\d-\d\d$/));

/** A link by which people without a key see a website, a business, or all businesses of a user. */
export const shareSchema = named(
  "Share",
  z.strictObject({
    uuid: idOf("share"),
    kind: described(z.enum(shareKinds), "What the share shows.", "status"),
    website_uuid: nullable(
      uuid,
      "The website that the share shows; `null` if it shows more than one.",
      exampleIds.website,
    ),
    business_uuid: nullable(
      uuid,
      "The business that the share shows, or that the website belongs to; `null` if it shows all businesses of the user, like the report that an e-mail leads to.",
      exampleIds.business,
    ),
    user_uuid: idOf("user", "The user to whom the website or the businesses belong."),
    language: nullable(
      z.enum(textLanguages),
      "The language of the share; `null` for the user's `language_preference`.",
      "de",
    ),
    from: described(day, "The first day of a report; otherwise `null`.", null),
    to: described(day, "The last day of a report; otherwise `null`.", null),
    expires_at: nullable(
      time,
      "When the share ends; `null` if it lasts until it is deleted.",
      "2027-11-20T09:30:00+00:00",
    ),
    created_at,
    slug: field.string("The last part of the address.", "harbour-cycles"),
    url: field.string(
      "The address of the page: everybody who has it can read the page.",
      "https://api.example.com/s/harbour-cycles",
    ),
  }),
);

/** A share in a list, with what it is about. */
export const listedShareSchema = named(
  "ListedShare",
  z.extend(shareSchema, {
    about: nullable(
      z.string(),
      "The host name of the website, or the name of the business or user, that the share shows; `null` if it is deleted.",
      "example.com",
    ),
  }),
);
