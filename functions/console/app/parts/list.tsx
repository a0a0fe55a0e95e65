import type { ComponentChildren } from "preact";
import type { CursorMeta } from "reseller-website-monitoring-client";
import { showNumber, showWhen } from "../format.ts";
import { sortingOf, sortRows } from "../lists.ts";
import { linkTo, linkWithin, type Place, replacePlace } from "../place.ts";
import { Skeleton } from "./shown.tsx";

/** A column of a list. */
export interface Column<Row> {
  /** What the address calls it when the list is sorted by it. */
  id: string;
  head: string;
  /** The first column's cell names the row, by a `RowLink`. */
  cell(row: Row): ComponentChildren;
  /** What the column is sorted by, if it can be; null comes last. */
  by?(row: Row): string | number | null;
  /** Whether the highest comes first. */
  isHighFirst?: boolean;
  kind?: "number" | "time";
  /** Whether a phone leaves it out. */
  isMinor?: boolean;
}

/** A column of times or days, the latest first. Where there is none stands `none`. */
export const timeColumn = <Row,>(
  id: string,
  head: string,
  by: (row: Row) => string | null,
  show: (time: string) => string = showWhen,
  none = "none yet",
): Column<Row> => ({
  ...{ id, head, kind: "time", isHighFirst: true, by },
  cell: (row) => {
    const time = by(row);
    return time === null ? <span class="soft">{none}</span> : show(time);
  },
});

interface ListProps<Row> {
  /** What the rows are: `websites`. */
  label: string;
  columns: readonly Column<Row>[];
  /** The rows, and where the list goes on; undefined while they are awaited. */
  page: { data: readonly Row[]; meta?: Pick<CursorMeta, "next_page_url"> } | undefined;
  /** How many of them are shown, if not all. */
  most?: number | undefined;
  /** Absent if nothing sorts the list. */
  place?: Place;
  /** How many there are, if more than are loaded. */
  total?: number | undefined;
  /** The rows that are chosen for an action. */
  selection?: Selection | undefined;
  /** Names a row for its checkbox. */
  nameOf?(row: Row): string;
  empty?: ComponentChildren;
}

/** What is chosen for an action, by its uuid. */
export interface Selection {
  chosen: ReadonlySet<string>;
  choose(chosen: ReadonlySet<string>): void;
}

interface BoxProps {
  of: readonly { uuid: string }[];
  label: string;
  selection: Selection;
}

/** Whether some of these are chosen, and a box that chooses all or none of them. */
export function Box({ of, label, selection: { chosen, choose } }: BoxProps) {
  const uuids = new Set(of.map(({ uuid }) => uuid));
  const count = uuids.intersection(chosen).size;
  const isWhole = count > 0 && count === uuids.size;
  return (
    <input
      type="checkbox"
      aria-label={`Select ${label}`}
      checked={isWhole}
      indeterminate={count > 0 && !isWhole}
      onChange={() => choose(isWhole ? chosen.difference(uuids) : chosen.union(uuids))}
    />
  );
}

/** A click that opens no new tab sorts the list where it is. */
function replaceBy(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  replacePlace(event.currentTarget.hash);
}

const classOf = ({ kind, isMinor }: Pick<Column<never>, "kind" | "isMinor">) =>
  [kind, isMinor && "on-desk"].filter(Boolean).join(" ") || undefined;

/**
 * A list as a table: a row for each record, sorted by the column that the address names, rows that can be chosen. It
 * scrolls by itself where it is too wide, with the keyboard, too. On a phone each row is a block, in which a cell names
 * its column by `data-label`.
 */
export function List<Row extends { uuid: string }>(props: ListProps<Row>) {
  const { label, columns, page, place, total, selection, empty } = props;
  const { nameOf = () => "", most } = props;
  const rows = page?.data;
  if (rows?.length === 0) return empty ?? <p>There is nothing here yet.</p>;
  const sorting = place && sortingOf(place, columns);
  const sorted = rows && sortRows(rows, sorting).slice(0, most);
  const isPartial = sorting && rows && total !== undefined && total > rows.length;
  const heads = columns.map((column) => {
    const { id, head, by, isHighFirst = false } = column;
    const isSorted = sorting?.id === id;
    const isDown = isSorted ? sorting.isDown : isHighFirst;
    const next = isSorted ? !isDown : isDown;
    return (
      <th
        key={id}
        scope="col"
        class={classOf(column)}
        aria-sort={isSorted ? (isDown ? "descending" : "ascending") : undefined}
      >
        {by && place ? (
          <a href={linkWithin(place, { sort: `${next ? "-" : ""}${id}` })} onClick={replaceBy}>
            {head}
            <span aria-hidden="true">{isSorted ? (isDown ? " ↓" : " ↑") : ""}</span>
          </a>
        ) : (
          head
        )}
      </th>
    );
  });
  return (
    <>
      {isPartial && (
        <p class="soft" role="status">
          Only the {showNumber(rows.length)} {label} that are loaded are sorted, of{" "}
          {showNumber(total)}.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {selection && (
                <th scope="col" class="choice">
                  <Box of={sorted ?? []} label={`all ${label}`} selection={selection} />
                </th>
              )}
              {heads}
            </tr>
          </thead>
          <tbody>
            {sorted?.map((row) => (
              <tr key={row.uuid} class={selection?.chosen.has(row.uuid) ? "chosen" : undefined}>
                {selection && (
                  <td class="choice">
                    <Box of={[row]} label={nameOf(row)} selection={selection} />
                  </td>
                )}
                {columns.map((column, index) => {
                  const { id, head, cell } = column;
                  return index === 0 ? (
                    <th key={id} scope="row" class={classOf(column)}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={id} class={classOf(column)} data-label={head}>
                      {cell(row)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {!rows && <Skeleton />}
      {place && <Pager next={nextOf(page?.meta)} place={place} />}
    </>
  );
}

/** Names a row. The whole row is the link. */
export const RowLink = ({ path, name }: { path: string; name: string }) => (
  <a class="row" href={linkTo(path)}>
    <bdi>{name}</bdi>
  </a>
);

/** The cursor in the address. */
export function cursorOf({ query }: Place): { cursor?: string } {
  const cursor = query.get("cursor");
  return cursor ? { cursor } : {};
}

/** The cursor of the next page of a list. */
const nextOf = (meta: Pick<CursorMeta, "next_page_url"> | undefined) =>
  URL.parse(meta?.next_page_url ?? "")?.searchParams.get("cursor");

interface PagerProps {
  /** The cursor of the next page, if there is one. */
  next: string | null | undefined;
  place: Place;
}

/** Links to the next and the first page of a list. */
function Pager({ next, place }: PagerProps) {
  const isFirst = !place.query.has("cursor");
  if (!next && isFirst) return null;
  return (
    <nav class="actions" aria-label="Pages">
      {!isFirst && <a href={linkWithin(place, { cursor: undefined })}>← First page</a>}
      {next && (
        <a href={linkWithin(place, { cursor: next })} rel="next">
          Next page →
        </a>
      )}
    </nav>
  );
}
