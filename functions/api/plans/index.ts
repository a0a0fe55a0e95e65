import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { listCustomFields, listPlans } from "./plans.ts";

export const handler = apiFunction("plans", [listPlans, listCustomFields]);
