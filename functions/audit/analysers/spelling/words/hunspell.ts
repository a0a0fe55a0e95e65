/** One `PFX` or `SFX` line: what it takes from a word, what it puts there, and which further flags follow. */
interface Affix {
  isPrefix: boolean;
  strip: string;
  add: string;
  /** What each letter at its end of the word must be: `.`, `a`, `[ab]` or `[^ab]`. */
  condition: string[];
  flags: string[];
}

/**
 * The words of a Hunspell dictionary with their affixes, up to one prefix and one suffix or two suffixes.
 * Rules of compounds are left out: the check splits compounds itself.
 */
export function* expandDictionary(dic: string, aff: string): Generator<string> {
  const lines = aff.split(/\r?\n/);
  const option = (name: string) =>
    lines.find((line) => line.startsWith(`${name} `))?.split(/\s+/)[1] ?? "";
  const readFlags = flagReader(option("FLAG"));
  const affixes = Map.groupBy(readAffixes(lines, readFlags), ([flag]) => flag);
  const [forbidden, needsAffix] = [option("FORBIDDENWORD"), option("NEEDAFFIX")];
  for (const line of dic.split(/\r?\n/).slice(1)) {
    const [word = "", written = ""] = line.split(/[\t ]/)[0]?.split("/") ?? [];
    const flags = readFlags(written);
    if (word === "" || flags.includes(forbidden)) continue;
    if (!flags.includes(needsAffix)) yield word;
    yield* expand(word, flags, 2);
  }

  function* expand(word: string, flags: string[], depth: number): Generator<string> {
    for (const [, affix] of flags.flatMap((flag) => affixes.get(flag) ?? [])) {
      const next = apply(word, affix);
      if (next === undefined) continue;
      yield next;
      const prefixes = flags.filter((flag) => affixes.get(flag)?.[0]?.[1].isPrefix);
      if (depth > 1)
        yield* expand(next, [...affix.flags, ...(affix.isPrefix ? [] : prefixes)], depth - 1);
    }
  }
}

function flagReader(form: string): (written: string) => string[] {
  if (form === "long") return (written) => written.match(/../g) ?? [];
  if (form === "num") return (written) => written.match(/[^,]+/g) ?? [];
  return (written) => [...written];
}

function readAffixes(
  lines: string[],
  readFlags: (written: string) => string[],
): [flag: string, affix: Affix][] {
  return lines.flatMap((line) => {
    const [kind, flag = "", strip = "", added = "", condition] = line.split(/\s+/);
    if (!/^[PS]FX$/.test(kind ?? "") || condition === undefined) return [];
    const isPrefix = kind === "PFX";
    const [text = "", flags = ""] = added.split("/");
    const affix = {
      isPrefix,
      strip: strip === "0" ? "" : strip,
      add: text === "0" ? "" : text,
      condition: condition.match(/\[[^[\]]*\]|[^[]/gu) ?? [],
      flags: readFlags(flags),
    };
    return [[flag, affix] as [string, Affix]];
  });
}

function apply(word: string, { isPrefix, strip, add, condition }: Affix): string | undefined {
  const letters = isPrefix
    ? word.slice(0, condition.length)
    : word.slice(Math.max(0, word.length - condition.length));
  if (letters.length < condition.length && condition.join("") !== ".") return undefined;
  if (!condition.every((allowed, at) => isAllowed(letters.charAt(at), allowed))) return undefined;
  if (isPrefix) return word.startsWith(strip) ? add + word.slice(strip.length) : undefined;
  return word.endsWith(strip) ? word.slice(0, word.length - strip.length) + add : undefined;
}

function isAllowed(letter: string, allowed: string): boolean {
  if (allowed === ".") return true;
  if (allowed.startsWith("[^")) return !allowed.slice(2, -1).includes(letter);
  return allowed.replace(/^\[|\]$/g, "").includes(letter);
}
