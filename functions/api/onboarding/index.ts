import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { onboard } from "./onboard.ts";
import { onboardProspect } from "./onboardProspect.ts";
import { createProspect, deleteProspect, fetchProspect, listProspects } from "./prospects.ts";

export const handler = apiFunction("onboarding", [
  onboard,
  listProspects,
  createProspect,
  fetchProspect,
  onboardProspect,
  deleteProspect,
]);
