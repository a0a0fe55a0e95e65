import { ApiFailure, type Result } from "./errors.ts";

/** A page of a list; a list without `meta` is on one page. */
export interface Page {
  data: unknown[];
  meta?: { next_page_url: string | null };
}

interface PageReader<List extends Page> {
  first(): Promise<Result<List>>;
  /** The page at a path with its query. */
  next(path: string): Promise<Result<List>>;
  /** The service's origin: a page at another one is not requested, as it would get the key. */
  origin: string;
}

/** The pages of a list, in order. An error is the last one. */
export async function* readPages<List extends Page>(
  reader: PageReader<List>,
): AsyncGenerator<Result<List>, void, undefined> {
  let page = await reader.first();
  for (;;) {
    yield page;
    const url = page.data?.meta?.next_page_url;
    if (!url) return;
    const { origin, pathname, search } = new URL(url);
    if (origin !== reader.origin) return yield { error: otherOriginError(url) };
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

function otherOriginError(url: string) {
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
