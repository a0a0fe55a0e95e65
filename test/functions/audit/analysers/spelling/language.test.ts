import { describe, expect, it } from "vitest";
import {
  byLanguage as bySample,
  sampleLanguage,
} from "../../../../../functions/audit/analysers/spelling/language.ts";

const english =
  "You will find all that you need for your garden here, and our staff can help with it.";
const german = "Bei uns finden Sie alles, was Sie für Ihren Garten brauchen, und wir helfen gern. ";
const danish =
  "Vi har alt til haven, og I er velkomne for at se det hele. Kom og besøg os, for her er der by at se.";

type Text = Parameters<typeof sampleLanguage>[0];
const byLanguage = (pages: Text[]) =>
  bySample(pages.map((page) => ({ ...sampleLanguage(page), page })));

describe("byLanguage", () => {
  it.each([
    ["en-GB", [], "en"],
    ["EN_us", ["Short"], "en"],
    ["de", [english], "de"],
    ["en", [german.repeat(4)], "unknown"], // What the template said.
    ["en", [german], "en"], // Too little to doubt it.
    [undefined, [english], "en"],
    ["", [german], "unknown"],
    [undefined, [danish], "unknown"],
    [undefined, ["Rooms"], "unknown"],
    ["<script>", [], "unknown"],
  ])("of lang %s and %s is %s", (lang, text, language) => {
    const pages = [{ text, ...(lang === undefined ? {} : { lang }) }];
    expect([...byLanguage(pages).keys()]).toEqual([language]);
  });

  it("decides over all pages that say nothing, and leaves out those in another language", () => {
    const short = { text: ["Rooms"] };
    expect(byLanguage([short, { text: [english] }]).get("en")).toHaveLength(2);
    const other = { text: [german.repeat(4)] };
    const pages = [short, ...Array(20).fill({ text: [english] }), other];
    expect(
      byLanguage(pages)
        .get("unknown")
        ?.map(({ page }) => page),
    ).toEqual([other]);
    expect(byLanguage([short, ...Array(5).fill(other)]).get("en")).toBeUndefined();
  });
});
