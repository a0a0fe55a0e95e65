import type { Place } from "./place.ts";

interface Sortable<Row> {
  id: string;
  by?(row: Row): string | number | null;
}

/** The column by which a list is sorted, and whether the highest comes first. */
export interface Sorting {
  id: string;
  isDown: boolean;
}

/** The order that the address names: `?sort=-findings`; undefined for that of the service. */
export function sortingOf<Row>(
  { query }: Place,
  columns: readonly Sortable<Row>[],
): Sorting | undefined {
  const order = query.get("sort") ?? "";
  const id = order.replace(/^-/, "");
  if (!columns.some((column) => column.id === id && column.by)) return undefined;
  return { id, isDown: order.startsWith("-") };
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The rows in this order, those without a value last. */
export function sortRows<Row>(
  rows: Row[],
  columns: readonly Sortable<Row>[],
  sorting: Sorting | undefined,
): Row[] {
  const by = columns.find(({ id }) => id === sorting?.id)?.by;
  if (!by || !sorting) return rows;
  const sign = sorting.isDown ? -1 : 1;
  return rows
    .map((row) => ({ row, value: by(row) }))
    .toSorted((one, other) => {
      if (one.value === null || other.value === null)
        return Number(one.value === null) - Number(other.value === null);
      return sign * compare(one.value, other.value);
    })
    .map(({ row }) => row);
}

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}
