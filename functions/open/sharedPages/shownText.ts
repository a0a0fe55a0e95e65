import { domainToUnicode } from "node:url";
import ipaddr from "ipaddr.js";
import { siteUrl } from "../../../shared/fields/siteUrl.ts";
import { oneLine } from "../../../shared/vocabulary/texts.ts";

const MOST_OF_A_NAME = 80;

/** What shows nothing, or not what it is. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** Names that only some network knows. Those that end with `.localhost` name nothing but the machine itself. */
const INTERNAL = /^[^.]*$|\.(?:arpa|corp|home|internal|intranet|lan|local|localdomain|private)$/;

/** A text of others as one line of at most 80 characters. */
export function lineShown(text: string, most = MOST_OF_A_NAME): string {
  return oneLine(text, most);
}

/** The host of a website as people read it, without path and query, which may hold a secret; "" for an internal one. */
export function hostShown(hostname: string): string {
  const { hostname: host = "", port } = siteUrl(hostname) ?? {};
  const name = host.replace(/\.$/, "");
  if (isInternal(name)) return "";
  const unicode = domainToUnicode(name);
  const shown = unicode && !UNSEEN.test(unicode) ? unicode : name;
  return lineShown(shown + (port && `:${port}`));
}

/** A text without the query of a website's own address, even if that was cut off. */
export function withoutQuery(text: string, hostname: string): string {
  const { pathname = "", search = "" } = siteUrl(hostname) ?? {};
  const [name = ""] = search.split("=", 1);
  if (name === "") return text;
  const [first = "", ...rest] = text.split(pathname + name);
  const parts = rest.map((part) => {
    const end = part.search(/\s/);
    return `${pathname}?…${end < 0 ? "" : part.slice(end)}`;
  });
  return first + parts.join("");
}

function isInternal(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(address)
    ? ipaddr.process(address).range() !== "unicast"
    : INTERNAL.test(host);
}
