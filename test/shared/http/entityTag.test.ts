import { expect, test } from "vitest";
import {
  digestOf,
  entityTag,
  listsWeakly,
  preconditionOf,
} from "../../../shared/http/conditions.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";

const TAG = entityTag("abc");

test.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x","abc"', '"a,b", "abc"', "*", " * "])(
  "If-None-Match lists a tag, weakly or not: %s",
  (header) => {
    expect(listsWeakly(header, TAG)).toBe(true);
  },
);

test.each([undefined, "", "abc", '"abc', '"ABC"', '"abc-gzip"', '"x, "', '"*"', 'w/"x"'])(
  "If-None-Match does not list it: %s",
  (header) => {
    expect(listsWeakly(header, TAG)).toBe(false);
  },
);

/** Checks If-Match, in which "abc" stands for the digest of the record, before a change. */
async function checkIfMatch(header: string) {
  const record = { name: "Acme" };
  const digest = digestOf(JSON.stringify({ data: record }));
  const headers = { "if-match": header.replace("abc", digest) };
  await preconditionOf({ headers } as unknown as ApiEvent, () => record)?.(record);
}

test.each(['"abc"', '"abc-gzip"', '"abc-br"', '"x", "abc"', "*"])(
  "If-Match lists a representation in whichever coding: %s",
  async (header) => {
    await expect(checkIfMatch(header)).resolves.toBeUndefined();
  },
);

test.each(["", 'W/"abc"', '"abc-zstd"', '"x"', "abc"])(
  "If-Match does not list it: %s",
  async (header) => {
    await expect(checkIfMatch(header)).rejects.toThrow("If-Match names another version");
  },
);
