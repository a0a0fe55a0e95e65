/** A look at a URL; the second one follows at once where the first one failed. */
export type Look<Result> = (url: string, look: "first" | "second") => Promise<Result>;

/**
 * The looks of one round: each URL is asked for the first time once, and once for the second, however
 * many websites name it, and however they write it; all of them get what came of it.
 */
export function oncePerUrl<Result>(look: Look<Result>): Look<Result> {
  const looks = new Map<string, Promise<Result>>();
  return (url, which) => {
    const key = `${which} ${withoutFragment(url)}`;
    const known = looks.get(key);
    if (known) return known;
    const result = look(url, which);
    looks.set(key, result);
    return result;
  };
}

function withoutFragment(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  parsed.hash = "";
  return parsed.href;
}
