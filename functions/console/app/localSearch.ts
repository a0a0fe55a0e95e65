import type { Answer } from "./answers.ts";
import type { CursorPage } from "./page.ts";

/** How many of an account's first records the console searches itself. */
export const MOST_NEAR = 100;

/** The records of which a text contains what is sought, whatever the case and accents. */
export function containing<Row>(
  sought: string,
  rows: Row[] | undefined,
  textOf: (row: Row) => string,
): Row[] {
  const part = fold(sought);
  return (rows ?? []).filter((row) => fold(textOf(row)).includes(part));
}

/** An answer of the API's search by beginnings, with `near` records after the last one that it found. */
export function withNear<Row extends { uuid: string }>(
  answer: Answer<CursorPage<Row>>,
  near: Row[],
): Answer<CursorPage<Row>> {
  if (!answer.data) return answer;
  const { data, meta } = answer.data;
  if (meta.next_page_url !== null) return answer;
  const known = new Set(data.map(({ uuid }) => uuid));
  return {
    ...answer,
    data: { meta, data: [...data, ...near.filter((row) => !known.has(row.uuid))] },
  };
}

const fold = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
