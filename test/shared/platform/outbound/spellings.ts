import { formsInIpv6 } from "./specialBlocks.ts";

/** Every way that a URL can write an IPv4 address, in IPv6 as well. */
export function spellings(ipv4: string): string[] {
  const bytes = ipv4.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const last3 = (b * 256 + c) * 256 + d;
  const last2 = c * 256 + d;
  const inHex = bytes.map((byte) => `0x${byte.toString(16)}`);
  const inOctal = bytes.map((byte) => `0${byte.toString(8)}`);
  return [
    ipv4,
    `${ipv4}.`,
    String(whole),
    `${whole}.`,
    `0x${whole.toString(16)}`,
    `0X${whole.toString(16).toUpperCase()}`,
    `0x00000000${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    `000000${whole.toString(8)}`,
    `${a}.${last3}`,
    `0x${a.toString(16)}.${last3}`,
    `0${a.toString(8)}.0x${last3.toString(16)}`,
    `${a}.${b}.${last2}`,
    `${a}.0x${b.toString(16)}.0${last2.toString(8)}`,
    inHex.join("."),
    `${inHex.join(".")}.`,
    inHex.join(".").toUpperCase(),
    inOctal.join("."),
    bytes.map((byte) => byte.toString(8).padStart(11, "0")).join("."),
    [inHex[0], inOctal[1], c, inHex[3]].join("."),
    [inOctal[0], b, inHex[2], inOctal[3]].join("."),
    `${a}.${b}.${inHex[2]}.${d}`,
    circled(ipv4),
    circled(ipv4).replaceAll(".", "。"),
    fullWidth(ipv4),
    fullWidth(ipv4).replaceAll(".", "．"),
    fullWidth(ipv4).replaceAll(".", "｡"),
    ipv4.replaceAll(".", "%2e"),
    percentEncoded(ipv4),
    percentEncoded(circled(ipv4)),
    bold(ipv4),
    ipv4.split("").join("\u00ad"),
    ipv4.split("").join("\t"),
    ...formsInIpv6(ipv4).flatMap(([, address]) => ipv6Spellings(address)),
  ];
}

function ipv6Spellings(address: string): string[] {
  const all = [`[${address}]`, `[${address.toUpperCase()}]`];
  const [before = "", after] = address.split("::");
  if (after === undefined || address.includes(".")) return all;
  const groups = (text: string) => (text ? text.split(":") : []);
  const missing = 8 - groups(before).length - groups(after).length;
  const full = [...groups(before), ...new Array(missing).fill("0"), ...groups(after)];
  return [...all, `[${full.map((group) => group.padStart(4, "0")).join(":")}]`];
}

/** ① to ⑨ and ⓪: Unicode normalisation makes digits of them. */
function circled(text: string): string {
  return digits(text, (digit) => (digit === 0 ? 0x24ea : 0x245f + digit));
}

function fullWidth(text: string): string {
  return digits(text, (digit) => 0xff10 + digit);
}

function bold(text: string): string {
  return digits(text, (digit) => 0x1d7ce + digit);
}

function digits(text: string, codePoint: (digit: number) => number): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(codePoint(Number(digit))));
}

function percentEncoded(text: string): string {
  const bytes = [...Buffer.from(text)];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
