const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const MIN_SLIP_CHARACTERS = 5;

/** Whether one letter too many, missing, wrong, or two swapped, between the first and the last, make it a word. */
export function isOneSlipAway(word: string, knows: (word: string) => boolean): boolean {
  if (word.length < MIN_SLIP_CHARACTERS) return false;
  for (let at = 1; at < word.length; at += 1) {
    const before = word.slice(0, at);
    const after = word.slice(at);
    const rest = after.slice(1);
    if (LETTERS.some((letter) => knows(before + letter + after))) return true;
    if (rest === "") continue;
    if (knows(before + rest) || LETTERS.some((letter) => knows(before + letter + rest)))
      return true;
    if (rest.length > 1 && knows(before + rest.charAt(0) + after.charAt(0) + rest.slice(1)))
      return true;
  }
  return false;
}
