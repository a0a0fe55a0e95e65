import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as address from "./address.ts";
import * as businesses from "./businesses.ts";
import * as knownWords from "./knownWords.ts";

export const handler = apiFunction("businesses", [address, businesses, knownWords]);
