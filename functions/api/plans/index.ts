import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { listCustomFields } from "./listCustomFields.ts";
import { listPlans } from "./listPlans.ts";

export const handler = apiFunction("plans", [listPlans, listCustomFields]);
