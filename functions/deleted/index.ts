import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { listDeleted } from "./listDeleted.ts";
import { restoreDeleted } from "./restoreDeleted.ts";

export const handler = endpointGroup<typeof description>("deleted", {
  "GET /v1/account/deleted": listDeleted,
  "POST /v1/account/deleted/{deletion_uuid}/restore": restoreDeleted,
});
