import createFetchClient, { type ParamsOption, type RequestBodyOption } from "openapi-fetch";
import { ApiFailure, type Result } from "./errors.ts";
import type { paths, webhooks } from "./schema.ts";
import { type Clock, createSender, systemClock } from "./send.ts";

/** The body of a delivery, told apart by `type`. There may be types that this version does not know. */
export type WebhookEvent =
  webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

type Method = "get" | "post" | "patch" | "delete";

/** The paths that have a method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends object ? Path : never;
}[keyof paths];

/** The body that a path answers when it succeeds. */
export type Answer<Path extends keyof paths, M extends Method> = paths[Path][M] extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

/** Parameters and body as the operation takes them, and what every call takes. */
type CallOptions<Operation> = ParamsOption<Operation> &
  RequestBodyOption<Operation> & {
    /** Ends the call, even during a pause. */
    signal?: AbortSignal;
    /** More headers, such as an `Idempotency-Key` of your own. */
    headers?: Record<string, string>;
  };

/** The options of a call, which may be left out if the operation requires none. */
export type CallArguments<Operation> =
  Record<never, never> extends CallOptions<Operation>
    ? [options?: CallOptions<Operation>]
    : [options: CallOptions<Operation>];

type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...options: CallArguments<paths[Path][M]>
) => Promise<Result<Answer<Path, M>>>;

/** The paths that answer a list, in pages or whole. */
type ListPath = {
  [Path in PathOf<"get">]: Answer<Path, "get"> extends { data: unknown[] } ? Path : never;
}[PathOf<"get">];

/** The type of a list's records. */
type Item<Path extends ListPath> =
  Answer<Path, "get"> extends { data: (infer Element)[] } ? Element : never;

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 4;

export interface ClientOptions {
  /** Where the service is: `https://api.example.com`. */
  baseUrl: string;
  /** A key of your account: `rwm_…`. */
  apiKey: string;
  /** The time limit of each attempt; 30,000 by default. */
  timeoutMs?: number;
  /** How many times a call is retried at most; 4 by default, 0 for never. */
  maxRetries?: number;
  /** Replaces the platform's own. */
  fetch?: typeof globalThis.fetch;
  /** For tests: the time, and random numbers from 0 to 1. */
  clock?: Clock;
  random?: () => number;
}

/** Calls of the service, typed by its description: `GET("/v1/websites", {params, signal})`. */
export interface Client {
  GET: Call<"get">;
  POST: Call<"post">;
  PATCH: Call<"patch">;
  DELETE: Call<"delete">;
  /** The pages of a list, each as a result; an error is the last one. */
  pages<Path extends ListPath>(
    path: Path,
    ...options: CallArguments<paths[Path]["get"]>
  ): AsyncGenerator<Result<Answer<Path, "get">>, void, undefined>;
  /** The records of a list, over all its pages. Throws an `ApiFailure`. */
  items<Path extends ListPath>(
    path: Path,
    ...options: CallArguments<paths[Path]["get"]>
  ): AsyncGenerator<Item<Path>, void, undefined>;
}

/** A client of the service. Throws a TypeError if `baseUrl` is not an http(s) URL. */
export function createClient({ baseUrl, apiKey, ...options }: ClientOptions): Client {
  const { origin, protocol } = new URL(baseUrl);
  if (!protocol.startsWith("http")) throw new TypeError(`${baseUrl} is not an http(s) URL`);
  const { request } = createFetchClient<Record<string, Record<Method, object>>>({
    baseUrl,
    headers: { "api-key": apiKey },
    // The service never redirects, and a redirect must not take the key elsewhere.
    redirect: "manual",
    fetch: createSender({
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      maxRetries: options.maxRetries ?? MAX_RETRIES,
      fetch: options.fetch ?? globalThis.fetch,
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
    }),
  });
  // The types of `Client` check paths and bodies; here any may pass.
  const ask = (method: Method, path: string, init?: object) =>
    settle(request(method, path, { ...init })) as Promise<Result<never>>;
  /** The pages of a list, in order. An error is the last one. A page of another origin would get the key. */
  async function* pages(
    path: string,
    init?: { signal?: AbortSignal; headers?: object },
  ): AsyncGenerator<Result<never>, void, undefined> {
    let page = await ask("get", path, init);
    for (;;) {
      yield page;
      const { next_page_url: url } = (page.data as Page | undefined)?.meta ?? {};
      if (!url) return;
      const next = new URL(url);
      if (next.origin !== origin) return yield { error: otherOriginError(url) };
      const { signal, headers } = init ?? {};
      page = await ask("get", next.pathname + next.search, { baseUrl: origin, signal, headers });
    }
  }
  return {
    GET: (path, ...[init]) => ask("get", path, init),
    POST: (path, ...[init]) => ask("post", path, init),
    PATCH: (path, ...[init]) => ask("patch", path, init),
    DELETE: (path, ...[init]) => ask("delete", path, init),
    pages: (path, ...[init]) => pages(path, init),
    items: (path, ...[init]) => readItems<never>(pages(path, init)),
  };
}

/** The result of a call. Any other exception is a mistake in the program, and is thrown on. */
async function settle(answer: Promise<{ data?: unknown }>): Promise<Result<unknown>> {
  try {
    const { data } = await answer;
    return { data };
  } catch (thrown) {
    if (thrown instanceof ApiFailure) return { error: thrown.error };
    throw thrown;
  }
}

/** A page of a list; a list without `meta` is on one page. */
interface Page {
  meta?: { next_page_url: string | null };
}

/** The records of all pages. Throws an `ApiFailure`. */
async function* readItems<Element>(
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
