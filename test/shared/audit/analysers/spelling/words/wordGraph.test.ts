import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeGraph } from "../../../../../../shared/audit/analysers/spelling/words/build.ts";
import {
  type Rank,
  WordGraph,
} from "../../../../../../shared/audit/analysers/spelling/words/vocabulary.ts";

describe("a graph of words", () => {
  it("has the words that were written, each with its rank, and no others", () => {
    const word = fc.stringMatching(/^[a-e']{1,6}$/);
    const words = fc.uniqueArray(fc.tuple(word, fc.integer({ min: 1, max: 4 })), {
      selector: ([text]) => text,
    });
    fc.assert(
      fc.property(words, fc.array(word), (entries, others) => {
        const ranks = new Map(entries as [string, Rank][]);
        const graph = new WordGraph(writeGraph(ranks));
        for (const [text, rank] of ranks) expect(graph.rankOf(text)).toBe(rank);
        for (const other of others) expect(graph.rankOf(other)).toBe(ranks.get(other) ?? 0);
      }),
      { numRuns: 50 },
    );
  });
});
