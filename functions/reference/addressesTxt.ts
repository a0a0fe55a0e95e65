import { optionalEnv } from "../../shared/env.ts";
import type { Content } from "./content.ts";

const ADDRESSES = optionalEnv("FIXED_ADDRESSES");

/** The addresses from which websites and webhooks are visited, one a line; undefined if they are not fixed. */
export function addressesTxt(): Content | undefined {
  if (!ADDRESSES) return undefined;
  return { type: "text/plain; charset=utf-8", text: `${ADDRESSES.split(",").join("\n")}\n` };
}
