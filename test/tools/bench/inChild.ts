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

/** The time and memory of some work. */
export interface Effort {
  milliseconds: number;
  /** Processor time of all threads together. */
  cpuMilliseconds: number;
  /** The peak memory of the process. */
  peakMb: number;
}

export async function effortOf(work: () => Promise<unknown>): Promise<Effort> {
  const [cpuBefore, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  const milliseconds = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { milliseconds, cpuMilliseconds: (user + system) / 1000, peakMb: peakMb() };
}

/** The peak from Linux: `resourceUsage().maxRSS` includes the peak of the parent process. */
function peakMb(): number {
  const ownKb = existsSync(STATUS) && /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, "utf8"))?.[1];
  return Number(ownKb || process.resourceUsage().maxRSS) / 1024;
}
