import { headingsFaults } from "./analysers/headingsFaults.ts";
import type { FaultKind } from "./faultKind.ts";

/**
 * The kinds of faults by the name of the analyser that finds them, and by code. Endpoints load this list, so
 * nothing of an analyser's work belongs in these files.
 */
export const faultKinds = {
  headings: headingsFaults,
};

/** The type of a finding: the name of the analyser that makes it. */
export type FaultType = keyof typeof faultKinds;

/** Every code of a fault. No two types have the same one. */
export type FaultCode = { [Type in FaultType]: keyof (typeof faultKinds)[Type] }[FaultType];

export const faultTypes = Object.keys(faultKinds) as FaultType[];

const byCode = new Map(
  faultTypes.flatMap((type) =>
    Object.entries<FaultKind>(faultKinds[type]).map(
      ([code, kind]) => [code as FaultCode, { type, ...kind }] as const,
    ),
  ),
);

export const faultCodes = [...byCode.keys()];

/** The kind of a code, and its type; undefined for a code that is no more. */
export function findFaultKind(code: string): (FaultKind & { type: FaultType }) | undefined {
  return byCode.get(code as FaultCode);
}
