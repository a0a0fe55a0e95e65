import { describe, expect, test } from "vitest";
import { unreadable } from "../../../../shared/audit/organization/readSite.ts";
import { readPage } from "../../../../shared/audit/pages/readPage.ts";
import { findContactPages } from "../../../../shared/audit/siteDetails.ts";
import type { OutboundFailure } from "../../../../shared/platform/outbound/index.ts";

const AT = { url: "https://acme.co.uk/", status: 200, depth: 0 };

describe("the contact pages of a start page", () => {
  test.each<[string, string, string[]]>([
    ["by text", '<a href="/a">About</a><a href="/c">Contact us</a>', ["/c"]],
    ["by an image's text", '<a href="/c"><img src="c.png" alt="Contact"></a>', ["/c"]],
    ["by path", '<a href="/contact_us.html">Say hello</a>', ["/contact_us.html"]],
    ["text before path", '<a href="/contacts/1">Ann</a><a href="/c">Contact</a>', ["/c"]],
    [
      "both kinds",
      '<a href="/impressum">Impressum</a><a href="/k">Kontakt</a>',
      ["/k", "/impressum"],
    ],
    ["in French", '<a href="/m">Mentions légales</a><a href="/c">Contactez-nous</a>', ["/c", "/m"]],
    ["one page for both", '<a href="/k">Kontakt &amp; Impressum</a>', ["/k"]],
    ["the first of several", '<a href="/1">Contact</a><a href="/2">Contact</a>', ["/1"]],
    ["not on this page", '<a href="#contact">Contact</a><a href="/">Contact</a>', []],
    ["not on other hosts", '<a href="https://crm.example/contact">Contact</a>', []],
    ["not by mail", '<a href="mailto:contact@acme.co.uk">Contact</a>', []],
    ["not in prose", `<a href="/x">${"Lenses of all kinds. ".repeat(4)} contact</a>`, []],
    ["none", '<a href="/a">About</a>', []],
  ])("are found: %s", (_, html, paths) => {
    const urls = paths.map((path) => new URL(path, AT.url).href);
    expect(findContactPages(readPage(html, AT))).toEqual(urls);
  });
});

describe("a failure", () => {
  test.each<[OutboundFailure, string | undefined, boolean]>([
    ["timeout", undefined, true],
    ["refused", "ECONNREFUSED", true],
    ["reset", "ECONNRESET", true],
    ["unreachable", "EHOSTUNREACH", true],
    ["dns", "ESERVFAIL", true],
    ["dns", "ETIMEOUT", true],
    ["dns", "ENOTFOUND", false],
    ["dns", "ENODATA", false],
    ["tls", "CERT_HAS_EXPIRED", false],
    ["blocked", undefined, false],
    ["protocol", undefined, false],
    ["invalid_url", undefined, false],
  ])("that is %s (%s) may pass: %s", (failure, code, passing) => {
    const outcome = { failure, ...(code && { code }) };
    expect(unreadable(outcome).passing).toBe(passing);
  });

  test.each([
    [404, false],
    [403, false],
    [202, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])("with status %i may pass: %s", (status, passing) => {
    expect(unreadable({ status, mitigated: false }).passing).toBe(passing);
  });
});
