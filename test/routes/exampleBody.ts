import type * as z from "zod/mini";

/** Whether every field of an example is as short as its schema allows, or as long. */
export type Size = "minimal" | "maximal";

const padded = (start: string, length: number, end = "") =>
  start + "x".repeat(length - start.length - end.length) + end;

/** Of each form that a field of some body has, a short text and the longest one. */
const TEXTS = [
  "",
  "é",
  ...[99, 254, 255].map((length) => padded("", length)),
  "http://a",
  ...[254, 255].map((length) => padded("https://example.com/", length)),
  "a@example.com",
  `${padded("a", 64)}@${padded("b", 60)}.${padded("c", 60)}.${padded("d", 60)}.com`,
  "nl-BE",
  "GB",
  "slack",
  "de",
  "website.down",
  "open",
  "weekly",
  "America/Argentina/ComodRivadavia",
  "ignored",
  "2099-01-31T09:30:00+00:00",
  "+12",
  "+123456789012345",
].toSorted((a, b) => a.length - b.length);

const LENGTHS = [0, 1, 100];
const NUMBERS = [1, 30];

/** Fields whose parts depend on each other. */
const WHOLE = { quiet_hours: { from: "22:00", to: "06:00" }, words: ["Bonzqit", "é"] };

/**
 * A body with every field that its schema knows, also the optional ones. `given` has the values
 * of fields that are more than texts and lists of texts, by name. Throws for a field that none of
 * the texts here fits: add one to `TEXTS` then.
 */
export function exampleBody(
  schema: z.ZodMiniType,
  size: Size,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  const special: Record<string, unknown> = { ...WHOLE, ...overrides };
  const { def } = schema as z.ZodMiniObject;
  const fields = Object.entries(def.shape).map(([name, field]) => [
    name,
    name in special ? special[name] : exampleValue(field as z.ZodMiniType, size, name),
  ]);
  return Object.fromEntries(fields);
}

function exampleValue(schema: z.ZodMiniType, size: Size, name: string): unknown {
  const def = schema.def as z.core.$ZodTypeDef & {
    innerType?: z.ZodMiniType;
    element?: z.ZodMiniType;
    out?: z.ZodMiniType;
  };
  if (def.innerType) return exampleValue(def.innerType, size, name);
  if (def.type === "object") return exampleBody(schema, size);
  if (def.type === "boolean") return size === "maximal";
  // A `shortArray` is the array behind what cuts it.
  const { element } = (def.out?.def ?? def) as typeof def;
  const candidates = element
    ? LENGTHS.map((length) =>
        Array.from({ length }, () => exampleValue(element, size, `${name}[]`)),
      )
    : [...NUMBERS, ...TEXTS];
  const accepted = candidates.filter((candidate) => schema.safeParse(candidate).success);
  const example = size === "minimal" ? accepted[0] : accepted.at(-1);
  if (example === undefined) throw new Error(`No example fits the field ${name}`);
  return example;
}
