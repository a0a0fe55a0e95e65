import { existsSync, readFileSync } from "node:fs";

const STATUS = "/proc/self/status";

/** What the parent gave this process (`children.ts`). */
export function readInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? "{}");
}

process.once("disconnect", () => process.exit());

/** Sends a message to the parent. A child ends when its parent does. */
export function tellParent(message: unknown) {
  process.send?.(message);
}

/**
 * Does a portion of work whenever the parent asks, and sends its result. Children that take turns are
 * slowed down alike by a busy machine.
 */
export function takeTurns(work: () => Promise<unknown>) {
  process.on("message", async () => tellParent(await work()));
  tellParent("ready");
}

/** Time and memory that some work took. */
export interface Effort {
  milliseconds: number;
  /** Of the processor, all threads together. */
  cpuMilliseconds: number;
  /** The most memory that the process ever had. */
  peakMb: number;
}

export async function effortOf(work: () => Promise<unknown>): Promise<Effort> {
  const [cpuBefore, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  const milliseconds = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { milliseconds, cpuMilliseconds: (user + system) / 1000, peakMb: peakMb() };
}

/** `resourceUsage().maxRSS` begins with that of the process which forked this one; Linux knows better. */
function peakMb(): number {
  const ownKb = existsSync(STATUS) && /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, "utf8"))?.[1];
  return Number(ownKb || process.resourceUsage().maxRSS) / 1024;
}
