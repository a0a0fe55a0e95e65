import type { ComponentChildren } from "preact";
import type { CursorMeta } from "reseller-website-monitoring-client";
import { showNumber } from "../format.ts";
import { linkWithin, type Place, replaceQuery } from "../place.ts";
import { sortingOf, sortRows } from "../sorting.ts";
import { Table } from "./table.tsx";

/** A column of a list. */
export interface Column<Row> {
  /** What the address calls it when the list is sorted by it. */
  id: string;
  head: string;
  /** The first column's cell names the row, by a link with the class `row`. */
  cell(row: Row): ComponentChildren;
  /** What the column is sorted by, if it can be; null comes last. */
  by?(row: Row): string | number | null;
  /** Whether the highest comes first. */
  isHighFirst?: boolean;
  kind?: "number" | "time";
  /** Whether a phone leaves it out. */
  isMinor?: boolean;
}

interface ListProps<Row> {
  /** What the rows are: `websites`. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are awaited. */
  rows: Row[] | undefined;
  /** Where the list goes on. */
  meta?: Pick<CursorMeta, "next_page_url"> | undefined;
  /** How many of them are shown, if not all. */
  most?: number | undefined;
  place: Place;
  /** How many there are, if more than are loaded. */
  total?: number | undefined;
  /** Follows the note that only some are sorted. */
  note?: ComponentChildren;
  /** The rows that are chosen for an action. */
  selection?: Selection | undefined;
  /** Names a row for its checkbox. */
  nameOf?(row: Row): string;
  empty?: ComponentChildren;
  /** How many grey rows stand there until the rows come. */
  awaited?: number;
}

/** The chosen rows of a list by their uuid. */
export interface Selection {
  chosen: ReadonlySet<string>;
  choose(chosen: ReadonlySet<string>): void;
}

const classOf = ({ kind, isMinor }: Pick<Column<never>, "kind" | "isMinor">) =>
  [kind, isMinor && "on-desk"].filter(Boolean).join(" ") || undefined;

/** A list as a table: a row for each record, sorted by the column that the address names, rows that can be chosen. */
export function List<Row extends { uuid: string }>(props: ListProps<Row>) {
  const { label, columns, rows, place, total, note, selection, empty } = props;
  const { nameOf = () => "", awaited = 8, most } = props;
  if (rows?.length === 0) return empty ?? <p>There is nothing here yet.</p>;
  const sorting = sortingOf(place, columns);
  const sorted = rows && sortRows(rows, columns, sorting).slice(0, most);
  const isPartial = sorting && rows && total !== undefined && total > rows.length;
  const heads = columns.map((column) => {
    const { id, head, by, isHighFirst = false } = column;
    const isSorted = sorting?.id === id;
    const isDown = isSorted ? sorting.isDown : isHighFirst;
    const next = isSorted ? !isDown : isDown;
    const sort = () => replaceQuery(place, { sort: `${next ? "-" : ""}${id}` });
    return (
      <th
        key={id}
        scope="col"
        class={classOf(column)}
        aria-sort={isSorted ? (isDown ? "descending" : "ascending") : undefined}
      >
        {by ? (
          <button type="button" class="sort" onClick={sort}>
            {head}
            <span aria-hidden="true">{isSorted ? (isDown ? " ↓" : " ↑") : ""}</span>
          </button>
        ) : (
          head
        )}
      </th>
    );
  });
  const all = sorted?.map(({ uuid }) => uuid) ?? [];
  const chosen = all.filter((uuid) => selection?.chosen.has(uuid));
  const toggle = (uuid: string) => {
    const next = new Set(chosen);
    if (!next.delete(uuid)) next.add(uuid);
    selection?.choose(next);
  };
  return (
    <>
      {isPartial && (
        <p class="soft" role="status">
          Only the {showNumber(rows.length)} {label} that are loaded are sorted, of{" "}
          {showNumber(total)}. {note}
        </p>
      )}
      <Table
        label={label}
        head={
          <>
            {selection && (
              <th scope="col" class="choice">
                <input
                  type="checkbox"
                  aria-label={`Select all ${label}`}
                  disabled={!rows}
                  checked={all.length > 0 && chosen.length === all.length}
                  indeterminate={chosen.length > 0 && chosen.length < all.length}
                  onChange={() => selection.choose(new Set(chosen.length > 0 ? [] : all))}
                />
              </th>
            )}
            {heads}
          </>
        }
      >
        {sorted?.map((row) => (
          <tr key={row.uuid} class={selection?.chosen.has(row.uuid) ? "chosen" : undefined}>
            {selection && (
              <td class="choice">
                <input
                  type="checkbox"
                  aria-label={`Select ${nameOf(row)}`}
                  checked={selection.chosen.has(row.uuid)}
                  onChange={() => toggle(row.uuid)}
                />
              </td>
            )}
            {columns.map((column, index) => {
              const { id, head, cell } = column;
              return index === 0 ? (
                <th key={id} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={id} class={classOf(column)} data-label={head}>
                  {cell(row)}
                </td>
              );
            })}
          </tr>
        )) ??
          Array.from({ length: awaited }, (_, index) => (
            <tr key={index} class="awaited">
              <td colSpan={columns.length + (selection ? 1 : 0)}>
                <span class="skeleton" />
              </td>
            </tr>
          ))}
      </Table>
      {props.meta && <Pager meta={props.meta} place={place} />}
    </>
  );
}

/** The cursor in the address, for the list that has this name there. */
export function cursorOf({ query }: Place, name = "cursor"): { cursor?: string } {
  const cursor = query.get(name);
  return cursor ? { cursor } : {};
}

interface PagerProps {
  meta: Pick<CursorMeta, "next_page_url">;
  place: Place;
  name?: string | undefined;
}

/** Links to the next and the first page of a list. */
export function Pager({ meta: { next_page_url }, place, name = "cursor" }: PagerProps) {
  const cursor = next_page_url && new URL(next_page_url).searchParams.get("cursor");
  const isFirst = !place.query.has(name);
  if (!cursor && isFirst) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {!isFirst && <a href={linkWithin(place, { [name]: undefined })}>← First page</a>}
      {cursor && (
        <a href={linkWithin(place, { [name]: cursor })} rel="next">
          Next page →
        </a>
      )}
    </nav>
  );
}
