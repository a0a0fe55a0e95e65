import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { fetchFinding } from "./fetchFinding.ts";
import { listFindings } from "./listFindings.ts";
import { updateFinding } from "./updateFinding.ts";

export const handler = endpointGroup<typeof description>("findings", {
  "GET /v1/findings": listFindings,
  "GET /v1/findings/{finding_uuid}": fetchFinding,
  "PATCH /v1/findings/{finding_uuid}": updateFinding,
});
