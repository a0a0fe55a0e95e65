import { fields } from "./fields.ts";
import { type JsonSchema, RULES } from "./jsonSchema.ts";

/**
 * Gives every field of a schema its description: its schema's own or what `fields.ts` says under the
 * name of the schema that it belongs to (`FeedItem.status`) or its own name, and the rules it must keep.
 */
export function describeFields(schema: JsonSchema, owner: string): JsonSchema {
  const described = { ...schema };
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    anyOf?: JsonSchema[];
  };
  if (items) described["items"] = describeFields(items, owner);
  if (anyOf) described["anyOf"] = anyOf.map((each) => describeFields(each, owner));
  if (properties) {
    described["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const text = (field["description"] as string | undefined) ?? fieldText(owner, name);
        const description = [text, rulesOf(field)].filter(Boolean).join(" ");
        return [name, { ...describeFields(field, owner), description }];
      }),
    );
  }
  delete described[RULES];
  return described;
}

/** What there is to say of a field, or a parameter; throws where nothing is said. */
export function fieldText(owner: string, name: string): string {
  const text = fields[`${owner}.${name}`] ?? fields[name];
  if (text === undefined) throw new Error(`fields.ts says nothing of ${owner}.${name}`);
  return text;
}

/** The rules of a value, and of its elements, as sentences. */
export function rulesOf(schema: JsonSchema): string {
  const { items, anyOf } = schema as { items?: JsonSchema; anyOf?: JsonSchema[] };
  const inner = [...(items ? [items] : []), ...(anyOf ?? [])].map(rulesOf);
  const own = ((schema[RULES] as string[] | undefined) ?? []).map((text) => `${text}.`);
  return [...own, ...inner].filter(Boolean).join(" ");
}
