import type { CheckRecord } from "../../shared/entities/check.ts";
import { optionalCount } from "../../shared/env.ts";
import type { Usage } from "../../shared/limits/prices.ts";
import { chargeEvents, settle } from "../../shared/limits/rates.ts";
import { weightOfWork } from "../../shared/limits/weight.ts";
import type { Clock } from "../../shared/time.ts";

const memoryMb = optionalCount("AWS_LAMBDA_FUNCTION_MEMORY_SIZE") ?? 1024;

/** Divides the time of a call among the audits that run at once. */
export class SharedTime {
  readonly #clock: Pick<Clock, "now">;
  #running = 0;
  /** Milliseconds charged so far to an audit that has run from the start. */
  #charged = 0;
  #at = 0;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Begins an audit; returns the function that ends it, and returns its share of the time in seconds. */
  begin(): () => number {
    this.#advance();
    const before = this.#charged;
    this.#running += 1;
    return () => {
      this.#advance();
      this.#running -= 1;
      return (this.#charged - before) / 1000;
    };
  }

  #advance() {
    const now = this.#clock.now();
    if (this.#running > 0) this.#charged += (now - this.#at) / this.#running;
    this.#at = now;
  }
}

/** Whether this is a website's first audit or a requested one, for which its reseller's writes pay. */
function isPaid({ asked_at = "", results }: CheckRecord): boolean {
  return asked_at >= (results[0]?.at ?? "");
}

/** Charges the time of an audit, its reads and writes. */
export async function payForAudit(
  check: CheckRecord,
  usage: Pick<Usage, "seconds" | "readUnits" | "writeUnits">,
) {
  if (!isPaid(check)) return;
  const place = { reseller_uuid: check.reseller_uuid, kind: "writes" } as const;
  // The request that asked for it was charged 1, and the audit comes on top of that.
  const weight = 1 + weightOfWork("writes", { ...usage, memoryMb });
  await settle(place, { weight, taken: 1, now: Date.now() });
}

/** Charges the events that an audit makes. */
export async function payForEvents(check: CheckRecord, count: number) {
  if (isPaid(check)) await chargeEvents(check.reseller_uuid, count, Date.now());
}
