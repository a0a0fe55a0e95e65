const CHARACTERS_AROUND = 80;

/** The text around the first place where one of the texts has the word, from word to word. */
export function findSentence(word: string, texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const place = findWord(word, text);
    if (place === undefined) continue;
    const start = Math.max(0, place - CHARACTERS_AROUND);
    const end = place + word.length + CHARACTERS_AROUND;
    const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
    const to = end >= text.length ? text.length : text.lastIndexOf(" ", end);
    const part = text.slice(Math.min(from, place), Math.max(to, place + word.length)).trim();
    return `${from > 0 ? "…" : ""}${part}${to < text.length ? "…" : ""}`.toWellFormed();
  }
  return undefined;
}

/** The index of a whole word in a text. Capitals and forms of apostrophes make no difference. */
function findWord(word: string, text: string): number | undefined {
  const lower = text.replace(/[’ʼ‘]/g, "'").toLowerCase();
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const [before = "", after = ""] = [lower[at - 1], lower[at + word.length]];
    if (!/[a-z]/.test(before) && !/[a-z]/.test(after)) return at;
  }
  return undefined;
}
