/** @file A deleted record as the client sees it; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { restorableKinds } from "../../../shared/entities/deleted.ts";
import { described, named } from "../../../shared/fields/described.ts";
import { exampleIds, time, UPDATED_AT, uuid } from "../../../shared/resources/schemas.ts";

export const deletedSchema = named(
  "Deleted",
  z.strictObject({
    uuid: described(
      uuid,
      "Identifies the deleted record, and again once restored.",
      exampleIds.deletion,
    ),
    type: described(z.enum(restorableKinds), "What kind of record it was.", "user"),
    name: described(
      z.string(),
      "Its e-mail address, name, host name or endpoint.",
      "ada@example.com",
    ),
    user_uuid: described(
      z.nullable(uuid),
      "The user that it belonged to; `null` for a user or webhook.",
      null,
    ),
    business_uuid: described(
      z.nullable(uuid),
      "The business that it belonged to; `null` for a user, business or webhook.",
      null,
    ),
    deleted_at: described(time, "When it was deleted.", UPDATED_AT),
    restorable_until: described(
      time,
      "Until when it can be restored.",
      "2026-11-29T14:05:00+00:00",
    ),
  }),
);
