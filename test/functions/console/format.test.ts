import { expect, test } from "vitest";
import { showDayOf } from "../../../functions/console/app/format.ts";
import { countryOf, timesOf, titleOf } from "../../../functions/console/app/rules.ts";

test("a day is told from today, and with its year only if that is another one", () => {
  const now = Date.parse("2026-11-29T12:00:00Z");
  const days = ["2026-11-29T03:00:00Z", "2026-11-28T12:00:00Z", "2026-11-03T12:00:00Z"];
  const shown = [...days, "2025-11-03T12:00:00Z"].map((day) => showDayOf(day, now));
  expect(shown).toEqual(["today", "yesterday", "3 Nov", "3 Nov 2025"]);
});

test.each([
  ["No main heading on 5 pages", "missing_h1", 1, "No main heading on 5 pages"],
  ["Misspelled word on https://a.example/x: “recieve”", "misspelled_word", 2, "Misspelled word"],
  [
    "An image without a description on 2 pages: /a.jpg",
    "image_without_alt",
    2,
    "An image without a description",
  ],
  ["The same page title on 2 pages: “Home”", "duplicate_title", 3, "The same page title"],
  ["The heading “Prices” skips a level on 2 pages", "skipped_level", 2, "Skipped level"],
])("of findings such as %j, %s, %i have the title %j", (title, code, count, expected) => {
  expect(titleOf(Array.from({ length: count }, () => ({ title, code })))).toBe(expected);
});

test("a maintenance tonight is from 22 to 24, or from now if that has begun", () => {
  const at = (hour: number, minute = 0) => new Date(2026, 10, 29, hour, minute).getTime();
  const atTime = (time: number) => `${new Date(time).toISOString().slice(0, 19)}+00:00`;
  expect(timesOf("hour", at(9))).toEqual({ ends_at: atTime(at(10)) });
  const ends_at = atTime(at(24));
  expect(timesOf("tonight", at(9))).toEqual({ starts_at: atTime(at(22)), ends_at });
  expect(timesOf("tonight", at(23, 10))).toEqual({ starts_at: atTime(at(23, 10)), ends_at });
});

test.each([
  ["https://www.adler.at/zimmer", "en", "AT", "de"],
  ["shop.example.co.uk", "de", "GB", "en"],
  ["example.com", "fr", "FR", "fr"],
  ["example.io", "en", "GB", "en"],
])("of %s in an account in %s are guessed the country %s and the language %s", (...row) => {
  const [hostname, account, code, language] = row;
  expect(countryOf(hostname, account)).toEqual({ code, language });
});
