import { createHash } from "node:crypto";
import { SiteLease } from "../../../shared/entities/siteLease.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { describeError, log } from "../../../shared/log.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import type { Clock } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";

/** Requests at once from one reseller to one host. */
export const AT_ONCE = 10;
/** Longer than a worker's call: a worker that still holds the lease then has died. */
const LEASE_MS = 120_000;

/** Requests that may be sent to a host. */
export interface Admission {
  /** Waits until a request may begin, and returns the function to call when it has ended. */
  take(): Promise<() => void>;
  /** To call when all requests have ended. */
  end(): Promise<void>;
}

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
  ): Promise<Admission | undefined> {
    const name = `deliveries#${reseller_uuid}#${new URL(endpoint).hostname}`;
    const key = createHash("sha256").update(name).digest("hex");
    const host = this.#hosts.get(key) ?? { users: 0, wanted: 0, seats: new Seats(1) };
    this.#hosts.set(key, host);
    host.users += 1;
    host.wanted += count;
    const end = async () => {
      host.users -= 1;
      if (host.users > 0) return;
      this.#hosts.delete(key);
      if (await host.lease?.catch(() => false)) await this.#release(key);
    };
    if (host.wanted <= AT_ONCE) return { take: () => host.seats.take(), end };
    try {
      host.lease ??= this.#lease(key);
      if (await host.lease) {
        host.seats.grow(AT_ONCE);
        return { take: () => host.seats.take(), end };
      }
    } catch (error) {
      await end();
      throw error;
    }
    await end();
    return undefined;
  }

  /** A lease that can't be released expires. */
  async #release(host: string) {
    try {
      await writeIfTrue(() =>
        SiteLease.remove({ host })
          .where((lease, { eq }) => eq(lease.holder, this.#holder))
          .go(),
      );
    } catch (error) {
      log("warn", "a host could not be released", describeError(error));
    }
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
  /** Webhooks of this call that have requests to it. */
  users: number;
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
