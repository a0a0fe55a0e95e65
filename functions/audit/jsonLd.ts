import type { Page } from "./pages/page.ts";

export type JsonLdNode = Record<string, unknown>;

const MAX_NODES_A_PAGE = 1000;

/** The objects in a page's JSON-LD, at any depth (`@graph`, lists, properties); at most 1,000. */
export function jsonLdNodes({ jsonLd }: Page): JsonLdNode[] {
  const nodes: JsonLdNode[] = [];
  const waiting: unknown[] = [...jsonLd];
  for (let next = 0; next < waiting.length && nodes.length < MAX_NODES_A_PAGE; next += 1) {
    const value = waiting[next];
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) nodes.push(value as JsonLdNode);
    waiting.push(...Object.values(value).slice(0, MAX_NODES_A_PAGE));
  }
  return nodes;
}

/** The schema.org types of a node, without their namespace. */
export function typesOf(node: JsonLdNode): string[] {
  return textsOf(node["@type"]).map((type) => type.replace(/^.*[/:#]/, ""));
}

/** The texts of a property, which may be a text, a number, or a list of them. */
export function textsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((text) => typeof text === "string" || typeof text === "number")
    .map((text) => String(text).trim())
    .filter((text) => text !== "");
}
