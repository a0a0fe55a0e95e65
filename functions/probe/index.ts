import { oncePerUrl } from "../uptime/oncePerUrl.ts";
import { anyAnswers, type LookAt, lookAtUrl, probeSite } from "../uptime/probeSite.ts";
import { type ProbeAnswer, probeRequest } from "./messages.ts";

/**
 * Looks at websites from the region that it runs in, as the uptime worker does from its own, and at
 * hosts that are known to answer: where nothing does, it is this region that fails. It knows nothing
 * but what it is asked.
 */
export function probeHandler(lookAt: LookAt = lookAtUrl) {
  return async (event: unknown): Promise<ProbeAnswer> => {
    const { sites, controls } = probeRequest.parse(event);
    const look = oncePerUrl(lookAt);
    const [probes, isAnswered] = await Promise.all([
      Promise.all(sites.map(({ hostname, url }) => probeSite(hostname, url, look))),
      anyAnswers(controls, look),
    ]);
    const isAnyUp = isAnswered || probes.some(({ finding }) => finding === "up");
    return {
      is_online: isAnyUp || controls.length === 0,
      sites: probes.map(({ finding, outcome }) => ({ finding, outcome })),
    };
  };
}

export const handler = probeHandler();
