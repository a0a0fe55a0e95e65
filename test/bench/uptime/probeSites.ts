import { probeOnce, probeSite } from "../../../functions/monitoring/uptime/probeSite.ts";
import { effortOf, readInput, takeTurns } from "../inChild.ts";
import { reachSites, type Sites } from "./sites.ts";

/** Probes websites, a number at once, and writes nothing. */
const { sites, urls, atOnce } = readInput<{ sites: Sites; urls: string[]; atOnce: number }>();
reachSites(sites);

takeTurns(async () => {
  const rest = urls.values();
  const work = async () => {
    for (const url of rest) {
      const { finding, outcome } = await probeSite(url, url, probeOnce);
      if (finding !== "up") throw new Error(`${url}: ${outcome}`);
    }
  };
  return await effortOf(() => Promise.all(Array.from({ length: atOnce }, work)));
});
