import type { Section } from "./report.ts";
import { FORMS, INJECTED, measureFalseAlarms, measureRecall } from "./spelling/accuracy.ts";
import { HELD_OUT_PAGES, TUNED_PAGES } from "./spelling/businessPages.ts";
import { countFlagged, fetchNames, PLACES } from "./spelling/names.ts";
import { measureRealPages } from "./spelling/realPages.ts";
import { TRADE_WORDS } from "./spelling/tradeWords.ts";

const HELD_OUT = "held out";

/**
 * What the spelling check finds of random and of real misspellings, and how many names and right words it
 * takes for one. The names and real pages are fetched from the registries of npm and Debian.
 */
export async function measure(): Promise<Section[]> {
  const sets = [
    { name: "tuned", pages: TUNED_PAGES, seed: 1 },
    { name: HELD_OUT, pages: HELD_OUT_PAGES, seed: 2 },
  ];
  const rows = sets.flatMap(({ name, pages, seed }) =>
    FORMS.map((form) => {
      const { certain, possible, suggested, others } = measureRecall(pages, { form, seed });
      return [`${name}, ${form}`, certain, possible, suggested, others.length];
    }),
  );
  return [
    {
      title: `Spelling: ${INJECTED} misspellings by chance on pages of small businesses`,
      columns: ["", "certain", "possible", "meant word first", "others reported"],
      rows,
      notes: [
        "One letter added, left out, wrong or swapped anywhere in words of five letters or more. Of",
        `${TRADE_WORDS.length} words of trades ${countAlarms()} are reported.`,
      ],
    },
    measureNames(),
    measureDocumentation(),
  ];
}

function countAlarms(): number {
  const sentences = TRADE_WORDS.map((word) => `We offer the best ${word} for all of your friends.`);
  return measureFalseAlarms(sentences).length;
}

function measureNames(): Section {
  const kinds = Object.entries(fetchNames());
  return {
    title: "Spelling: names that are called certain misspellings",
    columns: ["", "names", ...PLACES.map((place) => `%, in a ${place}`)],
    rows: kinds.map(([kind, names]) => [
      kind,
      names.length,
      ...PLACES.map((place) => percent(countFlagged(names, place), names.length)),
    ]),
    notes: [
      "People are those whom packages on this machine name; towns are GeoNames' (CC BY 4.0).",
    ],
  };
}

function measureDocumentation(): Section {
  const { words, certain, right, listed, found, wordsPerSecond } = measureRealPages();
  return {
    title: "Spelling: real pages",
    columns: ["", "count", "%"],
    rows: [
      ["words", words, ""],
      ["words a second of processor time", wordsPerSecond, ""],
      ["certain words, of them mistakes", certain, percent(certain - right, certain)],
      ["words that codespell reports, of them certain", listed, percent(found, listed)],
    ],
    notes: ["Documentation of Debian's packages. What is no mistake was judged by hand."],
  };
}

function percent(part: number, whole: number): string {
  return ((100 * part) / whole).toFixed(2);
}
