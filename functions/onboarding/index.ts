import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { onboard } from "./onboard.ts";

export const handler = endpointGroup("onboarding", {
  "POST /v1/onboarding": onboard,
});
