import type { ParamsOption } from "openapi-fetch";
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import {
  type Account,
  type ApiError,
  ApiFailure,
  type Answer as BodyOf,
  type CallArguments,
  type Client,
  type PathOf,
  type paths,
  type Result,
} from "reseller-website-monitoring-client";

import { useListener } from "./place.ts";

const REFRESH_MS = 30_000;
/** How soon a failed request is repeated, unless the service asks for a longer wait. */
const RETRY_MS = 10_000;

/** An answer of the service: the last one that came, and why it could not be refreshed since. */
export interface Answer<Data> {
  data?: Data | undefined;
  error?: ApiError | undefined;
  /** When `data` came, in milliseconds. */
  at?: number | undefined;
}

/** The last answers by their names, so that the way back shows a screen at once, as high as it was. */
const answers = new Map<string, Answer<unknown>>();

/** Forgets what was answered, for another key. */
export const forgetAnswers = () => answers.clear();

const changes = new EventTarget();

const tell = () => changes.dispatchEvent(new Event("change"));

/** How long the service takes to count and log a change. */
const SETTLED_MS = 1500;

/** Has everything on the screen read again after a change, and once more when its consequences are known, too. */
export function tellChange(): void {
  tell();
  setTimeout(tell, SETTLED_MS);
}

/** Reads everything on the screen again after each pause, as long as there is one. */
export function useRefresh(pauseMs: number | undefined) {
  useEffect(() => {
    const timer = pauseMs && setInterval(tell, pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs]);
}

/** The names of what could not be read or refreshed on the screen. */
const failing = new Set<string>();

/** Why something on the screen could not be refreshed: of several failures, that with the oldest data. */
export function useFailure(): Answer<unknown> | undefined {
  const [failure, setFailure] = useState<Answer<unknown>>();
  useListener(changes, "failure", () => {
    const failed = [...failing].map((name) => answers.get(name) ?? {});
    setFailure(failed.toSorted((one, other) => ageOf(one) - ageOf(other))[0]);
  });
  return failure;
}

function tellFailure(name: string, isFailing: boolean): void {
  if (isFailing) failing.add(name);
  else failing.delete(name);
  changes.dispatchEvent(new Event("failure"));
}

const ageOf = ({ at = Number.POSITIVE_INFINITY }: Answer<unknown>) => at;

function errorOf(failure: unknown): { data?: undefined; error: ApiError } {
  if (failure instanceof ApiFailure) return failure;
  throw failure;
}

/**
 * Asks the service, and again every half minute while the tab is visible, sooner after a failure. `name` identifies what is
 * asked for; undefined asks for nothing yet. `ask` may throw an `ApiFailure`. With `freshMs`, an answer that is younger is
 * not asked for again.
 */
export function useAnswer<Data>(
  name: string | undefined,
  ask: (signal: AbortSignal) => Promise<Result<Data>>,
  freshMs = 0,
): Answer<Data> {
  const { refused } = useConsole();
  const [, show] = useState({});

  useEffect(() => {
    if (name === undefined) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      clearTimeout(timer);
      const { at = 0 } = answers.get(name) ?? {};
      if (document.hidden || Date.now() - at < freshMs) return;
      const { data, error } = await ask(ended.signal).catch(errorOf);
      if (ended.signal.aborted) return;
      if (error?.kind === "unauthorized") return refused();
      // That there is no such record is an answer, which its screen shows.
      const isGone = error?.kind === "not_found";
      const before = isGone ? undefined : answers.get(name);
      answers.set(name, error ? { ...before, error } : { data, at: Date.now() });
      tellFailure(name, error !== undefined && !isGone);
      show({});
      const retryMs = error && Math.max(error.retryAfterMs ?? 0, RETRY_MS);
      timer = setTimeout(run, retryMs ?? REFRESH_MS);
    };
    document.addEventListener("visibilitychange", run, ended);
    changes.addEventListener("change", run, ended);
    void run();
    return () => {
      ended.abort();
      clearTimeout(timer);
      tellFailure(name, false);
    };
  }, [name]);

  return (answers.get(name ?? "") as Answer<Data> | undefined) ?? {};
}

/** Asks for what a path answers, as `useAnswer` does; null in place of its parameters asks for nothing yet. */
export function useGet<Path extends PathOf<"get">>(
  path: Path,
  params: ParamsOption<paths[Path]["get"]>["params"] | null = {},
): Answer<BodyOf<Path, "get">> {
  const { client } = useConsole();
  const options = (signal: AbortSignal) =>
    [{ params, signal }] as unknown as CallArguments<paths[Path]["get"]>;
  return useAnswer(params === null ? undefined : JSON.stringify([path, params]), (signal) =>
    client.GET(path, ...options(signal)),
  );
}

/** What every screen has. */
interface Console {
  client: Client;
  account: Account;
  /** Called when the service no longer accepts the key. */
  refused(): void;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (!console) throw new Error("There is no console around this component");
  return console;
}
