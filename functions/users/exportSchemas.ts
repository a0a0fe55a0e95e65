/** @file The export of a user as the client sees it; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { described, named } from "../../shared/fields/described.ts";
import { CREATED_AT, idOf, time, UPDATED_AT } from "../../shared/resources/schemas.ts";

export const userExportSchema = named(
  "UserExport",
  z.strictObject({
    user_uuid: idOf("user", "The user."),
    requested_at: described(time, "When the export was requested.", CREATED_AT),
    finished_at: described(
      z.nullable(time),
      "When the file was complete; `null` until then.",
      UPDATED_AT,
    ),
    bytes: described(
      z.nullable(z.int()),
      "The size of the file; `null` until it is complete.",
      48_213,
    ),
    url: described(
      z.nullable(z.string()),
      "Where to download the file for 15 minutes, without a key; `null` until it is complete.",
      "https://files.example.com/exports/0b6f.json?X-Amz-Signature=9f2c",
    ),
  }),
);
