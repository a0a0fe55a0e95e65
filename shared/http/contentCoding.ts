import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The codings of a body, the better one first. */
export const codings = ["br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** What is shorter is sent as it is: it fits into one packet anyhow. */
const WORTH_BYTES = 1000;

/** Of 0 to 11; what a better quality saves in traffic costs more in processor time. */
const BROTLI_QUALITY = 5;

/**
 * The coding for a body of so many bytes that a client prefers (RFC 9110, 12.5.3); undefined: as it
 * is. A client that takes nothing we have gets it as it is, and no 406.
 */
export function chooseCoding(acceptEncoding?: string, bytes = WORTH_BYTES): Coding | undefined {
  const weights = readWeights(acceptEncoding);
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*");
  const [best] = codings.toSorted((a, b) => (weightOf(b) ?? 0) - (weightOf(a) ?? 0));
  const weight = (best && weightOf(best)) ?? 0;
  if (weight === 0) return undefined;
  const identity = weights.get("identity") ?? (weights.get("*") === 0 ? 0 : undefined);
  if (identity === 0) return best;
  return bytes < WORTH_BYTES || (identity ?? 0) > weight ? undefined : best;
}

/** Whether a client does not take a body as it is. */
export function refusesIdentity(acceptEncoding?: string): boolean {
  const weights = readWeights(acceptEncoding);
  return (weights.get("identity") ?? weights.get("*")) === 0;
}

/** `gzip;q=0.5, *;q=0`: the weight of each name, from 0 (refused) to 1. */
function readWeights(acceptEncoding = ""): Map<string, number> {
  const parts = acceptEncoding.split(",").map((part): [string, number] => {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith("q="));
    return [name, weight === undefined ? 1 : Number(weight.slice("q=".length)) || 0];
  });
  return new Map(parts);
}

export function encode(text: string, coding: Coding): Buffer {
  if (coding === "gzip") return gzipSync(text);
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
