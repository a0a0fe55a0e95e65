import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { onboard } from "./onboard.ts";

export const handler = endpointGroup({
  "POST /v1/onboarding": onboard,
});
