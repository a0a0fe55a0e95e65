import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { createImport } from "./createImport.ts";
import type { description } from "./description.ts";
import { fetchImport } from "./fetchImport.ts";
import { listImportRows } from "./listImportRows.ts";
import { startImport } from "./startImport.ts";

export const handler = endpointGroup<typeof description>("imports", {
  "POST /v1/imports": createImport,
  "GET /v1/imports/{import_uuid}": fetchImport,
  "POST /v1/imports/{import_uuid}/start": startImport,
  "GET /v1/imports/{import_uuid}/rows": listImportRows,
});
