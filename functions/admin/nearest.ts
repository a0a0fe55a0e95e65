/** The name that a mistyped one most likely is; undefined when none is near. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  const distances = names.map((name) => ({ name, distance: distance(word, name) }));
  const [best] = distances.toSorted((a, b) => a.distance - b.distance);
  // A third of it may be wrong.
  return best && best.distance <= Math.max(1, best.name.length / 3) ? best.name : undefined;
}

/** How many letters have to be changed, left out or put in (Levenshtein); a long text is none of ours. */
function distance(a: string, b: string): number {
  if (a.length > 2 * b.length + 2) return a.length;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
