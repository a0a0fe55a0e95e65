import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as deliveries from "./deliveries.ts";
import * as secret from "./secret.ts";
import * as webhooks from "./webhooks.ts";

export const handler = apiFunction("webhooks", [deliveries, secret, webhooks]);
