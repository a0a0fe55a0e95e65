/** Mutants that no test has to notice, as `npm run mutants` prints them, and why not. */
export const accepted: { reason: string; mutants: string[] }[] = [];
