import type { Section } from "./report.ts";
import { FORMS, INJECTED, measureFalseAlarms, measureRecall } from "./spelling/accuracy.ts";
import { HELD_OUT_PAGES, TUNED_PAGES } from "./spelling/businessPages.ts";
import { TRADE_WORDS } from "./spelling/tradeWords.ts";

const HELD_OUT = "held out";

/** How many random misspellings the spelling check finds on pages of small businesses. */
export async function measure(): Promise<Section> {
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
  const sentences = TRADE_WORDS.map((word) => `We offer the best ${word} for all of your friends.`);
  const alarms = measureFalseAlarms(sentences);
  return {
    title: `Spelling: ${INJECTED} misspellings by chance on pages of small businesses`,
    columns: ["", "certain", "possible", "meant word first", "others reported"],
    rows,
    notes: [
      "One letter added, left out, wrong or swapped anywhere in words of five letters or more. Of",
      `${TRADE_WORDS.length} words of trades ${alarms.length} are reported.`,
    ],
  };
}
