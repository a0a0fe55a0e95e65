import { type Command, InvalidArgumentError, Option } from "commander";
import { example, type Run } from "../commandLine.ts";
import { type AuditRun, waitForAudit } from "../waitForAudit.ts";

const DEFAULT_WAIT_MINUTES = "5";
const LONGEST_WAIT_MINUTES = 60;

export function defineAuditCommands(program: Command, run: Run) {
  program
    .command("audit")
    .description("checks of a website, out of turn")
    .command("run")
    .description("Make the uptime check and the audit of a website due now.")
    .requiredOption("--website <uuid>", "the website")
    .addOption(
      new Option("--wait [minutes]", "wait until both are done, and print the new feed items")
        .preset(DEFAULT_WAIT_MINUTES)
        .argParser(parseMinutes),
    )
    .addHelpText("after", example("audit run --website UUID --wait"))
    .action(({ website: website_uuid, wait: minutes }) =>
      run(
        "audit run",
        { website_uuid },
        minutes && ((result, ask) => waitForAudit(result as AuditRun, ask, { minutes })),
      ),
    );
}

function parseMinutes(given: string): number {
  const minutes = Number(given);
  if (/^\d+$/.test(given) && minutes >= 1 && minutes <= LONGEST_WAIT_MINUTES) return minutes;
  throw new InvalidArgumentError(
    `It waits a whole number of minutes, 1 to ${LONGEST_WAIT_MINUTES}.`,
  );
}
