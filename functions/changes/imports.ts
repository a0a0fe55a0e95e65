import type { ImportRecord } from "../../shared/entities/import.ts";
import { imagesOf } from "../events/change.ts";
import { sending } from "./part.ts";

/** Has the importer check or import a file whenever a client asks for it. */
export const imports = sending("IMPORTS_QUEUE_URL", (change) => {
  const { reseller_uuid, uuid } = change;
  const { before, after } = imagesOf<ImportRecord>(change);
  if (after?.starts === before?.starts) return [];
  return [{ message: { reseller_uuid, uuid }, group: reseller_uuid }];
});
