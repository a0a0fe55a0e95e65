import { expect, test } from "vitest";
import { plainName } from "../../../../functions/workers/mailer/plainName.ts";

test.each([
  "Ada",
  "J. R. R.",
  "Jean-Luc",
  "O'Neil",
  "Dr. Ada",
  "José María del Carmen",
  "田中さん",
  "नन्दिनी",
  "Наталья",
  "محمد",
  "Zoë 🚲",
  "Studio 54",
  "Müller & Söhne / Berlin",
  "No. 1 Bakery",
  "W".repeat(40),
  // Letters and signs with joiners, variation selectors and tags.
  "علی\u200cرضا",
  "क्\u200dष",
  "Café ❤\ufe0f",
  "👩\u200d💻 Web",
  "葛\u{e0100}城",
  "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Tartan",
])("takes %j for a name", (name) => {
  expect(plainName(name, 40)).toBe(name);
});

test("trims a name, and leaves one space between words", () => {
  expect(plainName("  Ada     Maria ", 40)).toBe("Ada Maria");
});

test.each([
  ["a URL", "https://evil.example"],
  ["a URL of a host without a dot", "see http://localhost"],
  ["a URL of another kind", "tel:+15551234"],
  ["one without a scheme", "//evil"],
  ["www", "WWW evil"],
  ["www.", "www.evil"],
  ["a domain name", "prize at evil.example now"],
  ["a domain name in capitals", "EVIL.COM"],
  ["a domain name in another script", "выигрыш.рф"],
  ["a domain name with a wide dot", "evil．com"],
  ["a domain name with an ideographic dot", "evil。com"],
  ["wide letters", "ｗｗｗ．ｅｖｉｌ．ｃｏｍ"],
  ["an address of IPv4", "192.0.2.1/x"],
  ["an e-mail address", "a@b"],
  ["a wide @", "a＠b"],
  ["a telephone number", "call 0900 12 34 56"],
  ["one with dots", "0900.123.456"],
  ["a domain name with a joiner", "evil\u200d.ex\u200cample"],
  ["tags of no flag", "Ann\u{e0067}\u{e007f}"],
  ["a joiner alone", "\u200d"],
  ["41 characters", "W".repeat(41)],
  ["41 characters in one sign", "ﷺ".repeat(3)],
  ["a line feed", "Ada\nYou have won"],
  ["a line separator", "Ada\u2028You have won"],
  ["a paragraph separator", "Ada\u2029You have won"],
  ["a zero byte", "A\0da"],
  ["an override of direction", "Ada\u202eada"],
  ["a zero-width space", "e\u200bvil"],
  ["a Hangul filler", "\u3164"],
  ["a lone surrogate", "Ada\ud800"],
  ["nothing", ""],
  ["spaces", "   "],
])("takes %s for no name: %j", (_, name) => {
  expect(plainName(name, 40)).toBeUndefined();
});
