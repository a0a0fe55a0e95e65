import { describe, expect, it } from "vitest";
import {
  byLanguage as bySample,
  sampleLanguage,
} from "../../../../../shared/audit/analysers/spelling/language.ts";

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

  it("decides about each long page that says nothing, whatever the others are in", () => {
    const long = { text: [english.repeat(3)] };
    const foreign = { text: [german.repeat(4)] };
    const result = byLanguage([foreign, long, foreign, foreign]);
    expect(result.get("en")?.map(({ page }) => page)).toEqual([long]);
    expect(result.get("unknown")).toHaveLength(3);
  });

  it("doubts short pages that say English where the template is wrong of most long ones", () => {
    const [long, wrong] = [english.repeat(3), german.repeat(4)].map((text) => ({
      lang: "en",
      text: [text],
    }));
    const contact = { lang: "en", text: ["Kontakt: Montag bis Freitag"] };
    const gallery = { lang: "en", text: [] };
    const sentence = { lang: "en", text: [english] };
    const shorts = [contact, gallery, sentence];
    const checked = (...pages: (Text | undefined)[]) =>
      byLanguage([...shorts, ...pages.filter((page) => page !== undefined)])
        .get("en")
        ?.map(({ page }) => page);
    expect(checked(wrong)).toEqual([sentence]);
    expect(checked(wrong, wrong, long)).toEqual([sentence, long]);
    expect(checked(wrong, long)).toEqual([...shorts, long]);
    expect(checked()).toEqual(shorts);
  });
});
