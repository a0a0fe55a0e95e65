import { useEffect, useState } from "preact/hooks";
import type { AccountWebsite, Client } from "reseller-website-monitoring-client";
import { useConsole } from "./answers.ts";
import { sumOf } from "./lists.ts";
import { useListener } from "./place.ts";

/** How many websites the console loads to look at all of them. */
const MOST_LOADED = 2000;
const PER_PAGE = 100;
const FRESH_MS = 10 * 60_000;

/** The account's websites as far as they are loaded, worst first. */
export interface Loaded {
  websites: AccountWebsite[];
  /** How many there are. */
  total: number;
  isDone: boolean;
}

const nothing: Loaded = { websites: [], total: 0, isDone: false };
const changes = new EventTarget();
let loaded = nothing;
let loading: Client | undefined;
let at = 0;

function publish(next: Loaded): void {
  loaded = next;
  changes.dispatchEvent(new Event("change"));
}

/** Loads page after page, up to the most; ends early if a request fails or another key is entered. */
async function load(client: Client): Promise<void> {
  loading = client;
  at = Date.now();
  const websites: AccountWebsite[] = [];
  const query = { sort: "state", per_page: PER_PAGE } as const;
  for await (const { data } of client.pages("/v1/account/websites", { params: { query } })) {
    if (loading !== client) return;
    websites.push(...(data?.data ?? []));
    const isDone = !data?.meta.next_page_url || websites.length >= MOST_LOADED;
    const total = data ? sumOf(data.meta.counts) : loaded.total;
    // What was loaded before stays until there is more.
    if (isDone || websites.length > loaded.websites.length) {
      publish({ websites: [...websites], total, isDone });
    }
    // After a failure, it is tried again when it is wanted again.
    if (!data) at = 0;
    if (isDone) break;
  }
  loading = undefined;
}

/** All websites, up to 2,000, loaded once it is wanted and kept for ten minutes. */
export function useAllWebsites(isWanted: boolean): Loaded {
  const { client } = useConsole();
  const [state, setState] = useState(loaded);
  useListener(changes, "change", () => setState(loaded));
  useEffect(() => {
    if (isWanted && !loading && Date.now() - at > FRESH_MS) void load(client);
  }, [isWanted, client]);
  return state;
}

/** Forgets them, for another key. */
export function forgetWebsites(): void {
  loading = undefined;
  at = 0;
  publish(nothing);
}
