import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { createCompetitor } from "./createCompetitor.ts";
import { deleteCompetitor } from "./deleteCompetitor.ts";
import type { description } from "./description.ts";
import { fetchCompetitor } from "./fetchCompetitor.ts";
import { listCompetitors } from "./listCompetitors.ts";
import { updateCompetitor } from "./updateCompetitor.ts";

export const handler = endpointGroup<typeof description>("competitors", {
  "GET /v1/competitors": listCompetitors,
  "POST /v1/competitors": createCompetitor,
  "GET /v1/competitors/{competitor_uuid}": fetchCompetitor,
  "PATCH /v1/competitors/{competitor_uuid}": updateCompetitor,
  "DELETE /v1/competitors/{competitor_uuid}": deleteCompetitor,
});
