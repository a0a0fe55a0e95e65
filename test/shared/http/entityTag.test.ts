import { expect, test } from "vitest";
import { entityTag, listsStrongly, listsWeakly } from "../../../shared/http/conditions.ts";

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

test.each(['"abc"', '"abc-gzip"', '"abc-br"', '"x", "abc"', "*"])(
  "If-Match lists a representation in whichever coding: %s",
  (header) => {
    expect(listsStrongly(header, "abc")).toBe(true);
  },
);

test.each(["", 'W/"abc"', '"abc-zstd"', '"x"', "abc"])(
  "If-Match does not list it: %s",
  (header) => {
    expect(listsStrongly(header, "abc")).toBe(false);
  },
);
