/** The rules of a site's robots.txt (RFC 9309) for our crawler. */
export interface Robots {
  /** The reason (`unreadableReasons`) if the file could not be read. Then nothing is allowed. */
  unreadable?: string;
  /** As written. They apply to every crawler. */
  sitemaps: string[];
  crawlDelayMs?: number;
  allows(url: string): boolean;
}

interface Rule {
  allow: boolean;
  pattern: RobotsPattern;
}

interface Group {
  agents: string[];
  rules: Rule[];
  crawlDelayMs?: number;
}

/** Each address is matched against each rule, so a file with more rules could stall the crawl. */
const MAX_RULES = 5000;
/** Reads a robots.txt for the crawler with this product token. */
export function parseRobots(text: string, productToken: string): Robots {
  const { groups, sitemaps } = readGroups(text);
  const token = productToken.toLowerCase();
  const ours = groups.filter(({ agents }) => agents.includes(token));
  const chosen = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes("*"));
  const rules = chosen.flatMap((group) => group.rules);
  // A rule that is left out could be one that forbids. So nothing may be requested.
  if (rules.length > MAX_RULES) return failedRobots(`more than ${MAX_RULES} rules`);
  const delays = chosen.flatMap(({ crawlDelayMs }) => crawlDelayMs ?? []);
  return {
    sitemaps,
    ...(delays.length > 0 && { crawlDelayMs: delays.reduce((a, b) => Math.max(a, b)) }),
    allows: (url) => isAllowed(rules, url),
  };
}

export function allowAll(): Robots {
  return { sitemaps: [], allows: () => true };
}

export function disallowAll(unreadable: string): Robots {
  return { unreadable, sitemaps: [], allows: () => false };
}

/** The host answers, but not with its robots.txt. */
export function failedRobots(why: string): Robots {
  return disallowAll(`robots_txt_failed (robots.txt: ${why})`);
}

/** The longest matching pattern decides; `allow` wins a tie. */
function isAllowed(rules: Rule[], url: string) {
  const { pathname, search } = new URL(url);
  if (pathname === "/robots.txt") return true;
  const path = normalisePath(pathname + search).replace(/[$*]/g, escaped);
  let longest = 0;
  let allowed = true;
  for (const { allow, pattern } of rules) {
    const decides = pattern.length > longest || (pattern.length === longest && allow);
    if (!decides || !pattern.matches(path)) continue;
    longest = pattern.length;
    allowed = allow;
  }
  return allowed;
}

function readGroups(text: string) {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let inAgents = false;

  for (const { key, value } of readLines(text)) {
    if (key === "sitemap") {
      if (value) sitemaps.push(value);
    } else if (key === "user-agent") {
      if (!group || !inAgents) {
        group = { agents: [], rules: [] };
        groups.push(group);
      }
      group.agents.push(productTokenOf(value));
      inAgents = true;
    } else if (group && (key === "allow" || key === "disallow")) {
      inAgents = false;
      if (/^[/*]/.test(value)) {
        group.rules.push({ allow: key === "allow", pattern: new RobotsPattern(value) });
      }
    } else if (group && key === "crawl-delay") {
      inAgents = false;
      if (/^\d+(\.\d+)?$/.test(value)) group.crawlDelayMs = Number(value) * 1000;
    }
  }
  return { groups, sitemaps };
}

function* readLines(text: string) {
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)) {
    const content = line.split("#", 1)[0] ?? "";
    const colon = content.indexOf(":");
    if (colon < 0) continue;
    const key = content.slice(0, colon).trim().toLowerCase();
    yield { key, value: content.slice(colon + 1).trim() };
  }
}

/** The product token of `ExampleBot/1.2` is `examplebot`. */
function productTokenOf(value: string) {
  return value === "*" ? value : (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? "");
}

/** `%24` for `$`, `%2A` for `*`. */
function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * A path of robots.txt: `*` is any text, a final `$` is the end, `%2A` and `%24` are the characters themselves (RFC
 * 9309, 2.2.3). Matching takes linear time, without backtracking.
 */
class RobotsPattern {
  /** In characters; of the patterns that match, the longest decides. */
  readonly length: number;
  /** The texts between the wildcards. A pattern without a final `$` ends with a wildcard. */
  readonly #parts: string[];

  constructor(pattern: string) {
    const path = normalisePath(pattern);
    this.length = path.length;
    const isAnchored = path.endsWith("$");
    const parts = (isAnchored ? path.slice(0, -1) : `${path}*`).split("*");
    this.#parts = parts.map((part) => part.replaceAll("$", escaped));
  }

  /** Whether it matches a normalised path, which includes the query. */
  matches(path: string) {
    const [first = "", ...others] = this.#parts;
    const last = others.pop();
    if (!path.startsWith(first)) return false;
    if (last === undefined) return path === first;
    let place = first.length;
    for (const part of others) {
      const start = path.indexOf(part, place);
      if (start < 0) return false;
      place = start + part.length;
    }
    return path.length - last.length >= place && path.endsWith(last);
  }
}

/**
 * Makes equivalent paths and queries equal (RFC 3986, 6.2.2): `%7e`, `%7E` and `~`, or an umlaut and its
 * escaped form.
 */
export function normalisePath(path: string) {
  if (/^[\w/.*$?=&;,~-]*$/.test(path)) return path;
  return path
    .replace(/[^\x21-\x7e]+/g, (characters) => encodeURIComponent(characters.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
    });
}
