import type { Command } from "commander";
import { goOn } from "./goOn.ts";
import { type Ask, example, pageOption, type Run } from "./options.ts";

export function defineDeletedCommands(program: Command, run: Run) {
  const deleted = program
    .command("deleted")
    .description("what resellers deleted in the last seven days");
  deleted
    .command("list")
    .description("List what a reseller has deleted, newest first, 20 a page.")
    .requiredOption("--reseller <reseller>", "whose; its uuid or name")
    .addOption(pageOption())
    .addHelpText("after", example("deleted list --reseller UUID"))
    .action(({ reseller: reseller_uuid, page }) => run("deleted list", { reseller_uuid, page }));
  deleted
    .command("restore [uuid]")
    .description("Restore a deleted record with all that belonged to it, or several.")
    .requiredOption("--reseller <reseller>", "whose; its uuid or name")
    .option("--since <time>", "all that was deleted at this time or later")
    .option("--user <uuid>", "all that belonged to this user")
    .addHelpText("after", example("deleted restore --reseller UUID --since 2026-11-23T09:30Z"))
    .action((uuid, { reseller: reseller_uuid, since, user: user_uuid }) => {
      const input = { reseller_uuid, uuid, since, user_uuid };
      return run("deleted restore", input, (result, { ask }) =>
        restoreAll(result as Restoration, { input, ask }),
      );
    });
}

/** The result of a call of `deleted restore`. */
export interface Restoration {
  restored: number;
  refused: unknown[];
  left?: number;
  next?: string | null;
}

/** Goes on until everything is restored, and reports what is left. */
export async function restoreAll(
  first: Restoration,
  { input, ask }: { input: Record<string, unknown>; ask: Ask },
): Promise<Restoration> {
  // One record is restored by the first call.
  if (first.left === undefined) return first;
  const { restored, refused } = await goOn(first, {
    hasMore: ({ next }) => Boolean(next),
    say: ({ restored, left = 0 }) => `Restored ${restored}, left: ${left}`,
    more: async ({ restored, refused, next }) => {
      const more = (await ask("deleted restore", { ...input, after: next })) as Restoration;
      return {
        ...more,
        restored: restored + more.restored,
        refused: [...refused, ...more.refused],
      };
    },
  });
  return { restored, refused };
}
