import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { onboard } from "./onboard.ts";

export const handler = endpointGroup<typeof description>("onboarding", {
  "POST /v1/onboarding": onboard,
});
