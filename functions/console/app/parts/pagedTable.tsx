import type { ComponentChildren } from "preact";
import type { CursorMeta } from "reseller-website-monitoring-client";
import type { Answer } from "../answers.ts";
import type { Place } from "../place.ts";
import { Pager } from "./pager.tsx";
import { Shown } from "./shown.tsx";
import { Table } from "./table.tsx";

interface PagedTableProps<Row> {
  answer: Answer<{ data: Row[]; meta?: Pick<CursorMeta, "next_page_url"> }>;
  place: Place;
  /** What the address calls the page of this list, if it has another one, too. */
  pageName?: string | undefined;
  label: string;
  head: string[];
  /** What an empty list says, if not that nothing is there yet. */
  empty?: string | undefined;
  children(row: Row): ComponentChildren;
}

/** A page of a list as a table, a row for each record, with links to the pages beside it. */
export function PagedTable<Row>({
  answer,
  place,
  pageName,
  label,
  head,
  empty,
  children,
}: PagedTableProps<Row>) {
  return (
    <Shown answer={answer}>
      {({ data, meta }) => (
        <>
          {data.length === 0 ? (
            <p>{empty ?? "There is nothing here yet."}</p>
          ) : (
            <Table label={label} head={head}>
              {data.map(children)}
            </Table>
          )}
          {meta && <Pager meta={meta} place={place} name={pageName} />}
        </>
      )}
    </Shown>
  );
}
