import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { createBusiness } from "./createBusiness.ts";
import { deleteBusiness } from "./deleteBusiness.ts";
import { fetchAddress } from "./fetchAddress.ts";
import { fetchBusiness } from "./fetchBusiness.ts";
import { fetchKnownWords } from "./fetchKnownWords.ts";
import { listBusinesses } from "./listBusinesses.ts";
import { updateAddress } from "./updateAddress.ts";
import { updateBusiness } from "./updateBusiness.ts";
import { updateKnownWords } from "./updateKnownWords.ts";

export const handler = apiFunction("businesses", [
  listBusinesses,
  createBusiness,
  fetchBusiness,
  updateBusiness,
  fetchAddress,
  updateAddress,
  fetchKnownWords,
  updateKnownWords,
  deleteBusiness,
]);
