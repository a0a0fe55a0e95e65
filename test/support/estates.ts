import { type Estate, makeEstate } from "./factories.ts";

/**
 * An estate for a request of the route: one that all of a file share, or one of its own for what deletes
 * records, or changes a webhook, which may be done few times.
 */
export function estates(): (route: string) => Promise<Estate> {
  let shared: Promise<Estate> | undefined;
  return async (route) => {
    if (route.startsWith("DELETE ") || /^(?!GET).*webhook/.test(route)) return await makeEstate();
    shared ??= makeEstate();
    return await shared;
  };
}
