import { systemClock } from "../../../../shared/platform/time.ts";
import { Pace } from "../../../../shared/uptime/pacing.ts";
import { probeOnce, probeWebsite } from "../../../../shared/uptime/probeWebsite.ts";
import { effortOf, readInput, takeTurns } from "../inChild.ts";
import { reachSites, type Sites } from "./sites.ts";

/** The response times that a call's probes report, with the effort of the call. */
const { sites, urls, isPaced } = readInput<{ sites: Sites; urls: string[]; isPaced: boolean }>();
reachSites(sites);

takeTurns(async () => {
  const pace = new Pace(systemClock);
  const milliseconds: number[] = [];
  const effort = await effortOf(() =>
    Promise.all(
      urls.map(async (url) => {
        if (isPaced) await pace.turn();
        const { finding, outcome, duration } = await probeWebsite(url, url, probeOnce);
        if (finding !== "up") throw new Error(`${url}: ${outcome}`);
        milliseconds.push(duration);
      }),
    ),
  );
  return { ...effort, reported: milliseconds };
});
