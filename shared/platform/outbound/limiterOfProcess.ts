import type { MessagePort } from "node:worker_threads";
import { HostLimiter, hostLimiter, type Leave, type Wait } from "./hostLimiter.ts";

type Ask =
  | { enter: number; host: string; wait: Omit<Wait, "signal"> }
  | { leave: number }
  | { pause: string; ms: number };
interface Entered {
  entered: number;
  isAllowed: boolean;
}

/** The limiter of the process, for a thread of it, which asks by messages. It takes no signals. */
export class LimiterOfProcess extends HostLimiter {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (isAllowed: boolean) => void>();
  #last = 0;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on("message", ({ entered, isAllowed }: Entered) => {
      this.#waiting.get(entered)?.(isAllowed);
      this.#waiting.delete(entered);
    });
  }

  override async enter(
    host: string,
    { signal: _, ...wait }: Wait = {},
  ): Promise<Leave | undefined> {
    this.#last += 1;
    const number = this.#last;
    const isAllowed = await new Promise<boolean>((resolve) => {
      this.#waiting.set(number, resolve);
      this.#tell({ enter: number, host, wait });
    });
    return isAllowed ? () => this.#tell({ leave: number }) : undefined;
  }

  override pause(host: string, ms: number) {
    this.#tell({ pause: host, ms });
  }

  #tell(message: Ask) {
    this.#port.postMessage(message);
  }
}

/** Answers a thread's `LimiterOfProcess`. Once the thread has ended, its requests have ended as well. */
export function serveLimiter(port: MessagePort) {
  const entered = new Map<number, Leave>();
  const ended = new AbortController();
  port.on("message", async (message: Ask) => {
    if ("pause" in message) return hostLimiter.pause(message.pause, message.ms);
    if ("leave" in message) {
      entered.get(message.leave)?.();
      entered.delete(message.leave);
      return;
    }
    const wait = { ...message.wait, signal: ended.signal };
    const leave = await hostLimiter.enter(message.host, wait).catch(() => undefined);
    if (ended.signal.aborted) return leave?.();
    if (leave) entered.set(message.enter, leave);
    port.postMessage({ entered: message.enter, isAllowed: leave !== undefined } satisfies Entered);
  });
  port.on("close", () => {
    ended.abort();
    for (const leave of entered.values()) leave();
  });
  port.unref();
}
