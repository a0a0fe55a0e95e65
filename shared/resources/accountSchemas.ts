/** @file Websites and businesses in the lists of a whole account; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { described, named } from "../fields/described.ts";
import { downtimeSchema } from "./monitoringSchemas.ts";
import { businessSchema, exampleIds, idOf, time, uuid, websiteSchema } from "./schemas.ts";

const sequence = described(
  z.int(),
  "The number of the last change, as events have it: keep what has the higher number.",
  2,
);

/** A website in the list of all websites of a reseller. */
export const accountWebsiteSchema = named(
  "AccountWebsite",
  z.strictObject({
    ...websiteSchema.shape,
    is_hostname_up: websiteSchema.shape.is_hostname_up.check(z.meta({ examples: [false] })),
    user_uuid: described(
      z.nullable(uuid),
      "The user of the business; `null` while the business is being deleted.",
      exampleIds.user,
    ),
    sequence,
    is_checked_yet: described(
      z.boolean(),
      "Whether the site has been seen up or down since it was added or moved to this address. A failure has to be confirmed first.",
      true,
    ),
    is_paused: described(
      z.boolean(),
      "Whether the site is not probed: its user is suspended, or its plan has no uptime checks. It then counts neither as up nor as down.",
      false,
    ),
    downtime: described(
      z.nullable(z.pick(downtimeSchema, { began_at: true, cause: true, technical: true })),
      "Since when the site has been down, and why; `null` if it is up, or if that is not known.",
    ),
    unstable_since: described(
      z.nullable(time),
      "Since when probes of the site fail now and then, without a downtime; `null` if they do not.",
      null,
    ),
  }),
);

/** A business in the list of all businesses of a reseller. */
export const accountBusinessSchema = named(
  "AccountBusiness",
  z.extend(businessSchema, {
    user_uuid: idOf("user", "The user whom the business belongs to."),
    sequence,
  }),
);
