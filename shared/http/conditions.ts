import { hash } from "node:crypto";
import { PreconditionFailed } from "../platform/errors.ts";
import type { ApiEvent } from "./event.ts";
import { fetched } from "./responses.ts";

/** The content codings of a body, best compression first. */
export const codings = ["br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** The digest of a text, from which its entity tags are made. */
export function digestOf(text: string): string {
  return hash("sha256", text, "base64url");
}

/** The strong entity tag of a representation; each coding has one of its own (RFC 9110, 8.8.3.3). */
export function entityTag(digest: string, coding?: Coding): string {
  return `"${coding ? `${digest}-${coding}` : digest}"`;
}

/** Whether If-None-Match lists a tag. Compares weakly: proxies that compress make tags weak (13.1.2). */
export function listsWeakly(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return isAny(header) || tagsOf(header).some((each) => each === tag || each === `W/${tag}`);
}

/** Whether If-Match lists a tag of a representation, in any coding; weak tags never match (13.1.1). */
function listsStrongly(header: string, digest: string): boolean {
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

/**
 * The check of If-Match and If-None-Match for a record that is to be changed or deleted; undefined
 * without these headers. `present` makes what GET of the record shows. Call the check with the record
 * whose revision the write is conditional on; it throws PreconditionFailed.
 */
export function preconditionOf<Record>(
  { headers }: ApiEvent,
  present: (record: Record) => unknown,
): ((record: Record) => Promise<undefined>) | undefined {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return async (record) => {
    const digest = digestOf(JSON.stringify(fetched(await present(record))));
    if (ifMatch !== undefined && !listsStrongly(ifMatch, digest)) {
      throw new PreconditionFailed(
        "If-Match names another version of the record. Read the record again.",
      );
    }
    if (listsWeakly(ifNoneMatch, entityTag(digest))) {
      throw new PreconditionFailed("If-None-Match names the record's current version");
    }
    return undefined;
  };
}
