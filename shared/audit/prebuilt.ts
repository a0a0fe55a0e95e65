import type { FaultCode } from "../catalogue/faultTexts.ts";
import { type Texts, textLanguages } from "../vocabulary/texts.ts";
import type { FaultKind } from "./analysers/faults.ts";

// The entities need the name of a table when they are imported; nothing is read from it.
process.env["TABLE_NAME"] ??= "none";
const { analysers } = await import("./analysers/index.ts");
const { typeOf } = await import("./analysers/analyser.ts");
const { faultTexts } = await import("../catalogue/faultTexts.ts");

/** What is known of a fault's code: the type of its findings, its properties and its texts. */
export type KnownFault = { type: string } & FaultKind & Texts;

function kindsOf(analyser: (typeof analysers)[number]): Record<string, KnownFault> {
  const type = typeOf(analyser);
  const kinds = Object.entries(analyser.kinds) as [FaultCode, FaultKind][];
  const textsOf = (code: FaultCode) =>
    Object.fromEntries(textLanguages.map((each) => [each, faultTexts[each][code]])) as Texts;
  return Object.fromEntries(
    kinds.map(([code, kind]) => [code, { type, ...kind, ...textsOf(code) }]),
  );
}

/**
 * What endpoints know of analysers: the kinds of faults by code. In a bundle this module is replaced by its value, so
 * that no analyser is loaded.
 */
export const prebuilt = {
  kinds: Object.assign({}, ...analysers.map(kindsOf)) as Record<string, KnownFault>,
};
