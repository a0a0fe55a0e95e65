import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as competitors from "./competitors.ts";

export const handler = apiFunction("competitors", [competitors]);
