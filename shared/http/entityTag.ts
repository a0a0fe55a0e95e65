import { hash } from "node:crypto";
import { type Coding, codings } from "./contentCoding.ts";

/** What the entity tags of a representation are made of: a digest of its text. */
export function digestOf(text: string): string {
  return hash("sha256", text, "base64url");
}

/** The strong entity tag of a representation; each coding has one of its own (RFC 9110, 8.8.3.3). */
export function entityTag(digest: string, coding?: Coding): string {
  return `"${coding ? `${digest}-${coding}` : digest}"`;
}

/** Whether If-None-Match lists a tag: compared weakly, as proxies that compress make tags weak (13.1.2). */
export function listsWeakly(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return isAny(header) || tagsOf(header).some((each) => each === tag || each === `W/${tag}`);
}

/** Whether If-Match lists a tag of a representation, in whichever coding; a weak tag is none of them (13.1.1). */
export function listsStrongly(header: string, digest: string): boolean {
  const tags = [entityTag(digest), ...codings.map((coding) => entityTag(digest, coding))];
  return isAny(header) || tagsOf(header).some((each) => tags.includes(each));
}

function isAny(header: string): boolean {
  return header.trim() === "*";
}

/** A tag may have a comma in it. */
function tagsOf(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
