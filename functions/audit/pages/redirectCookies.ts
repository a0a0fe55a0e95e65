import type { OutboundResponse } from "../../../shared/outbound/index.ts";

const MAX_COOKIES = 50;
const MAX_CHARACTERS = 4096;

/** Between two cookies that were joined: a comma before `name=`, which that of a date is not. */
const BETWEEN = /,\s*(?=[^\s;,=]+=)/;

/**
 * The cookies of one chain of redirects. Some websites set one and redirect to where the visitor was:
 * without it they lead in circles. Each goes back to the host that set it and to no other.
 */
export class RedirectCookies {
  readonly #ofHosts = new Map<string, Map<string, string>>();

  take({ url, headers }: Pick<OutboundResponse, "url" | "headers">) {
    const { host } = new URL(url);
    const cookies = this.#ofHosts.get(host) ?? new Map<string, string>();
    this.#ofHosts.set(host, cookies);
    for (const cookie of (headers["set-cookie"] ?? "").split(BETWEEN)) {
      const [, name, value = ""] = /^\s*([^\s;,=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name === undefined || name.length + value.length > MAX_CHARACTERS) continue;
      if (cookies.has(name) || cookies.size < MAX_COOKIES) cookies.set(name, value.trim());
    }
  }

  /** The value of the header for a request to this URL; undefined where there is none. */
  of(url: string): string | undefined {
    const cookies = this.#ofHosts.get(URL.parse(url)?.host ?? "") ?? [];
    return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") || undefined;
  }
}
