import type * as z from "zod/mini";
import { requireEnv } from "../../../shared/env.ts";
import type { downtimeData, NewFeedItem } from "../../../shared/feed/feedItem.ts";
import { probeOutcomes, reasonIn } from "../../../shared/reasons.ts";
import { timestamp } from "../../../shared/time.ts";
import type { Probe, RegionProbe } from "./probeSite.ts";
import type { Transition } from "./upOrDown.ts";

/** A website that went down or came back, and what the probe found. */
export type ReportedTransition = Transition &
  Pick<Probe, "outcome" | "finding"> & { elsewhere: Probe["elsewhere"]; now: Date };

/** The feed item of a downtime that begins or ends. */
export function downtimeItem(transition: ReportedTransition): NewFeedItem {
  const { outcome, finding, elsewhere } = transition;
  const { reason, technical } = reasonIn(probeOutcomes, outcome);
  const data: z.infer<typeof downtimeData> = {
    outcome: reason,
    ...(technical && { technical }),
    down_since: atSecond(transition.from),
    ...(transition.is_up && {
      // It is unknown since when a website is up that can't be reached from here.
      ...(finding === "up" && { up_since: atSecond(transition.to) }),
      duration_seconds: transition.duration,
      ...(transition.unobserved > 0 && { unobserved_seconds: transition.unobserved }),
    }),
    ...(elsewhere && { seen_from: regionsThatFail(elsewhere) }),
  };
  const back = finding === "up" ? "success" : "info";
  const status = transition.is_up ? back : "error";
  return { type: "downtime", status, data };
}

/** This region, and the others that found the website down. */
function regionsThatFail(elsewhere: RegionProbe[]): string[] {
  const failing = elsewhere.filter(({ finding }) => finding === "down");
  return [requireEnv("AWS_REGION"), ...failing.map(({ region }) => region)];
}

/** A time in seconds since 1970, as the API tells it. */
export function atSecond(seconds: number): string {
  return timestamp(new Date(seconds * 1000));
}
