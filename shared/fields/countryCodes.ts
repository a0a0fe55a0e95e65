import { iso31661Alpha2ToAlpha3 } from "iso-3166/1-a2-to-1-a3.js";

/** Whether a text is an officially assigned code of ISO 3166-1 alpha-2, in capitals. */
export function isCountryCode(value: string): boolean {
  return Object.hasOwn(iso31661Alpha2ToAlpha3, value);
}
