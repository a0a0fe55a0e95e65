import { isIP } from "node:net";

const MAX_COOKIES = 200;
const MAX_CHARACTERS = 4096;
/** Of the cookies of one request. Servers refuse more, and a website must not make us send much. */
const MAX_SENT_CHARACTERS = 8192;

interface Cookie {
  name: string;
  value: string;
  domain: string;
  isHostOnly: boolean;
  path: string;
  isSecure: boolean;
}

/**
 * The cookies of one chain of redirects or one crawl, by the rules of browsers (RFC 6265): domain, path, secure
 * and expiry. Public suffixes are not known: no cookie outlives its crawl or belongs to a user.
 */
export class CookieJar {
  #cookies: Cookie[] = [];

  /** Takes the cookies that an answer sets. */
  take({ url, headers }: { url: string; headers: Record<string, string> }) {
    for (const line of (headers["set-cookie"] ?? "").split("\n")) this.#set(line, new URL(url));
  }

  /** The `cookie` header of a request to this URL; undefined if there are no cookies. */
  of(url: string): string | undefined {
    const to = URL.parse(url);
    if (!to || this.#cookies.length === 0) return undefined;
    const sent = this.#cookies
      .filter((cookie) => isFor(cookie, to))
      .toSorted((one, other) => other.path.length - one.path.length)
      .map(({ name, value }) => (name === "" ? value : `${name}=${value}`));
    let header = "";
    for (const cookie of sent) {
      const longer = header === "" ? cookie : `${header}; ${cookie}`;
      if (longer.length <= MAX_SENT_CHARACTERS) header = longer;
    }
    return header || undefined;
  }

  #set(line: string, from: URL) {
    const { cookie, isExpired } = parse(line, from) ?? {};
    if (!cookie) return;
    const others = this.#cookies.filter((other) => !isSame(other, cookie));
    this.#cookies = isExpired ? others : [...others.slice(1 - MAX_COOKIES), cookie];
  }
}

/** A `set-cookie` line; undefined if a browser would not store it. */
function parse(line: string, from: URL): { cookie: Cookie; isExpired: boolean } | undefined {
  const [pair = "", ...rest] = line.split(";");
  const [name, value] = pair.includes("=") ? splitAt(pair, "=") : ["", pair.trim()];
  if (name + value === "" || name.length + value.length > MAX_CHARACTERS) return undefined;
  const attributes = new Map(
    rest.map((attribute) => {
      const [key, text] = splitAt(attribute, "=");
      return [key.toLowerCase(), text];
    }),
  );
  const host = from.hostname;
  const domain = (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase();
  const isSecure = attributes.has("secure");
  if (domain !== "" && !isWithin(host, domain)) return undefined;
  if (isSecure && from.protocol !== "https:") return undefined;
  const path = attributes.get("path") ?? "";
  const cookie = {
    ...{ name, value, isSecure },
    domain: domain || host,
    isHostOnly: domain === "",
    path: path.startsWith("/") ? path : directoryOf(from.pathname),
  };
  return { cookie, isExpired: hasExpired(attributes) };
}

function splitAt(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  if (at === -1) return [text.trim(), ""];
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function hasExpired(attributes: Map<string, string>): boolean {
  const maxAge = attributes.get("max-age");
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  return Date.parse(attributes.get("expires") ?? "") <= Date.now();
}

function isFor({ domain, isHostOnly, path, isSecure }: Cookie, url: URL): boolean {
  if (isSecure && url.protocol !== "https:") return false;
  if (isHostOnly ? url.hostname !== domain : !isWithin(url.hostname, domain)) return false;
  const { pathname } = url;
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0);
}

function isSame(one: Cookie, other: Cookie): boolean {
  return one.name === other.name && one.domain === other.domain && one.path === other.path;
}

/** The path of a cookie that names none (RFC 6265, 5.1.4). */
function directoryOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
