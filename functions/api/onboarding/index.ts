import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { createProspect } from "./createProspect.ts";
import { deleteProspect } from "./deleteProspect.ts";
import { fetchProspect } from "./fetchProspect.ts";
import { listProspects } from "./listProspects.ts";
import { onboard } from "./onboard.ts";
import { onboardProspect } from "./onboardProspect.ts";

export const handler = apiFunction("onboarding", [
  onboard,
  listProspects,
  createProspect,
  fetchProspect,
  onboardProspect,
  deleteProspect,
]);
