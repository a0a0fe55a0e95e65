import type { CookieJar as Jar } from "tough-cookie";

/** Of one answer. Browsers keep 180 of a domain. */
const MAX_OF_ANSWER = 50;
/** Of one chain or crawl, however often a cookie is set again. */
const MAX_LINES = 20_000;
const MAX_CHARACTERS = 4096;
/** Limit for the cookies of one request. Servers refuse more, and no website may make us send much. */
const MAX_SENT_CHARACTERS = 8192;

/**
 * The cookies of one chain of redirects or one crawl, by the rules of browsers (RFC 6265), with limits on what is kept
 * and sent.
 */
export class CookieJar {
  #jar: Jar | undefined;
  #lines = 0;

  /** Stores the cookies that an answer sets. */
  async take({ url, headers }: { url: string; headers: Record<string, string> }) {
    const lines = headers["set-cookie"]?.split("\n", MAX_OF_ANSWER) ?? [];
    if (lines.length === 0) return;
    // Most chains set no cookie, and need not load the list of public suffixes, which takes 30 ms.
    const { Cookie, CookieJar: Jar } = await import("tough-cookie");
    this.#jar ??= new Jar(undefined, { looseMode: true });
    for (const line of lines.filter(({ length }) => length <= MAX_CHARACTERS)) {
      const cookie = Cookie.parse(line, { loose: true });
      // Browsers accept no secure cookie over http; the library does.
      if (!cookie || (cookie.secure && !url.startsWith("https:"))) continue;
      this.#lines += 1;
      if (this.#lines <= MAX_LINES) this.#jar.setCookieSync(cookie, url, { ignoreError: true });
    }
  }

  /** The `cookie` header of a request to this URL; undefined if there are no cookies. */
  of(url: string): string | undefined {
    if (!this.#jar || !URL.canParse(url)) return undefined;
    let header = "";
    for (const cookie of this.#jar.getCookiesSync(url)) {
      const longer = [header, cookie.cookieString()].filter(Boolean).join("; ");
      if (longer.length <= MAX_SENT_CHARACTERS) header = longer;
    }
    return header || undefined;
  }
}
