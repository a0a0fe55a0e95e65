import type { Command } from "commander";
import { goOn } from "./goOn.ts";
import { type Ask, example, type Run } from "./options.ts";

export function defineRestoreCommand(program: Command, run: Run) {
  program
    .command("restore")
    .description(
      "Put a reseller back as it was in a table restored from point-in-time recovery. What is missing comes back, what people changed gets its former values; what was made since stays. Keys and shares don't come back.",
    )
    .requiredOption("--reseller <reseller>", "whose records; its uuid or name")
    .requiredOption(
      "--from <table>",
      "the restored table; its name begins with the table's own and -",
    )
    .option("--erased", "restore it although it was erased on purpose")
    .option("--dry-run", "count what would be written, and write nothing")
    .addHelpText("after", example("restore --reseller UUID --from TABLE-restored --dry-run"))
    .action(({ reseller: reseller_uuid, ...options }) => {
      const input = { reseller_uuid, ...options };
      return run("restore", input, (result, { ask }) =>
        restoreWhole(result as Restored, { input, ask }),
      );
    });
}

type Counts = Record<"put_back" | "set_back" | "unchanged" | "refused", number>;

/** The result of a call of `restore`. */
export interface Restored {
  dry_run: boolean;
  records: (Counts & { type: string })[];
  refused: unknown[];
  next: string | null;
}

/** Goes on until all records are compared, and adds up what was done. */
export async function restoreWhole(
  first: Restored,
  { input, ask }: { input: Record<string, unknown>; ask: Ask },
): Promise<Omit<Restored, "next">> {
  const { next: _, ...sum } = await goOn(first, {
    hasMore: ({ next }) => next !== null,
    say: ({ records }) => {
      const compared = records.map(({ type: _, ...counts }) => total(Object.values(counts)));
      const written = records.map(({ put_back, set_back }) => put_back + set_back);
      return `Compared ${total(compared)} records, restored ${total(written)}`;
    },
    more: async ({ records, refused, next }) => {
      const more = (await ask("restore", { ...input, after: next })) as Restored;
      return {
        ...more,
        records: addUp([...records, ...more.records]),
        refused: [...refused, ...more.refused],
      };
    },
  });
  return sum;
}

function addUp(records: Restored["records"]): Restored["records"] {
  return [...Map.groupBy(records, ({ type }) => type)].map(([type, some]) => {
    const sumOf = (name: keyof Counts) => total(some.map((each) => each[name]));
    return {
      type,
      put_back: sumOf("put_back"),
      set_back: sumOf("set_back"),
      unchanged: sumOf("unchanged"),
      refused: sumOf("refused"),
    };
  });
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
