import type { FaultCode } from "../../../catalogue/faultTexts.ts";
import { type Page, percentDecoded } from "../../pages/page.ts";

/** The faults of a single page, each with the addresses, texts or numbers at fault. */
export function* faultsOf(page: Page): Generator<[FaultCode, ...(string | undefined)[]]> {
  const { url, isStart, links, text, telephoneLinks, mailLinks } = page;
  yield ["broken_phone_link", ...telephoneLinks.filter(isBrokenPhone).map((link) => `tel:${link}`)];
  yield ["broken_mail_link", ...mailLinks.filter(isBrokenMail).map((link) => `mailto:${link}`)];
  yield ["placeholder_text", ...text.flatMap((block) => findPlaceholder(block) ?? [])];
  if (page.brokenJsonLd) yield ["broken_json_ld", undefined];
  yield ["image_without_alt", ...page.imagesWithoutAlt];
  if (url.startsWith("https:")) {
    const blocked = links.filter(
      ({ url, kind }) => BLOCKED_KINDS.has(kind) && url.startsWith("http:"),
    );
    yield ["mixed_content", ...blocked.map(({ url }) => url)];
  }
  if (isStart && !page.preview) yield ["missing_preview_image", undefined];
}

/** What browsers block on an https page. Images are upgraded to https instead. */
const BLOCKED_KINDS = new Set(["script", "stylesheet", "iframe"]);

/**
 * No telephone dials a number of fewer than three digits, a second scheme, or a placeholder in brackets.
 * Letters are digits on its keys.
 */
function isBrokenPhone(number: string): boolean {
  const [digits = ""] = number.split(";", 1);
  if (/^[a-z]+:|^\[.*\]$|^\{.*\}$|^<.*>$/i.test(digits.trim())) return true;
  return (digits.match(/[\da-z]/gi) ?? []).length < 3;
}

/** `mailto:` without an address is valid, as in links that share a page. Mail programs skip empty addresses. */
function isBrokenMail(link: string): boolean {
  const [addresses = ""] = link.split("?", 1);
  const each = addresses.split(/,|%2c/i).map((address) => percentDecoded(address).trim());
  const written = each.filter((address) => address !== "");
  return written.length === 0 ? addresses.trim() !== "" : !written.every(isMailAddress);
}

const ADDRESS_LITERAL = /^\[(?:IPv6:[\da-f:.]+|[\d.]+)\]$/i;

/**
 * Whether mail can be sent to an address: something, `@` and a host name of two labels or more that begin and
 * end with a letter or digit (RFC 5321, 4.1.2), or an IP address. Umlauts are allowed (RFC 6531), and a name before
 * the address, which mail programs understand.
 */
function isMailAddress(written: string): boolean {
  const [, address = written] = /^[^<>]*<([^<>]*)>$/.exec(written) ?? [];
  const at = address.lastIndexOf("@");
  const labels = address.slice(at + 1).split(".");
  if (at > 0 && ADDRESS_LITERAL.test(address.slice(at + 1))) return true;
  if (at < 1 || labels.length < 2 || /^(?:mailto:|\/)/i.test(address)) return false;
  return labels.every((label) =>
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label),
  );
}

/**
 * Texts that builders and themes put in until somebody writes their own, as WordPress, Elementor, Divi and
 * Wix have them in English, German, French, Spanish, Italian and Dutch. Each begins a block of text.
 */
const PLACEHOLDERS = [
  "lorem ipsum dolor sit amet",
  "just another wordpress site",
  "welcome to wordpress. this is your first post",
  "willkommen bei wordpress. dies ist dein erster beitrag",
  "bienvenue sur wordpress. ceci est votre premier article",
  "te damos la bienvenida a wordpress. esta es tu primera entrada",
  "benvenuto in wordpress. questo è il tuo primo articolo",
  "welkom bij wordpress. dit is je eerste bericht",
  "this is an example page. it’s different from a blog post",
  "this is an example page. it's different from a blog post",
  "dies ist eine beispiel-seite. sie unterscheidet sich von beiträgen",
  "ceci est une page d’exemple. c’est différent d’un article de blog",
  "esta es una página de ejemplo. es diferente a una entrada",
  "questa è una pagina di esempio. differisce da un articolo",
  "dit is een voorbeeldpagina. het is anders dan een blogbericht",
  "your content goes here. edit or remove this text inline",
  "this is text element. click edit button to change this text",
  "i am text block. click edit button to change this text",
  "add your heading text here",
  "i'm a paragraph. click here to add your own text and edit me",
  "i’m a paragraph. click here to add your own text and edit me",
  "ich bin ein textabsatz. klicke hier, um deinen eigenen text hinzuzufügen",
];

/** The placeholder that a text begins with, as it stands there. */
function findPlaceholder(text: string): string | undefined {
  const start = text.slice(0, 100).toLowerCase();
  const placeholder = PLACEHOLDERS.find((each) => start.startsWith(each));
  return placeholder && text.slice(0, placeholder.length);
}
