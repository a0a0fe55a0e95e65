import type { FaultKind } from "./analysers/faults.ts";
import { prebuilt } from "./prebuilt.ts";

/** The types of findings: the switches that turn on analysers. */
export const faultTypes = Object.keys(prebuilt.kinds);

const byCode = new Map(
  Object.entries(prebuilt.kinds).flatMap(([type, kinds]) =>
    Object.entries(kinds).map(([code, kind]) => [code, { type, ...kind }] as const),
  ),
);

/** Every code of a finding. No two types have the same one. */
export const faultCodes = [...byCode.keys()];

/** The kind of a code, with its type; undefined for a code that no longer exists. */
export function findFaultKind(code: string): (FaultKind & { type: string }) | undefined {
  return byCode.get(code);
}
