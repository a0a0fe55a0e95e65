import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { createProspect } from "../prospects/createProspect.ts";
import { deleteProspect } from "../prospects/deleteProspect.ts";
import type { description as prospects } from "../prospects/description.ts";
import { fetchProspect } from "../prospects/fetchProspect.ts";
import { listProspects } from "../prospects/listProspects.ts";
import { onboardProspect } from "../prospects/onboardProspect.ts";
import type { description } from "./description.ts";
import { onboard } from "./onboard.ts";

export const handler = endpointGroup<typeof description & typeof prospects>("onboarding", {
  "POST /v1/onboarding": onboard,
  "GET /v1/prospects": listProspects,
  "POST /v1/prospects": createProspect,
  "GET /v1/prospects/{prospect_uuid}": fetchProspect,
  "POST /v1/prospects/{prospect_uuid}/customer": onboardProspect,
  "DELETE /v1/prospects/{prospect_uuid}": deleteProspect,
});
