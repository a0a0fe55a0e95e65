import { describe, expect, it } from "vitest";
import { decodeText } from "../../../../shared/platform/outbound/decodeText.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";

function decode(body: Buffer, contentType?: string) {
  return decodeText({ body, headers: contentType ? { "content-type": contentType } : {} });
}

const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("decodeText", () => {
  it.each([
    ["UTF-8 by default", Buffer.from("café"), undefined, "café"],
    ["the charset of the content type", latin1("café"), "text/html; charset=ISO-8859-1", "café"],
    ["a quoted charset", latin1("café"), `text/html;x=1;charset = "latin1"`, "café"],
    ["Windows-1252 where Latin-1 is written", Buffer.from([0x92]), "text/html;charset=latin1", "’"],
    ["Shift JIS", Buffer.from([0x82, 0xa0]), "text/html; charset=shift_jis", "あ"],
    ["UTF-16 by content type", Buffer.from("hé", "utf16le"), "text/html; charset=utf-16le", "hé"],
    ["an unknown charset as UTF-8", Buffer.from("café"), "text/html; charset=klingon", "café"],
    ["what is no UTF-8", Buffer.from([0x61, 0xff, 0x62]), undefined, "aÿb"],
    ["UTF-8 that breaks off", Buffer.from("aé").subarray(0, 2), undefined, "a\u{fffd}"],
    ["nothing", Buffer.alloc(0), undefined, ""],
  ])("reads %s", (_, body, contentType, text) => {
    expect(decode(body, contentType)).toBe(text);
  });

  it.each([
    ["UTF-8", Buffer.from("\u{feff}é")],
    ["UTF-16 LE", Buffer.from("\u{feff}é", "utf16le")],
    ["UTF-16 BE", Buffer.from("\u{feff}é", "utf16le").swap16()],
  ])("prefers a byte order mark of %s to any other charset, and drops it", (_, body) => {
    expect(decode(body, "text/html; charset=iso-8859-7")).toBe("é");
  });

  it.each([
    `<meta charset=latin1>`,
    `<META http-equiv="Content-Type" content="text/html; charset=iso-8859-1">`,
    `<?xml version="1.0" encoding="ISO-8859-1"?>`,
    `<meta name=charset><meta\ncharset="latin1" >`,
    `<meta content="text/html; charset=latin1" http-equiv=Content-Type>`,
    `<meta charset="bogus-8"><meta charset="windows-1252">`,
    `<script>/*${"x".repeat(1500)}*/</script><meta charset="iso-8859-1">`,
  ])("finds the charset in %s", (declaration) => {
    expect(decode(latin1(`${declaration}é`), "text/html")).toBe(`${declaration}é`);
  });

  it("finds it where the content type has an unknown one", () => {
    const html = "<meta charset=latin1>";
    expect(decode(latin1(`${html}é`), "text/html; charset=none")).toBe(`${html}é`);
  });

  it.each([
    `<!-- <meta charset="iso-8859-1"> --><meta charset="utf-8">`,
    `<meta name="description" content="Why charset=iso-8859-1 is old">`,
    `<script>document.write('<meta charset="iso-8859-1">')</script>`,
  ])("finds none in %s", (html) => {
    expect(decode(Buffer.from(`${html}é`), "text/html")).toBe(`${html}é`);
  });

  it("finds the charset of XHTML in its XML declaration, and not in a meta element", () => {
    const xhtml = '<?xml version="1.0" encoding="iso-8859-1"?><meta charset="utf-8"/>';
    expect(decode(latin1(`${xhtml}é`), "application/xhtml+xml")).toBe(`${xhtml}é`);
    expect(decode(latin1(`${xhtml}é`), "text/html")).toBe(`${xhtml}\u{fffd}`);
  });

  it("ignores UTF-16 in a declaration that is written in ASCII", () => {
    const html = `<meta charset="utf-16">é`;
    expect(decode(Buffer.from(html))).toBe(html);
  });

  it("searches the first 64 kB and no more", () => {
    const late = (bytes: number) => `${" ".repeat(bytes)}<meta charset=koi8-r>`;
    expect(decode(latin1(`${late(65_000)}é`))).toMatch(/И$/);
    expect(decode(latin1(`${late(65_536)}é.`))).toMatch(/é\.$/);
  });

  it("takes time linear to hostile declarations", async () => {
    await expectLinearTime(10_000, (size) => {
      const body = Buffer.alloc(100 * size, "<meta charset charset charset=");
      const contentType = "charset".repeat(size);
      return () => decode(body, contentType);
    });
  });
});
