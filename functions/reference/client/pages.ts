import { ApiFailure, type Result } from "./errors.ts";

/** Of an answer with a list, what says how it goes on; one without `meta` is whole. */
export interface Page {
  data: unknown[];
  meta?: { next_page_url: string | null };
}

interface PageReader<List extends Page> {
  first(): Promise<Result<List>>;
  /** The page at a path with its query. */
  next(path: string): Promise<Result<List>>;
  /** The origin that the key is meant for; a page elsewhere is not asked for. */
  origin: string;
}

/** The pages of a list, one after another. An error is the last of them. */
export async function* readPages<List extends Page>(
  reader: PageReader<List>,
): AsyncGenerator<Result<List>, void, undefined> {
  let page = await reader.first();
  for (;;) {
    yield page;
    const url = page.data?.meta?.next_page_url;
    if (!url) return;
    const { origin, pathname, search } = new URL(url);
    if (origin !== reader.origin) return yield { error: elsewhere(url) };
    page = await reader.next(pathname + search);
  }
}

/** The records of all pages. Throws an `ApiFailure`. */
export async function* readItems<Element>(
  pages: AsyncIterable<Result<{ data: Element[] }>>,
): AsyncGenerator<Element, void, undefined> {
  for await (const { data: page, error } of pages) {
    if (error) throw new ApiFailure(error);
    yield* page.data;
  }
}

function elsewhere(url: string) {
  return {
    kind: "unexpected" as const,
    message: `The next page is said to be at ${url}, which is not the service`,
    status: 200,
    requestId: undefined,
    retryAfterMs: undefined,
    mayHaveBeenDone: false,
    attempts: 1,
  };
}
