import type { MiddlewareObj } from "@middy/core";
import { costOfRoute } from "../routes.ts";
import { untilDeadline } from "../table/deadline.ts";
import type { ApiEvent } from "./event.ts";

/** Requests that count at least this much take turns. */
const EXPENSIVE = 5;
/** How many of them run at once in a process, for each reseller. */
const CONCURRENT = 2;

interface Turns {
  running: number;
  waiting: (() => void)[];
}

/** Of each reseller with expensive requests, in all functions of the process. */
const resellers = new Map<string, Turns>();

/**
 * Lets a reseller's expensive requests take turns where a process answers several at once, as `npm start` does, so
 * that they don't slow other resellers' requests. Lambda runs each in an execution of its own, where nothing waits.
 * Throws Overloaded if a request's turn does not come in time. Comes after `rateLimit`.
 */
export function inTurn(): MiddlewareObj<ApiEvent> {
  const leaving = new WeakMap<ApiEvent, () => void>();
  const leave: MiddlewareObj<ApiEvent>["after"] = ({ event }) => {
    leaving.get(event)?.();
    leaving.delete(event);
  };
  return {
    before: async ({ event }) => {
      const { reseller_uuid, routeKey } = event;
      if (reseller_uuid === undefined || costOfRoute(routeKey) < EXPENSIVE) return;
      leaving.set(event, await enter(reseller_uuid));
    },
    after: leave,
    onError: leave,
  };
}

/** Waits for a turn, and returns how to end it. */
async function enter(reseller_uuid: string): Promise<() => void> {
  const turns = resellers.get(reseller_uuid) ?? { running: 0, waiting: [] };
  resellers.set(reseller_uuid, turns);
  if (turns.running < CONCURRENT) turns.running += 1;
  else await untilDeadline((signal) => waitIn(turns, signal));
  return () => {
    const next = turns.waiting.shift();
    if (next) return next();
    turns.running -= 1;
    if (turns.running === 0) resellers.delete(reseller_uuid);
  };
}

function waitIn({ waiting }: Turns, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    signal?.addEventListener("abort", () => {
      const index = waiting.indexOf(resolve);
      if (index >= 0) waiting.splice(index, 1);
    });
  });
}
