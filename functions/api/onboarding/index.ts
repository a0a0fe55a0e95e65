import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as onboard from "./onboard.ts";
import * as onboardProspect from "./onboardProspect.ts";
import * as prospects from "./prospects.ts";

export const handler = apiFunction("onboarding", [onboard, onboardProspect, prospects]);
