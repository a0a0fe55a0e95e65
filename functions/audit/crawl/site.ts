/** Parameters that say who is visiting or where from, not which page is meant. */
const SESSION_PARAMETER =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|sid|s?session_?id|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|oscsid|zenid)$/i;

const MAX_REMEMBERED = 50_000;

/** Which URLs belong to the audited website, and which of them are the same page. */
export class Site {
  readonly origin: string;
  readonly #protocol: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #keys = new Map<string, string>();

  /** `aliases`: other hosts that redirect here, such as the one without `www.`. */
  constructor(startUrl: string, aliases: Iterable<string> = []) {
    const { origin, protocol, host } = new URL(startUrl);
    this.origin = origin;
    this.#protocol = protocol;
    this.#hosts = new Set([host, ...aliases]);
  }

  includes(url: string): boolean {
    const parsed = URL.parse(url);
    return parsed !== null && this.#hosts.has(parsed.host);
  }

  /**
   * The same text for addresses of the same thing. Within the site the scheme, the order of query
   * parameters, session ids and campaign parameters make no difference.
   */
  key(url: string): string {
    const known = this.#keys.get(url);
    if (known !== undefined) return known;
    const key = this.#makeKey(url);
    if (this.#keys.size >= MAX_REMEMBERED) this.#keys.clear();
    this.#keys.set(url, key);
    return key;
  }

  #makeKey(url: string) {
    const parsed = URL.parse(url);
    if (!parsed) return url;
    parsed.hash = "";
    if (!this.#hosts.has(parsed.host)) return parsed.href;
    if (parsed.port === "") parsed.protocol = this.#protocol;
    parsed.pathname = unescapeUnreserved(parsed.pathname.replace(/;jsessionid=[^/;]*/i, ""));
    parsed.search = canonicalQuery(parsed.search);
    return parsed.href;
  }
}

function canonicalQuery(search: string) {
  if (search.length < 2) return "";
  const parameters = search.slice(1).split("&");
  return parameters
    .filter((parameter) => !SESSION_PARAMETER.test(parameter.split("=", 1)[0] ?? ""))
    .sort()
    .join("&");
}

function unescapeUnreserved(path: string) {
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}
