import { findErrors } from "../../functions/audit/analysers/spelling/findErrors.ts";
import { byLanguage, sampleLanguage } from "../../functions/audit/analysers/spelling/language.ts";
import { loadVocabulary } from "../../functions/audit/analysers/spelling/vocabulary.ts";
import type { Section } from "./report.ts";
import {
  FORMS,
  INJECTED,
  measureFalseAlarms,
  measureRecall,
  misspell,
} from "./spelling/accuracy.ts";
import { HELD_OUT_PAGES, TUNED_PAGES } from "./spelling/businessPages.ts";
import { askCodespell, DOCUMENTS, readDocuments } from "./spelling/documents.ts";
import { TRADE_WORDS } from "./spelling/tradeWords.ts";

const HELD_OUT = "held out";

/** What the spelling check finds of misspellings by chance, and what it reports of real text, beside codespell. */
export async function measure(): Promise<Section[]> {
  return [recall(), precision()];
}

function recall(): Section {
  const sets = [
    { name: "tuned", pages: TUNED_PAGES, seed: 1 },
    { name: HELD_OUT, pages: HELD_OUT_PAGES, seed: 2 },
  ];
  const rows = sets.flatMap(({ name, pages, seed }) =>
    FORMS.map((form) => {
      const { certain, possible, suggested, others } = measureRecall(pages, { form, seed });
      const texts = misspell(pages, { form, seed });
      const codespell = askCodespell(texts.map(({ text }) => [text]));
      const found = texts.filter(({ misspelling }) => codespell?.has(misspelling)).length;
      return [
        `${name}, ${form}`,
        certain,
        possible,
        suggested,
        others.length,
        codespell ? found : "not installed",
      ];
    }),
  );
  const sentences = TRADE_WORDS.map((word) => `We offer the best ${word} for all of your friends.`);
  const alarms = measureFalseAlarms(sentences);
  return {
    title: `Spelling: ${INJECTED} misspellings by chance on pages of small businesses`,
    columns: ["", "certain", "possible", "meant word first", "others reported", "codespell"],
    rows,
    notes: [
      "One letter added, left out, wrong or swapped anywhere in words of five letters or more. Of",
      `${TRADE_WORDS.length} words of trades ${alarms.length} are reported.`,
    ],
  };
}

function precision(): Section {
  const rows = DOCUMENTS.map((documents) => {
    const pages = (
      byLanguage(readDocuments(documents).map((page) => ({ ...sampleLanguage(page), page }))).get(
        "en",
      ) ?? []
    ).map(({ page }) => page);
    const errors = findErrors(pages, loadVocabulary("en"));
    const certain = errors.filter(({ verdict }) => verdict === "certain");
    const wrong = certain.filter(({ word }) => documents.correct.includes(word)).length;
    const codespell = askCodespell(pages.map(({ text }) => text));
    const name = `${documents.package}${documents.tuned ? "" : `, ${HELD_OUT}`}`;
    if (pages.length === 0) return [name, "not installed", "", "", "", ""];
    return [
      name,
      pages.length,
      certain.length,
      wrong,
      errors.length - certain.length,
      codespell?.size ?? "",
    ];
  });
  return {
    title: "Spelling: what is reported of documentation that Debian's packages bring",
    columns: ["", "pages", "certain", "of them correct", "possible", "codespell"],
    rows,
    notes: [
      "Distinct words of 400 pages at most. Which are correct was judged by reading each where it stands;",
      "what codespell reports was not judged.",
    ],
  };
}
