import { apiFunction } from "../../shared/http/apiFunction.ts";
import { createProspect } from "../prospects/createProspect.ts";
import { deleteProspect } from "../prospects/deleteProspect.ts";
import { fetchProspect } from "../prospects/fetchProspect.ts";
import { listProspects } from "../prospects/listProspects.ts";
import { onboardProspect } from "../prospects/onboardProspect.ts";
import { onboard } from "./onboard.ts";

export const handler = apiFunction("onboarding", [
  onboard,
  listProspects,
  createProspect,
  fetchProspect,
  onboardProspect,
  deleteProspect,
]);
