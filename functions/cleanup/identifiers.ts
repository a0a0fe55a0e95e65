const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Identifiers, times, and what kind of record it is. */
const KEPT = /(?:^|_)(?:uuid|at|until|type|status|category)$/;

/** A resource of the same shape that says only which record it is, and when it changed: other texts are empty. */
export function withoutContent(data: object): object {
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    KEPT.test(name) ? value : emptied(value),
  ]);
  return Object.fromEntries(entries);
}

function emptied(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return value === null || typeof value !== "object" ? value : withoutContent(value);
}

/** Whether a text has one of these uuids. */
export function mentions(text: string, uuids: ReadonlySet<string>): boolean {
  return text.match(UUIDS)?.some((uuid) => uuids.has(uuid)) ?? false;
}
