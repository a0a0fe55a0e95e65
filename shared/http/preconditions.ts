import { PreconditionFailed } from "../errors.ts";
import { digestOf, entityTag, listsStrongly, listsWeakly } from "./entityTag.ts";
import type { ApiEvent } from "./event.ts";

/**
 * What a request with If-Match (or If-None-Match) asks of the record that it changes or deletes;
 * undefined without one. `show` makes what a GET of the record answers. To be called with the record
 * that the write is conditioned on, so that nothing changes it in between; throws PreconditionFailed.
 */
export function preconditionOf<Found>(
  { headers }: ApiEvent,
  show: (found: Found) => unknown,
): ((found: Found) => Promise<undefined>) | undefined {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return async (found) => {
    const digest = digestOf(JSON.stringify(await show(found)));
    if (ifMatch !== undefined && !listsStrongly(ifMatch, digest)) {
      throw new PreconditionFailed("The record is another one than If-Match says");
    }
    if (listsWeakly(ifNoneMatch, entityTag(digest))) {
      throw new PreconditionFailed("The record is one that If-None-Match rules out");
    }
    return undefined;
  };
}
