import { addressesOf } from "../platform/outbound/destination.ts";
import { HostLimiter, hostLimiter } from "../platform/outbound/hostLimiter.ts";
import { type Clock, systemClock } from "../platform/time.ts";

/**
 * Time between the starts of two probes of a call: the processor time of a probe by HTTPS on the share of a processor
 * that a function has. Of 500 handshakes at once, each would be timed with its wait for the others.
 */
const SPACING_MS = 8;

/** When each of these probes may start, one after the other. A website that never answers holds up no other. */
export function startsOf(count: number, clock: Clock): Promise<void>[] {
  let start = Promise.resolve();
  return Array.from({ length: count }, (_, index) => {
    if (index > 0) start = start.then(() => clock.sleep(SPACING_MS));
    return start;
  });
}

/** How long the probes of a call wait for crowded hosts. */
const WAIT_MS = 20_000;

/** A host is so crowded that a probe can't begin in time, which says nothing about the website. */
export class HostCrowded extends Error {
  override readonly name = "HostCrowded";
}

/** Waits until a URL may be requested. */
export type Turn = (url: string) => Promise<void>;

/**
 * Has a call's probes wait for their turn at their hosts and addresses, whose limiter is that of the process. They
 * fail with HostCrowded if that takes too long.
 */
export function takeTurns(clock: Clock): Turn {
  const limiter = clock === systemClock ? hostLimiter : new HostLimiter(clock);
  const deadline = clock.now() + WAIT_MS;
  return async (url) => {
    const host = URL.parse(url)?.hostname ?? "";
    const wait = { addresses: await addressesOf(host), deadline };
    // Only starts are spaced out, so that a website that never answers holds up no other of its host.
    const mayStart = await limiter.run(host, wait, async () => true);
    if (!mayStart) throw new HostCrowded("Too many requests wait for the host");
  };
}
