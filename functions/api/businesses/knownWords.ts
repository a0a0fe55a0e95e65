import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { anyText } from "../../../shared/fields/fields.ts";
import { rule, shortArray } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { answerBytes, fetched, updated } from "../../../shared/http/responses.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed, getListed } from "../../../shared/lists/changeListed.ts";
import { BUSINESS_BYTES, presentKnownWords } from "../../../shared/resources/business.ts";
import { knownWordsSchema } from "../../../shared/resources/schemas.ts";

export const fetchKnownWords = endpoint({
  route: "GET /v1/businesses/{business_uuid}/known-words",
  id: "fetchKnownWords",
  summary: "Fetch the known words of a business",
  details: "Audits of the business's websites do not report these words as misspelt.",
  response: () => fetchedOf(knownWordsSchema),
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentKnownWords(await getListed(businesses, { reseller_uuid, uuid })));
  },
});

const MAX_WORDS = 1000;
const MAX_CHARACTERS = 100;

const word = anyText("Each word", MAX_CHARACTERS).check(
  rule("length", "Each word must be >= 1 character", (value: string) => value.trim() !== "", {
    keywords: { minLength: 1 },
  }),
);

const body = z.object({
  words: described(
    shortArray(
      MAX_WORDS,
      `A business can have at most ${MAX_WORDS} known words`,
      z.array(word).check(
        // Lists of businesses read the words as well.
        rule(
          "length",
          `The words must be <= ${BUSINESS_BYTES} bytes of JSON in all`,
          (words) => answerBytes(words) <= BUSINESS_BYTES,
        ),
      ),
    ),
    "The words, which replace the former ones. Capitals and Unicode forms make no difference: of equal words, the first is kept.",
    ["Bonzqit"],
  ),
});

/** Changes the words that no audit of the business's websites reports as misspelt. */
export const updateKnownWords = endpoint({
  route: "PATCH /v1/businesses/{business_uuid}/known-words",
  id: "updateKnownWords",
  summary: "Change the known words of a business",
  details:
    "Replaces the words. The next audit of each website resolves its findings of these words; ignore a finding to hide it at once. All words take at most 30,000 bytes of JSON: rule `length`.",
  response: () => doneOf("Known words updated", knownWordsSchema),
  exampleBody: { words: ["Bonzqit"] },
  body: z.partial(body),
  async answer({ reseller_uuid, uuid, body: { words } }) {
    const business = await changeListed(
      businesses,
      { reseller_uuid, uuid },
      () => words && { set: { known_words: distinct(words) } },
    );
    return updated("Known words", presentKnownWords(business));
  },
});

function distinct(words: string[]): string[] {
  const same = Map.groupBy(words, (each) => each.normalize("NFC").toLowerCase());
  return [...same.values()].flatMap(([first]) => first ?? []);
}
