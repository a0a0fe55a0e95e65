import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mailbox } from "../../../../functions/workers/mailer/mailbox.ts";

const ADDRESS = "a@example.com";

test("quotes a name in ASCII", () => {
  expect(mailbox("Acme", ADDRESS)).toBe('"Acme" <a@example.com>');
  expect(mailbox('O"Neil \\ Sons, Ltd <x@y>', ADDRESS)).toBe(
    '"O\\"Neil \\\\ Sons, Ltd <x@y>" <a@example.com>',
  );
});

test("has no way to another header", () => {
  expect(mailbox("Acme\r\nBcc: b@example.com", ADDRESS)).toBe(
    '"Acme Bcc: b@example.com" <a@example.com>',
  );
});

test("encodes any other name in words that each can be read alone (RFC 2047)", () => {
  expect(mailbox("Zoë", ADDRESS)).toBe("=?UTF-8?B?Wm/Dqw==?= <a@example.com>");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 255 }), (input) => {
      const name = `é${input}`;
      const header = mailbox(name, ADDRESS);
      expect(header).toMatch(/^[ -~]*$/);
      const words = header.slice(0, header.lastIndexOf(" <")).split(" ");
      expect(words.filter((word) => word.length > 75)).toEqual([]);
      const parts = words.map((word) => /^=\?UTF-8\?B\?(.*)\?=$/.exec(word)?.[1] ?? "");
      const decoded = parts.map((part) =>
        new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64")),
      );
      expect(decoded.join("")).toBe(
        name.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, " ").trim(),
      );
    }),
  );
});
