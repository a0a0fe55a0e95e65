import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { fetchBusinessDigest } from "./fetchBusinessDigest.ts";
import { fetchUserDigest } from "./fetchUserDigest.ts";

export const handler = endpointGroup<typeof description>("digests", {
  "GET /v1/users/{user_uuid}/digest": fetchUserDigest,
  "GET /v1/businesses/{business_uuid}/digest": fetchBusinessDigest,
});
