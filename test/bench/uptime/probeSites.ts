import { probeSite } from "../../../functions/monitoring/uptime/probeSite.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import { siteUrl } from "./addresses.ts";

/** Probes websites, a number at once, and writes nothing. */
const { count, port, atOnce } = readInput<{ count: number; port: number; atOnce: number }>();

allowLocalAddresses();
const rest = Array.from({ length: count }, (_, index) => siteUrl(index, port)).values();
const work = async () => {
  for (const url of rest) {
    const { finding, outcome } = await probeSite(url);
    if (finding !== "up") throw new Error(`${url}: ${outcome}`);
  }
};
tellParent(await effortOf(() => Promise.all(Array.from({ length: atOnce }, work))));
