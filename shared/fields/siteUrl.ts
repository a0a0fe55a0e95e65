const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The http(s) URL that a text is by itself for the WHATWG URL parser, as `https://example.com/shop`
 * or `http:example.com`; undefined for a host name without a scheme, and for anything else.
 */
export function ownUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/**
 * The URL that a website's or competitor's `hostname` stands for: its own, or the one it becomes
 * once `http://` is put before it. Undefined where it is neither, or has another scheme.
 */
export function siteUrl(hostname: string): URL | undefined {
  return ownUrl(hostname) ?? (SCHEME.test(hostname) ? undefined : ownUrl(`http://${hostname}`));
}
