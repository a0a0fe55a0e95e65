import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "rwm_";
const TEST_PREFIX = "rwm_test_";
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORMAT = /^rwm_(?:test_)?([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 256 random bits in base62. */
export function randomToken(): string {
  return base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_LENGTH);
}

/** A new key: `rwm_<256 random bits in base62>_<their CRC32 in base62>`. */
export function generateApiKey(): string {
  const secret = randomToken();
  return `${PREFIX}${secret}_${checksum(secret)}`;
}

/** Whether a text has the form and the checksum of a key. A typing error costs no read. */
export function isWellFormedApiKey(text: string): boolean {
  const [, secret, sum] = FORMAT.exec(text) ?? [];
  return secret !== undefined && checksum(secret) === sum;
}

/** The same key as a test key, `rwm_test_…`, or as a live key, `rwm_…`. */
export function asTestKey(apiKey: string, isTest: boolean): string {
  const [, secret, sum] = FORMAT.exec(apiKey) ?? [];
  return `${isTest ? TEST_PREFIX : PREFIX}${secret}_${sum}`;
}

/**
 * The stored form of a key: its SHA-256 in hexadecimal, and the uuid that it is found by, made of the digest's first 128
 * bits (RFC 9562, version 8).
 */
export function identifyApiKey(secret: string): { uuid: string; sha256: string } {
  const sha256 = createHash("sha256").update(secret).digest("hex");
  const uuid = sha256.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  return { uuid, sha256 };
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function base62(number: bigint, length: number): string {
  let digits = "";
  for (let rest = number; digits.length < length; rest /= 62n) {
    digits = BASE62.charAt(Number(rest % 62n)) + digits;
  }
  return digits;
}
