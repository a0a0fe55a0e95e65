import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { fetchDelivery, listDeliveries, replayDeliveries, replayDelivery } from "./deliveries.ts";
import { fetchSecret, rotateSecret } from "./secret.ts";
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  fetchWebhook,
  listWebhooks,
  testWebhook,
} from "./webhooks.ts";

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
