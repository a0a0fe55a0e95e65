/** Mutants that no test has to notice, as `npm run mutants` prints them, and why not. */
export const accepted: { reason: string; mutants: string[] }[] = [
  {
    reason: "The type allows for an absence that cannot occur.",
    mutants: [
      "functions/schedule/index.ts | const isOfOne = checks.every(({ reseller_uuid }) => reseller_uuid === first?.reseller_uuid); | first?.reseller_uuid → first.reseller_uuid",
      "functions/schedule/index.ts | return isOfOne ? first?.reseller_uuid : undefined; | first?.reseller_uuid → first.reseller_uuid",
    ],
  },
  {
    reason: "Both sides of the comparison give the same result when they are equal.",
    mutants: [
      "functions/schedule/moveCursor.ts | const fresh = { after: before < until ? before : EPOCH, until }; | before < until → before <= until",
      "functions/schedule/moveCursor.ts | return one < other ? one : other; | one < other → one <= other",
    ],
  },
  {
    reason: "The index holds no other attributes.",
    mutants: [
      'functions/schedule/index.ts | .go({ cursor, attributes: ["reseller_uuid", "uuid", "due_at"] }); | ["reseller_uuid", "uuid", "due_at"] → []',
    ],
  },
];
