import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { createBusiness } from "./createBusiness.ts";
import { deleteBusiness } from "./deleteBusiness.ts";
import type { description } from "./description.ts";
import { fetchAddress } from "./fetchAddress.ts";
import { fetchBusiness } from "./fetchBusiness.ts";
import { fetchKnownWords } from "./fetchKnownWords.ts";
import { listBusinesses } from "./listBusinesses.ts";
import { updateAddress } from "./updateAddress.ts";
import { updateBusiness } from "./updateBusiness.ts";
import { updateKnownWords } from "./updateKnownWords.ts";

export const handler = endpointGroup<typeof description>("businesses", {
  "GET /v1/businesses": listBusinesses,
  "POST /v1/businesses": createBusiness,
  "GET /v1/businesses/{business_uuid}": fetchBusiness,
  "PATCH /v1/businesses/{business_uuid}": updateBusiness,
  "GET /v1/businesses/{business_uuid}/address": fetchAddress,
  "PATCH /v1/businesses/{business_uuid}/address": updateAddress,
  "GET /v1/businesses/{business_uuid}/known-words": fetchKnownWords,
  "PATCH /v1/businesses/{business_uuid}/known-words": updateKnownWords,
  "DELETE /v1/businesses/{business_uuid}": deleteBusiness,
});
