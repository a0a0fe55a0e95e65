/** @file Imports as a client sees them; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { importStates } from "../../shared/entities/import.ts";
import { described, named } from "../../shared/fields/described.ts";
import {
  CREATED_AT,
  created_at,
  exampleIds,
  idOf,
  time,
  uuid,
} from "../../shared/resources/schemas.ts";

const NEXT_HOUR = "2026-11-20T10:30:00+00:00";
const optionalTime = z.nullable(time);

export const importSchema = named(
  "Import",
  z.strictObject({
    uuid: idOf("import"),
    state: described(
      z.enum(importStates),
      "`awaiting_upload`, then `checking` and `checked` by a dry run, `running` and `finished`; `failed` if the file was refused.",
      "running",
    ),
    rows_total: described(
      z.nullable(z.int()),
      "The rows of the file; `null` until it is read.",
      1000,
    ),
    rows_done: described(z.int(), "The rows that were checked, or imported.", 0),
    rows_faulty: described(z.int(), "Those of them that are faulty.", 0),
    error: described(z.nullable(z.string()), "Why the file was refused.", null),
    upload_url: described(
      z.nullable(z.string()),
      "Where to PUT the file; `null` once it can't be replaced.",
      null,
    ),
    upload_until: described(optionalTime, "When `upload_url` ends.", null),
    started_at: described(optionalTime, "When the latest check or run began.", NEXT_HOUR),
    finished_at: described(optionalTime, "When it ended.", null),
    created_at,
  }),
);

/** An import that was just created, as an example. */
export const newImportSchema = importSchema.check(
  z.meta({
    examples: [
      {
        ...{ uuid: exampleIds.import, state: "awaiting_upload", rows_total: null },
        ...{ rows_done: 0, rows_faulty: 0, error: null },
        upload_url: "https://files.example.com/imports/1f4b?X-Amz-Signature=5f",
        ...{ upload_until: NEXT_HOUR, started_at: null, finished_at: null, created_at: CREATED_AT },
      },
    ],
  }),
);

export const importRowSchema = named(
  "ImportRow",
  z.strictObject({
    line: described(z.int(), "The line of the file on which the row begins.", 17),
    user_uuid: described(
      z.nullable(uuid),
      "The user that was created; `null` for a faulty row or a dry run.",
      exampleIds.user,
    ),
    errors: described(
      z.nullable(z.record(z.string(), z.record(z.string(), z.string()))),
      "The faults of the row by column, as a 422 has them; otherwise `null`.",
      null,
    ),
  }),
);
