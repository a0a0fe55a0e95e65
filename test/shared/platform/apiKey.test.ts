import { expect, test } from "vitest";
import {
  asTestKey,
  generateApiKey,
  identifyApiKey,
  isWellFormedApiKey,
} from "../../../shared/platform/apiKey.ts";

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

test("a test key has a prefix of its own, the same checksum, and is another key", () => {
  const key = generateApiKey();
  const test = asTestKey(key, true);
  expect(test).toBe(key.replace("rwm_", "rwm_test_"));
  expect(isWellFormedApiKey(test)).toBe(true);
  expect([asTestKey(test, true), asTestKey(test, false)]).toEqual([test, key]);
  expect(identifyApiKey(test)).not.toEqual(identifyApiKey(key));
  for (const wrong of ["rwm_test", "rwm_test_test_", "rwm_live_", "rwm_tset_", "rwm__test_"]) {
    expect(isWellFormedApiKey(key.replace("rwm_", wrong))).toBe(false);
  }
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

test("refuses a key with something before or after it", () => {
  const key = generateApiKey();
  for (const wrong of [`x${key}`, `${key}x`, ` ${key}`, `${key}\n`]) {
    expect(isWellFormedApiKey(wrong)).toBe(false);
  }
});
