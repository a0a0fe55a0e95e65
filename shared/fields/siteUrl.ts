import { domainToUnicode } from "node:url";
import { oneLine, withoutEnd } from "../vocabulary/texts.ts";

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The http(s) URL that the WHATWG URL parser reads from a text as it stands, such as
 * `https://example.com/shop` or `http:example.com`; undefined for anything else, such as a bare host name.
 */
export function ownUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/**
 * The URL that a website's or competitor's `hostname` stands for, with `http://` put before it if it has
 * no scheme. Undefined if it is no http(s) URL.
 */
export function siteUrl(hostname: string): URL | undefined {
  return ownUrl(hostname) ?? (SCHEME.test(hostname) ? undefined : ownUrl(`http://${hostname}`));
}

/** Ports that do not make another host, even if they are not the default of the scheme. */
const WEB_PORTS = ["80", "443"];

/** The normalised host of a site, without `www.` and without port 80 or 443. */
export function hostOf(hostname: string): string {
  const { hostname: name, port } = parseSite(hostname) ?? { hostname, port: "" };
  const host = name.replace(/^www\./, "");
  return port === "" || WEB_PORTS.includes(port) ? host : `${host}:${port}`;
}

/** What shows nothing, breaks lines or changes the direction of the text around it. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const MOST_OF_A_HOST = 60;

/** The host and port of a site as people read them; "" for no URL. Path and query may say anything, or hold a secret. */
export function shownHost(hostname: string): string {
  const { hostname: name = "", port = "" } = parseSite(hostname) ?? {};
  const unicode = domainToUnicode(name);
  const shown = unicode && !UNSEEN.test(unicode) ? unicode : name;
  return oneLine(shown + (port && `:${port}`), MOST_OF_A_HOST);
}

function parseSite(hostname: string): URL | undefined {
  const url = siteUrl(hostname);
  // A final dot names the same host.
  if (url) url.hostname = withoutEnd(url.hostname, ".");
  return url;
}
