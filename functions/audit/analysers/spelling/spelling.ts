import type { Analyser, Examined } from "../../analyser.ts";
import type { FaultKinds } from "../../faults.ts";
import type { Unchecked } from "../../feedSchemas.ts";
import { SpelledPages, type SpellingMaterial, totalOf } from "./spelledPages.ts";

/** The most languages that are said to be unsupported; a website may declare any number. */
const MAX_LANGUAGES = 10;

const CODES = { certain: "misspelled_word", possible: "possible_misspelling" } as const;

/** Words that are certainly misspelled, and those that may be; only the former count in the summary. */
export function tellSpelling(material: SpellingMaterial): Examined {
  const { words, more_count, total, pages_checked_count, not_checked, in_part } = material;
  const languages = not_checked
    .map(([language]) => language)
    .filter((language) => language !== "unknown")
    .slice(0, MAX_LANGUAGES);
  const faults = words.map(({ word, verdict, suggestion, sentence, pages, pages_count }) => ({
    ...{ code: CODES[verdict], subject: word, pages, pages_count },
    detail: { suggestion, ...(sentence && { sentence }) },
  }));
  const left = Object.entries({
    unknown_language: not_checked.find(([language]) => language === "unknown")?.[1] ?? 0,
    ...in_part,
  }).map(([reason, count]): Unchecked => ({ what: "texts", reason, count }));
  return {
    ...(pages_checked_count > 0 && {
      faults,
      more_count,
      pages_checked_count,
      summary: (open) => ({
        spelling_error_count_total: open
          .filter(({ code }) => code === CODES.certain)
          .reduce((sum, { pages_count }) => sum + pages_count, total - totalOf(words)),
      }),
    }),
    ...(languages.length > 0 && { unsupported_languages: languages }),
    unchecked: left.filter(({ count }) => count > 0),
    // Words beyond those that are looked up.
    mayRemain: () => in_part.many_words > 0,
  };
}

// biome-ignore format: a line for each language
const kinds = {
  misspelled_word: {
    severity: "warning",
    alias: "possible_misspelling",
    en: ["Misspelled word {pages}: “{subject}”", "Spelling mistakes make a business look careless, and visitors trust it less.", "Correct the word; “{suggestion}” was probably meant."],
    de: ["Falsch geschriebenes Wort {pages}: „{subject}“", "Rechtschreibfehler lassen ein Unternehmen nachlässig wirken und kosten das Vertrauen von Besuchern.", "Berichtigen Sie das Wort; gemeint ist wahrscheinlich „{suggestion}“."],
    fr: ["Mot mal orthographié {pages}\u00a0: «\u00a0{subject}\u00a0»", "Les fautes d’orthographe donnent une image peu soignée de l’entreprise, et les visiteurs lui font moins confiance.", "Corrigez ce mot\u202f; il s’agit sans doute de «\u00a0{suggestion}\u00a0»."],
    es: ["Palabra mal escrita {pages}: «{subject}»", "Las faltas de ortografía dan una imagen descuidada de la empresa, y los visitantes confían menos en ella.", "Corrija la palabra; probablemente se quería decir «{suggestion}»."],
    it: ["Parola scritta male {pages}: «{subject}»", "Gli errori di ortografia danno un’immagine poco curata dell’azienda, e i visitatori se ne fidano meno.", "Corregga la parola; probabilmente si intendeva «{suggestion}»."],
    nl: ["Fout gespeld woord {pages}: “{subject}”", "Spelfouten laten een bedrijf slordig overkomen en kosten het vertrouwen van bezoekers.", "Verbeter het woord; waarschijnlijk is “{suggestion}” bedoeld."],
  },
  possible_misspelling: {
    severity: "info",
    alias: "misspelled_word",
    en: ["Perhaps misspelled {pages}: “{subject}”", "Spelling mistakes make a business look careless, and visitors trust it less.", "Check whether “{suggestion}” was meant, and leave names and technical terms as they are."],
    de: ["Vielleicht falsch geschrieben {pages}: „{subject}“", "Rechtschreibfehler lassen ein Unternehmen nachlässig wirken und kosten das Vertrauen von Besuchern.", "Prüfen Sie, ob „{suggestion}“ gemeint ist, und lassen Sie Namen und Fachwörter, wie sie sind."],
    fr: ["Mot peut-être mal orthographié {pages}\u00a0: «\u00a0{subject}\u00a0»", "Les fautes d’orthographe donnent une image peu soignée de l’entreprise, et les visiteurs lui font moins confiance.", "Vérifiez s’il s’agit de «\u00a0{suggestion}\u00a0», et laissez les noms et les termes techniques tels quels."],
    es: ["Palabra quizá mal escrita {pages}: «{subject}»", "Las faltas de ortografía dan una imagen descuidada de la empresa, y los visitantes confían menos en ella.", "Compruebe si se quería decir «{suggestion}» y deje los nombres y los términos técnicos como están."],
    it: ["Parola forse scritta male {pages}: «{subject}»", "Gli errori di ortografia danno un’immagine poco curata dell’azienda, e i visitatori se ne fidano meno.", "Verifichi se si intendeva «{suggestion}», e lasci i nomi e i termini tecnici così come sono."],
    nl: ["Misschien fout gespeld {pages}: “{subject}”", "Spelfouten laten een bedrijf slordig overkomen en kosten het vertrouwen van bezoekers.", "Kijk of “{suggestion}” is bedoeld, en laat namen en vaktermen zoals ze zijn."],
  },
} satisfies FaultKinds;

export const spelling: Analyser = {
  feature: "spelling",
  explanation:
    "Checks pages in English, Dutch, French, German and Spanish. Names, words of code, addresses, words that are on more than half of the pages, and blocks in other languages are left out. `certain` words are counted; `possible` ones are only listed. Where half of the pages are in another language, no `possible` ones are. In other languages than English only a word is reported that is one slip from a word that the website uses at least three times as often, and pages must declare their language (`lang`). At most 50,000 characters of a page are read, and 2,000 unknown words of a website are looked up; whatever is left out is listed in `unchecked`.",
  kinds,
  reads: "everyPage",
  begin: () => {
    const pages = new SpelledPages();
    return {
      add: (page) => pages.add(page),
      get bytes() {
        return pages.bytes;
      },
      async examine() {
        await pages.prepare();
        return tellSpelling(pages.find());
      },
    };
  },
};
