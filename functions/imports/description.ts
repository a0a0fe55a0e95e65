import type { DescriptionsOf } from "../../shared/http/description.ts";
import { doneOf, fetchedOf, pageOf } from "../../shared/http/envelopes.ts";
import { importRowSchema, importSchema, newImportSchema } from "./importSchemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "POST /v1/imports": {
    id: "createImport",
    summary: "Import customers from a file",
    details:
      "Answers with a URL to which you PUT a file of up to 100,000 customers and 50 MB, within an hour: CSV with a header line, or a JSON object per line, in UTF-8. The columns are the fields of an onboarding, such as `email` and `business.hostname`. Then start the import. Kept for 30 days; the file is deleted when the import is finished, at the latest after seven days.",
    response: doneOf("Import created", newImportSchema),
  },
  "GET /v1/imports/{import_uuid}": {
    id: "fetchImport",
    summary: "Fetch an import with its progress",
    details: "Read-only keys are not told the `upload_url`.",
    response: fetchedOf(importSchema),
  },
  "POST /v1/imports/{import_uuid}/start": {
    id: "startImport",
    summary: "Check or run an import",
    details:
      "A dry run tells the faults of every row and creates nothing. With `dry_run: false`, every row that is not faulty is onboarded, once, however often you start the import: up to ten a second, which do not count toward your limits of requests. Each user gets the e-mail of an onboarding.",
    refuses: true,
    response: doneOf("Import started", importSchema),
    exampleBody: { dry_run: false },
  },
  "GET /v1/imports/{import_uuid}/rows": {
    id: "listImportRows",
    summary: "List what became of each row",
    details: "The rows that are done, in the order of the file, with their faults.",
    response: pageOf(importRowSchema),
  },
} as const satisfies DescriptionsOf<"imports">;
