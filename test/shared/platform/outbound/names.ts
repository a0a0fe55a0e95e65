import { isIP } from "node:net";
import { replaceResolver } from "../../../../shared/platform/outbound/resolver.ts";

/**
 * Resolves names in the place of DNS. A name with several answers gets the next one each time, and then
 * always the last. Returns the names that were resolved.
 */
export function useNames(names: Record<string, string[][]>): string[] {
  const lookups: string[] = [];
  replaceResolver(async (hostname) => {
    lookups.push(hostname);
    const answers = names[hostname];
    if (!answers) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    const [next = []] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return next.map((address) => ({ address, family: isIP(address) }));
  });
  return lookups;
}
