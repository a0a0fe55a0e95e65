import { type KnownFault, prebuilt } from "./prebuilt.ts";

const byCode = new Map(Object.entries(prebuilt.kinds));

/** Every code of a finding. */
export const faultCodes = [...byCode.keys()];

/** The types of findings: the switches that turn on analysers. */
export const faultTypes = [...new Set([...byCode.values()].map(({ type }) => type))];

/** The kind of a code; undefined for a code that no longer exists. */
export function findFaultKind(code: string): KnownFault | undefined {
  return byCode.get(code);
}
