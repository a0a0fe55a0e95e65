import fc from "fast-check";

/** Half of a pair, as `JSON.parse` makes of `"\\ud800"`, or any other UTF-16 code unit. */
const codeUnits = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
    fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
  ),
  maxLength: 20,
});

/** Any code point; fast-check's unit `binary` takes 0.6 s of processor to make. */
const codePoint = fc
  .nat(0x10_ffff)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

const PROTOTYPE_KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

export const hostileString = fc.oneof(
  codeUnits,
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({ unit: codePoint, minLength: 90, maxLength: 300 }),
  fc.webUrl(),
  fc.constantFrom(
    ...PROTOTYPE_KEYS,
    "",
    " ",
    "\u0000",
    "\u202e\u200b",
    "e\u0301\u1e9b\u0323",
    "x".repeat(70_000),
    "😀".repeat(99),
    "😀".repeat(254),
    "../../etc/passwd",
    "' OR 1=1 --",
    "${jndi:ldap://example.com}",
    "NaN",
    "null",
    "%00%ff%",
    "http://",
    "https://[::1]:443/",
  ),
);

/** JSON text of values of every type: out of range, nested without sense, wrong wherever it stands. */
const hostileJson = fc.oneof(
  hostileString.map((text) => JSON.stringify(text)),
  fc.array(hostileString, { maxLength: 5 }).map((texts) => JSON.stringify(texts)),
  fc
    .dictionary(hostileString, hostileString, { maxKeys: 2 })
    .map((texts) => JSON.stringify([texts])),
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    "null",
    "1e999",
    "-0",
    "123456789012345678901234567890",
    '{"0": "a", "length": 1}',
    '{"toString": null, "valueOf": null}',
    '{"__proto__": {"length": 3}}',
    `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
    `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    `[${Array(2_000).fill('"p"')}]`,
    `[${Array(101).fill("{}")}]`,
  ),
);

/**
 * The text of a body that would be accepted, with a few fields more: some of them fields that the
 * body has already, a second time, so that the last one counts.
 */
export function hostileBody(valid: Record<string, unknown>) {
  const fields = Object.entries(valid).map((field) => field.map((part) => JSON.stringify(part)));
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(valid)) },
    { weight: 1, arbitrary: fc.constantFrom(...PROTOTYPE_KEYS, "uuid", "reseller_uuid") },
    { weight: 1, arbitrary: hostileString },
  );
  return fc
    .array(
      fc.tuple(
        name.map((text) => JSON.stringify(text)),
        hostileJson,
      ),
      { maxLength: 3 },
    )
    .map((more) => `{${[...fields, ...more].map((field) => field.join(":")).join(",")}}`);
}
