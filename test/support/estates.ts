import { type Estate, makeEstate } from "./factories.ts";

/**
 * Makes a function that returns an estate for a request of a route: a shared one, or a new one if the
 * request deletes a record, makes a customer of a prospect, changes a webhook, which is limited, restores a record, or
 * asks for a check, which it may once a minute.
 */
export function estates(): (route: string) => Promise<Estate> {
  let shared: Promise<Estate> | undefined;
  return async (route) => {
    if (
      route.startsWith("DELETE ") ||
      /^(?!GET).*(webhook|deleted|\/check$|\/customer$)/.test(route)
    )
      return await makeEstate();
    shared ??= makeEstate();
    return await shared;
  };
}
