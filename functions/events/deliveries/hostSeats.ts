import { createHash } from "node:crypto";
import { SiteLease } from "../../../shared/entities/siteLease.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import type { Clock } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";

/** Requests at once from one reseller to one host. */
export const AT_ONCE = 10;
/** Longer than a worker's call: a worker that still holds the lease then has died. */
const LEASE_MS = 120_000;

/** Waits until a request may begin, and returns the function to call when it has ended. */
export type TakeSeat = () => Promise<() => void>;

/**
 * The requests of one worker's call, by reseller and host. A few events for a host go one after the other
 * and write nothing. More of them go ten at once, which takes a lease that one worker has at a time.
 */
export class HostSeats {
  readonly #holder = newUuid();
  readonly #hosts = new Map<string, Host>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Admits this number of requests to a webhook's endpoint; undefined while another worker has the lease. */
  async admit(
    { reseller_uuid, endpoint }: Pick<WebhookRecord, "reseller_uuid" | "endpoint">,
    count: number,
  ): Promise<TakeSeat | undefined> {
    const name = `deliveries#${reseller_uuid}#${new URL(endpoint).hostname}`;
    const key = createHash("sha256").update(name).digest("hex");
    const host = this.#hosts.get(key) ?? { wanted: 0, seats: new Seats(1) };
    this.#hosts.set(key, host);
    host.wanted += count;
    if (host.wanted > AT_ONCE) {
      host.lease ??= this.#lease(key);
      if (!(await host.lease)) return undefined;
      host.seats.grow(AT_ONCE);
    }
    return () => host.seats.take();
  }

  /** Releases the leases. Call it when all requests have ended. */
  async release() {
    const leased = [...this.#hosts].filter(([, { lease }]) => lease !== undefined);
    await Promise.all(
      leased.map(([host]) =>
        writeIfTrue(() =>
          SiteLease.remove({ host })
            .where((lease, { eq }) => eq(lease.holder, this.#holder))
            .go(),
        ),
      ),
    );
  }

  async #lease(host: string): Promise<boolean> {
    const [now, holder] = [this.#clock.now(), this.#holder];
    const until = now + LEASE_MS;
    const expires_epoch = Math.ceil(until / 1000);
    const taken = await writeIfTrue(() =>
      SiteLease.upsert({ host, holder, further: [], until, expires_epoch })
        // The worker's own lease is there if only the table's answer was lost.
        .where(
          (lease, { notExists, lt, eq }) =>
            `${notExists(lease.until)} OR ${lt(lease.until, now)} OR ${eq(lease.holder, holder)}`,
        )
        .go(),
    );
    return taken !== undefined;
  }
}

interface Host {
  /** Requests admitted in this call. */
  wanted: number;
  seats: Seats;
  lease?: Promise<boolean>;
}

/** Lets a number of requests run at once, in the order in which they ask. */
class Seats {
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #size: number;

  constructor(size: number) {
    this.#size = size;
    this.#free = size;
  }

  grow(size: number) {
    for (; this.#size < size; this.#size += 1) this.#leave();
  }

  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => this.#leave();
  }

  #leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
