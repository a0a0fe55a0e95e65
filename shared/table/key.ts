/**
 * A key field of the table. The template is written out, since keys keep their case and hold
 * nothing but identifiers: a client's own text never becomes part of a key.
 */
export function key<const Field extends string, const Composite extends readonly string[]>(
  field: Field,
  template: string,
  composite: Composite,
) {
  return { field, template, composite: [...composite] as [...Composite], casing: "none" as const };
}
