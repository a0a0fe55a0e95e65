import type { MiddlewareObj } from "@middy/core";
import { untilDeadline } from "../platform/table/deadline.ts";
import type { ApiEvent } from "./event.ts";
import { costOfRoute } from "./routes.ts";

/** Requests that count at least this much take turns. */
const EXPENSIVE = 5;

/** The requests that wait, of each reseller of which one runs, in all functions of the process. */
const queues = new Map<string, (() => void)[]>();

/**
 * Runs a reseller's expensive requests one at a time where a process answers several at once, as `npm start` does, so
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
  const queue = queues.get(reseller_uuid);
  if (queue) await untilDeadline((signal) => waitIn(queue, signal));
  else queues.set(reseller_uuid, []);
  return () => {
    const next = queues.get(reseller_uuid)?.shift();
    if (next) next();
    else queues.delete(reseller_uuid);
  };
}

function waitIn(queue: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve);
    signal?.addEventListener("abort", () => {
      const index = queue.indexOf(resolve);
      if (index >= 0) queue.splice(index, 1);
    });
  });
}
