/** Where a page is in its list. */
export interface Meta {
  from: number;
  to: number;
  total: number;
  current_page: number;
  last_page: number;
}

/** Where a list with a cursor goes on. */
export interface CursorMeta {
  next_page_url: string | null;
}

/** A page of one of the API's lists. */
export interface Page<Row, Of = Meta> {
  data: Row[];
  meta: Of;
}

/** A page of a list with a cursor. */
export type CursorPage<Row> = Page<Row, CursorMeta>;
