import { type Command, InvalidArgumentError, Option } from "commander";
import { createProgress, Problem } from "../../terminal.ts";
import { example, type Run, type Tools, WEBSITE } from "./options.ts";

const DEFAULT_WAIT_MINUTES = "5";
const LONGEST_WAIT_MINUTES = 60;
const POLL_MS = 5000;

export function defineAuditCommands(program: Command, run: Run) {
  program
    .command("audit")
    .description("run the checks of a website ahead of time")
    .command("run")
    .description("Make the uptime check and the audit of a website due now.")
    .requiredOption("--website <website>", WEBSITE)
    .addOption(
      new Option(
        "--wait [minutes]",
        "wait until both are done, and print the new feed items, or the outcomes if there are none",
      )
        .preset(DEFAULT_WAIT_MINUTES)
        .argParser(parseMinutes),
    )
    .addHelpText("after", example("audit run --website example.com --wait"))
    .action(({ website, wait: minutes }) =>
      run(
        "audit run",
        { website },
        minutes && ((result, tools) => waitForAudit(result as AuditRun, { ...tools, minutes })),
      ),
    );
}

function parseMinutes(given: string): number {
  const minutes = Number(given);
  if (/^\d+$/.test(given) && minutes >= 1 && minutes <= LONGEST_WAIT_MINUTES) return minutes;
  throw new InvalidArgumentError(`Give a whole number of minutes, 1 to ${LONGEST_WAIT_MINUTES}.`);
}

export function defineCheckCommands(program: Command, run: Run) {
  program
    .command("check")
    .description("checks of a website")
    .command("list")
    .description("Show the last checks of a website, and when the next are due.")
    .requiredOption("--website <website>", WEBSITE)
    .addHelpText("after", example("check list --website example.com"))
    .action(({ website }) => run("check list", { website }));
}

/** The result of `audit run`. */
interface AuditRun {
  website_uuid: string;
  requested_at: string;
  checks: string[];
}

interface Waiting extends Pick<Tools, "ask" | "pause"> {
  minutes: number;
  /** In milliseconds. */
  now?: () => number;
}

interface AuditResult {
  pending: string[];
  outcomes: unknown[];
  feed_items: unknown[];
}

/**
 * Polls until the checks of an `audit run` are done. Returns the new feed items, or the outcomes if the checks
 * wrote no item. Throws a Problem after `minutes`.
 */
export async function waitForAudit(
  { website_uuid, requested_at, checks }: AuditRun,
  { ask, pause, minutes, now = Date.now }: Waiting,
): Promise<unknown[]> {
  const deadline = now() + minutes * 60_000;
  const progress = createProgress();
  progress.step(waitingFor(checks));
  try {
    for (;;) {
      const result = (await ask("audit result", {
        website: website_uuid,
        requested_at,
      })) as AuditResult;
      const { pending, outcomes, feed_items } = result;
      if (pending.length === 0) return feed_items.length > 0 ? feed_items : outcomes;
      if (now() >= deadline) {
        throw new Problem(
          `Not done within ${minutes} min: ${pending.join(", ")}. "check list --website ${website_uuid}" shows when it is due.`,
        );
      }
      progress.step(waitingFor(pending));
      await pause(Math.min(POLL_MS, deadline - now()));
    }
  } finally {
    progress.end();
  }
}

function waitingFor(checks: string[]): string {
  return `Waiting for ${checks.join(" and ")}`;
}
