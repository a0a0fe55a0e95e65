import type * as z from "zod/mini";
import type { DeletedRecord, RestorableKind } from "../../../shared/entities/deleted.ts";
import { restorableUntil } from "../../../shared/lists/deleted.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import type { deletedSchema } from "./deletedSchemas.ts";

/** A deleted record as the API shows it. */
export function presentDeleted(deleted: DeletedRecord): z.output<typeof deletedSchema> {
  const { uuid, kind, record = {}, deleted_at } = deleted;
  const { hostname, email, endpoint, name, user_uuid, business_uuid } = record as Record<
    string,
    string | undefined
  >;
  return {
    uuid,
    // Checks are not in this place.
    type: kind as RestorableKind,
    name: hostname ?? email ?? endpoint ?? name ?? "",
    user_uuid: user_uuid ?? null,
    business_uuid: business_uuid ?? null,
    deleted_at,
    restorable_until: timestamp(new Date(restorableUntil(deleted))),
  };
}
