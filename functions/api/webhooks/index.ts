import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { createWebhook } from "./createWebhook.ts";
import { deleteWebhook } from "./deleteWebhook.ts";
import { enableWebhook } from "./enableWebhook.ts";
import { fetchDelivery } from "./fetchDelivery.ts";
import { fetchSecret } from "./fetchSecret.ts";
import { fetchWebhook } from "./fetchWebhook.ts";
import { listDeliveries } from "./listDeliveries.ts";
import { listWebhooks } from "./listWebhooks.ts";
import { replayDeliveries } from "./replayDeliveries.ts";
import { replayDelivery } from "./replayDelivery.ts";
import { rotateSecret } from "./rotateSecret.ts";
import { testWebhook } from "./testWebhook.ts";

export const handler = apiFunction("webhooks", [
  listWebhooks,
  createWebhook,
  fetchWebhook,
  fetchSecret,
  rotateSecret,
  testWebhook,
  enableWebhook,
  listDeliveries,
  fetchDelivery,
  replayDelivery,
  replayDeliveries,
  deleteWebhook,
]);
