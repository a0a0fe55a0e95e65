import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { fetchAddress, updateAddress } from "./address.ts";
import {
  createBusiness,
  deleteBusiness,
  fetchBusiness,
  listBusinesses,
  updateBusiness,
} from "./businesses.ts";
import { fetchKnownWords, updateKnownWords } from "./knownWords.ts";

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
