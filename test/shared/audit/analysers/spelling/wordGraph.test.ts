import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Rank, WordGraph } from "../../../../../shared/audit/analysers/spelling/wordGraph.ts";
import { writeGraph } from "../../../../../shared/audit/analysers/spelling/words/writeGraph.ts";

function graphOf(words: Record<string, Rank>): WordGraph {
  return new WordGraph(writeGraph(new Map(Object.entries(words))));
}

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

  it("keeps what words begin and end with once", () => {
    const size = (words: string[]) =>
      writeGraph(new Map(words.map((word) => [word, 2 as const]))).length;
    expect(size(["baking", "making", "taking"])).toBeLessThan(size(["baking"]) + 4 * 6);
  });

  it.each([
    ["gardden", "added", 3],
    ["gaden", "missing", 2],
    ["gasden", "wrong", 2],
    ["gadren", "swapped", 2],
    ["arden", "missing", 0],
    ["agrden", "swapped", 0],
    ["gardenx", "added", 6],
    ["garde", "missing", 5],
  ])("finds what %s is one slip from", (word, kind, at) => {
    const slips = graphOf({ garden: 4, house: 4 }).slipsOf(word);
    expect(slips).toEqual([{ meant: "garden", rank: 4, kind, at }]);
  });

  it.each(["garden", "grdn", "gradne", "zzz", ""])("finds nothing for %s", (word) => {
    expect(graphOf({ garden: 4 }).slipsOf(word)).toEqual([]);
  });

  it("knows no word when it has none", () => {
    const graph = graphOf({});
    expect([graph.rankOf("a"), graph.rankOf(""), graph.slipsOf("a")]).toEqual([0, 0, []]);
  });
});
