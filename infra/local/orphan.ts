import { setTimeout as sleep } from "node:timers/promises";
import { answersOn } from "./dynoxide.ts";
import { isOpenElsewhere } from "./lock.ts";
import type { OwnerNote } from "./ownerNote.ts";
import { Problem } from "./problem.ts";

const START_SECONDS = 2;
const END_SECONDS = 5;
const POLL_MS = 20;

/**
 * Ends the embedded database that an owner left behind when it was killed. Only a process that has
 * the file open and answers on the noted port is one: a process id alone may be anybody's by now.
 */
export async function endOrphan(file: string, note: OwnerNote | undefined) {
  if (!isOpenElsewhere(file)) return;
  const { pid, port } = note ?? {};
  if (pid && port && (await waitFor(START_SECONDS, () => answersOn(port)))) {
    process.kill(pid, "SIGTERM");
    if (await waitFor(END_SECONDS, () => !isOpenElsewhere(file))) return;
    process.kill(pid, "SIGKILL");
  }
  if (await waitFor(END_SECONDS, () => !isOpenElsewhere(file))) return;
  throw new Problem(`${file} is open in another program; close that first.`);
}

/** Asks until the answer is true, at most so long; tells which of the two it was. */
export async function waitFor(seconds: number, condition: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
