import { isIP } from "node:net";
import { replaceResolver } from "../../../shared/outbound/resolver.ts";

/**
 * Gives host names addresses, in the place of DNS. A name with several answers gets the next one
 * each time it is asked for, and then the last. Returns the names that were asked for.
 */
export function useNames(names: Record<string, string[][]>): string[] {
  const asked: string[] = [];
  replaceResolver(async (hostname) => {
    asked.push(hostname);
    const answers = names[hostname];
    if (!answers) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    const [next = []] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return next.map((address) => ({ address, family: isIP(address) }));
  });
  return asked;
}
