import { expect, test } from "vitest";
import { generateApiKey, identifyApiKey, isWellFormedApiKey } from "../../../shared/http/apiKey.ts";

test("a key has its prefix, 43 characters of secret and 6 of checksum", () => {
  const keys = Array.from({ length: 200 }, generateApiKey);
  for (const key of keys) {
    expect(key).toMatch(/^rwm_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test("the checksum is the CRC32 of the secret", () => {
  // As Python's zlib computes it: 0x7849568f.
  expect(isWellFormedApiKey(`rwm_${"0".repeat(43)}_2CZclj`)).toBe(true);
});

test("any single character that is mistyped is noticed", () => {
  const key = generateApiKey();
  for (let place = 0; place < key.length; place += 1) {
    for (const typed of ["0", "Z", "_", "é"]) {
      const mistyped = key.slice(0, place) + typed + key.slice(place + 1);
      expect(isWellFormedApiKey(mistyped)).toBe(mistyped === key);
    }
  }
});

test("what is stored of a key is its SHA-256, and a UUID of version 8 made of it", () => {
  const { uuid, sha256 } = identifyApiKey("abc");
  expect(sha256).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(uuid).toBe("ba7816bf-8f01-8fea-8141-40de5dae2223");
});

test("a key with something before or after it is none", () => {
  const key = generateApiKey();
  for (const wrong of [`x${key}`, `${key}x`, ` ${key}`, `${key}\n`]) {
    expect(isWellFormedApiKey(wrong)).toBe(false);
  }
});
