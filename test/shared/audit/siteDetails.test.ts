import { expect, test } from "vitest";
import { readPage } from "../../../shared/audit/pages/readPage.ts";
import { findContactPages } from "../../../shared/audit/siteDetails.ts";

const AT = { url: "https://acme.co.uk/", status: 200, isStart: true };

test.each<[string, string, string[]]>([
  ["by text", '<a href="/a">About</a><a href="/c">Contact us</a>', ["/c"]],
  ["by path", '<a href="/contact_us.html">Say hello</a>', ["/contact_us.html"]],
  ["text before path", '<a href="/contacts/1">Ann</a><a href="/c">Contact</a>', ["/c"]],
  ["both", '<a href="/i">Mentions légales</a><a href="/k">Kontakt</a>', ["/k", "/i"]],
  ["one page for both", '<a href="/k">Kontakt &amp; Impressum</a>', ["/k"]],
  ["not on this page", '<a href="#contact">Contact</a><a href="/">Contact</a>', []],
  ["not on other hosts", '<a href="https://crm.example/contact">Contact</a>', []],
  ["not in prose", `<a href="/x">${"Lenses of all kinds. ".repeat(4)} contact</a>`, []],
])("the contact pages of a start page are found: %s", (_, html, paths) => {
  const urls = paths.map((path) => new URL(path, AT.url).href);
  expect(findContactPages(readPage(html, AT))).toEqual(urls);
});
