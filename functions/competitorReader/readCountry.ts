import { iso31661Alpha2ToAlpha3 } from "iso-3166/1-a2-to-1-a3.js";

/** The languages in which a country's name is understood. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "cs", "da", "sv", "nb", "fi"];

/** Names in use that are not those of Unicode's tables. */
const OTHER_NAMES: Record<string, string> = {
  uk: "GB",
  greatbritain: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  northernireland: "GB",
  unitedstatesofamerica: "US",
  holland: "NL",
  thenetherlands: "NL",
  czechrepublic: "CZ",
  turkey: "TR",
  republicofireland: "IE",
  ivorycoast: "CI",
};

let codesByName: Map<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a country given by a code or a name; "" for anything else. */
export function readCountry(text: string): string {
  codesByName ??= nameCountries();
  return codesByName.get(spell(text)) ?? "";
}

function nameCountries(): Map<string, string> {
  const countries = Object.entries(iso31661Alpha2ToAlpha3);
  const codes = new Map(Object.entries(OTHER_NAMES));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const [alpha2] of countries) codes.set(spell(names.of(alpha2) ?? alpha2), alpha2);
  }
  for (const [alpha2, alpha3] of countries) {
    codes.set(spell(alpha2), alpha2).set(spell(alpha3), alpha2);
  }
  return codes;
}

/** A name by its letters alone: `U.S.A.` and `usa` are one, and so are `Österreich` and `Osterreich`. */
function spell(text: string): string {
  return text
    .slice(0, 100)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}
