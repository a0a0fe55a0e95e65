/**
 * Headers by lower-case name, repeated ones joined; of several locations the first counts. Made
 * from the raw ones because a header named `constructor` or `__proto__` upsets Node's own object.
 */
export function joinHeaders(raw: string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    const value = raw[at + 1] ?? "";
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name !== "location") headers[name] = `${before}, ${value}`;
  }
  return headers;
}

/** A caller's headers with names that can't stand beside the client's own. */
export function lowerCase(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries);
}
