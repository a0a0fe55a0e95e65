import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { createProspect } from "./createProspect.ts";
import { deleteProspect } from "./deleteProspect.ts";
import type { description } from "./description.ts";
import { fetchProspect } from "./fetchProspect.ts";
import { listProspects } from "./listProspects.ts";
import { onboard } from "./onboard.ts";
import { onboardProspect } from "./onboardProspect.ts";
import type { description as prospects } from "./prospectsDescription.ts";

export const handler = endpointGroup<typeof description & typeof prospects>("onboarding", {
  "POST /v1/onboarding": onboard,
  "GET /v1/prospects": listProspects,
  "POST /v1/prospects": createProspect,
  "GET /v1/prospects/{prospect_uuid}": fetchProspect,
  "POST /v1/prospects/{prospect_uuid}/customer": onboardProspect,
  "DELETE /v1/prospects/{prospect_uuid}": deleteProspect,
});
