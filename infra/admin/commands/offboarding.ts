import type { Command } from "commander";
import { goOn } from "./goOn.ts";
import { example, type Run, type Tools } from "./options.ts";

export function defineOffboardingCommands(reseller: Command, run: Run) {
  reseller
    .command("offboard <reseller>")
    .description(
      "End a reseller's keys, checks, mails, webhooks and shares, export everything, keep it for 30 days, then erase it. Repeat it to see the progress.",
    )
    .option("--yes", "do it; without this, only say what would happen")
    .option("--wait", "wait until the export is complete")
    .addHelpText("after", example("reseller offboard UUID --yes --wait"))
    .action((uuid, { yes, wait }) =>
      run(
        "reseller offboard",
        { uuid, yes },
        wait && ((result, tools) => waitWhile("exporting", result as Offboarding, tools)),
      ),
    );
  reseller
    .command("offboarding <reseller>")
    .description(
      "Show how far an offboarding or a deletion is, with new links to the export, each for an hour.",
    )
    .addHelpText("after", example("reseller offboarding UUID"))
    .action((uuid) => run("reseller offboarding", { uuid }));
  reseller
    .command("take-back <reseller>")
    .description("Undo an offboarding within its 30 days: everything works again as before.")
    .addHelpText("after", example("reseller take-back UUID"))
    .action((uuid) => run("reseller take-back", { uuid }));
  reseller
    .command("delete <reseller>")
    .description(
      "Erase a reseller and all its records now, without an export and for good. Repeat it to see the progress.",
    )
    .option("--yes", "delete it; without this, only say what would be deleted")
    .option("--wait", "wait until everything is deleted")
    .addHelpText("after", example("reseller delete UUID --yes --wait"))
    .action((uuid, { yes, wait }) =>
      run(
        "reseller delete",
        { uuid, yes },
        wait && ((result, tools) => waitWhile("erasing", result as Offboarding, tools)),
      ),
    );
}

const POLL_MS = 2000;

/** The result of `reseller offboarding`. */
interface Offboarding {
  /** The reseller is gone. */
  done: boolean;
  uuid: string;
  state?: string;
  exported_records?: number;
  users?: number;
  businesses?: number;
  websites?: number;
  competitors?: number;
}

/** Polls until an offboarding has left a state, or its reseller is gone. */
async function waitWhile(
  state: "exporting" | "erasing",
  begun: Offboarding,
  { ask, pause }: Tools,
): Promise<Offboarding> {
  return await goOn(begun, {
    hasMore: (found) => !found.done && found.state === state,
    say: state === "exporting" ? exportedSoFar : leftOf,
    more: async ({ uuid }) => {
      await pause(POLL_MS);
      return (await ask("reseller offboarding", { uuid })) as Offboarding;
    },
  });
}

function exportedSoFar({ exported_records = 0, websites }: Offboarding): string {
  return `Exported: ${exported_records} records, of ${websites} websites and what belongs to them`;
}

function leftOf({ users, businesses, websites, competitors }: Offboarding): string {
  return `Left: ${users} users, ${businesses} businesses, ${websites} websites, ${competitors} competitors`;
}
