import type { RateKind } from "../entities/rateUse.ts";
import { PRICES, priceOf, type Usage } from "./prices.ts";

/** USD that weight 1 stands for: a little more than a usual request or delivery costs. */
export const UNIT_USD: Record<RateKind, number> = { reads: 3e-6, writes: 20e-6, deliveries: 5e-6 };

/**
 * What a write sets off, as a multiple of its own write units: the stream's dispatcher, checks and their
 * first probe, counters, and the clean-up when the record is deleted; and the same for each webhook, which
 * gets its events. `npm run bench -- expensive` measures both.
 */
const SET_OFF = { always: 2, perWebhook: 0.4 };

/** The weight of a request, at least 1. `webhooks` is how many its reseller has. */
export function weightOf(kind: RateKind, usage: Usage, webhooks: number): number {
  const setOff = SET_OFF.always + SET_OFF.perWebhook * webhooks;
  const usd = priceOf(usage) + setOff * usage.writeUnits * PRICES.writeUnit;
  return Math.max(1, Math.ceil(usd / UNIT_USD[kind]));
}
