import { useEffect, useState } from "preact/hooks";
import type {
  AccountWebsite,
  ApiError,
  Result,
  User,
  WebsiteDigest,
} from "reseller-website-monitoring-client";
import { useConsole } from "./context.ts";
import { dayFromToday } from "./format.ts";

const MOST_AT_ONCE = 4;

/** The results of some work for each of these, a few at a time, in their order. */
export async function ofEach<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, worker));
  return results;
}

interface OfEach<Data> {
  found: Map<string, Data>;
  isDone: boolean;
  /** Why some answers are missing. */
  error?: ApiError | undefined;
}

/** What the service answers for each of these records: each asked once, a few at a time, each answer as it comes. */
export function useOfEach<Data>(
  all: string[],
  ask: (uuid: string, signal: AbortSignal) => Promise<Result<Data>>,
): OfEach<Data> {
  const [state, setState] = useState<OfEach<Data>>({ found: new Map(), isDone: false });
  const uuids = [...new Set(all)];
  useEffect(() => {
    const ended = new AbortController();
    const waiting = uuids.filter((uuid) => !state.found.has(uuid));
    void ofEach(waiting, async (uuid) => {
      if (ended.signal.aborted) return;
      const { data, error } = await ask(uuid, ended.signal);
      if (ended.signal.aborted) return;
      setState((last) => ({
        ...last,
        ...(data === undefined ? { error } : { found: new Map([...last.found, [uuid, data]]) }),
      }));
    }).then(() => {
      if (!ended.signal.aborted) setState((last) => ({ ...last, isDone: true }));
    });
    return () => ended.abort();
  }, [uuids.join()]);
  return state;
}

/** The digests of these websites by uuid, for a number of days until today. Each business is asked once. */
export function useDigests(websites: AccountWebsite[], days: number): OfEach<WebsiteDigest> {
  const { client } = useConsole();
  const query = { from: dayFromToday(1 - days), to: dayFromToday(0), per_page: 100 };
  const { found, ...rest } = useOfEach(businessesOf(websites), (business_uuid, signal) =>
    client.GET("/v1/businesses/{business_uuid}/digest", {
      params: { path: { business_uuid }, query },
      signal,
    }),
  );
  const digests = [...found.values()].flatMap(({ data }) => data);
  return { ...rest, found: new Map(digests.map((digest) => [digest.uuid, digest])) };
}

/** The names of the businesses of these websites, by the uuid of the business. */
export function useBusinessNames(websites: Owned[]): Map<string, string> {
  const { client } = useConsole();
  const { found } = useOfEach(businessesOf(websites), (business_uuid, signal) =>
    client.GET("/v1/businesses/{business_uuid}", { params: { path: { business_uuid } }, signal }),
  );
  return new Map([...found].map(([uuid, { data }]) => [uuid, data.name]));
}

/** The customers of these websites, by their uuid. */
export function useCustomers(websites: Owned[]): Map<string, User> {
  const { client } = useConsole();
  const users = websites.flatMap(({ user_uuid }) => user_uuid ?? []);
  const { found } = useOfEach(users, (user_uuid, signal) =>
    client.GET("/v1/users/{user_uuid}", { params: { path: { user_uuid } }, signal }),
  );
  return new Map([...found].map(([uuid, { data }]) => [uuid, data]));
}

type Owned = Pick<AccountWebsite, "business_uuid" | "user_uuid">;

const businessesOf = (websites: Owned[]) => websites.map(({ business_uuid }) => business_uuid);
