import { bookRequests } from "../../../shared/limits/rateBookings.ts";
import { RateCounter } from "../../../shared/limits/rateCounter.ts";
import { RateWindow } from "../../../shared/limits/rateWindow.ts";
import { newUuid } from "../../../shared/uuid.ts";

const START = 1_795_000_017_300;
export const CONTAINERS = 20;

/** Containers that count the requests of one reseller, with one clock, which some see set wrong. */
export function makeContainers({ count = CONTAINERS, skews = [] as number[] } = {}) {
  const place = { reseller_uuid: newUuid(), kind: "reads" as const };
  let now = START;
  const counters = Array.from({ length: count }, (_, index) => {
    const counter = new RateCounter(place);
    return { take: (limit: number) => counter.take(limit, now + (skews[index] ?? 0)) };
  });
  const allowed: number[] = [];
  const refused: number[] = [];
  return {
    allowed,
    refused,
    /** Books requests at this moment, as a container in which nobody waits for an answer. */
    async bookAtOnce(amount: number) {
      const time = new RateWindow().timeFor(now, now, amount);
      await bookRequests(place, { time, amount, lapsed: [], now });
      allowed.push(...Array.from({ length: amount }, () => now));
    },
    wait: (ms: number) => {
      now += ms;
    },
    async take(limit: number, container = 0) {
      const taken = await counters[container]?.take(limit);
      if (!taken) throw new Error("There is no such container");
      await taken.booking;
      (taken.isAllowed ? allowed : refused).push(now);
      return taken;
    },
    /** How many were allowed in the 60 seconds until then. */
    within: (until: number) => allowed.filter((at) => at > until - 60_000 && at <= until).length,
  };
}
