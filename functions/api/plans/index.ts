import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as plans from "./plans.ts";

export const handler = apiFunction("plans", [plans]);
