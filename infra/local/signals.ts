import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PARENT_POLL_MS = 200;

/** Says what is to happen at a signal that ends the program, from now on. */
export type OnSignal = (react: (signal: (typeof SIGNALS)[number]) => void) => void;

/**
 * Watches for the signals that end a program. Until told otherwise they end it at once, by
 * `process.exit`, so that what it started ends too. Any number may come: npm and the terminal both
 * pass Ctrl-C on.
 */
export function watchSignals(): OnSignal {
  let reaction: Parameters<OnSignal>[0] = (signal) => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, () => reaction(signal));
  watchParent(() => reaction("SIGTERM"));
  return (react) => {
    reaction = react;
  };
}

/** npm passes a signal on to the shell between itself and the program, and some shells keep it. */
function watchParent(onGone: () => void) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_POLL_MS);
  timer.unref();
}
