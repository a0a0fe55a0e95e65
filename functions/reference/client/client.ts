import createFetchClient from "openapi-fetch";
import type { Answer, Call, CallArguments, Item, ListPath, Method } from "./calls.ts";
import { type Clock, systemClock } from "./clock.ts";
import { ApiFailure, type Result } from "./errors.ts";
import { readItems, readPages } from "./pages.ts";
import type { paths } from "./schema.ts";
import { createSender } from "./send.ts";

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
  const pages = (path: string, init?: { signal?: AbortSignal; headers?: object }) =>
    readPages<never>({
      origin,
      first: () => ask("get", path, init),
      next: (rest) =>
        ask("get", rest, { baseUrl: origin, signal: init?.signal, headers: init?.headers }),
    });
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
