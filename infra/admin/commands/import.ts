import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { createProgress, Problem, WRONG_INPUT_EXIT_CODE } from "../../terminal.ts";
import { type Ask, example, type Run, type Tools } from "./options.ts";

const POLL_MS = 2000;
/** More faults are read by `import result`. */
const SHOWN_PAGES = 10;

export function defineImportCommands(program: Command, run: Run) {
  const imports = program.command("import").description("customers of a reseller from a file");
  imports
    .command("run <file>")
    .description(
      "Check a CSV file or JSON lines of customers, and onboard all but the faulty ones.",
    )
    .requiredOption("--reseller <reseller>", "whose; its uuid or name")
    .option("--dry-run", "only check: list every fault, create nothing")
    .addHelpText("after", example("import run customers.csv --reseller UUID --dry-run"))
    .action((path, { reseller: reseller_uuid, dryRun: dry_run = false }) => {
      const file = read(path);
      return run("import run", { reseller_uuid }, (made, tools) =>
        importFile(made as Made, { ...tools, file, dry_run, reseller_uuid }),
      );
    });
  for (const [verb, what] of [
    ["show", "Show how far an import is."],
    ["result", "List the faulty rows of an import, 100 a page."],
  ] as const) {
    const command = imports
      .command(`${verb} <uuid>`)
      .description(what)
      .requiredOption("--reseller <reseller>", "whose; its uuid or name")
      .addHelpText("after", example(`import ${verb} UUID --reseller UUID`));
    if (verb === "result") command.option("--page <number>", "page number; default 1", Number);
    command.action((uuid, { reseller: reseller_uuid, page }) =>
      run(`import ${verb}`, { reseller_uuid, uuid, ...(page !== undefined && { page }) }),
    );
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(`${path} can't be read (${code}).`, WRONG_INPUT_EXIT_CODE);
  }
}

/** The result of `import run`. */
interface Made {
  uuid: string;
  upload_url: string;
}

interface Import {
  state: string;
  rows_total: number | null;
  rows_done: number;
  rows_faulty: number;
  error: string | null;
}

interface Importing extends Tools {
  file: Buffer;
  dry_run: boolean;
  reseller_uuid: string;
}

/** Uploads the file, waits until it is checked or imported, and returns the counts and the faults. */
async function importFile(
  { uuid, upload_url }: Made,
  { ask, upload, file, dry_run, reseller_uuid, pause }: Importing,
) {
  const named = { reseller_uuid, uuid };
  const progress = createProgress();
  try {
    progress.step("Uploading the file");
    await upload(upload_url, file);
    let found = (await ask("import start", { ...named, dry_run })) as Import;
    while (found.state === "checking" || found.state === "running") {
      progress.step(`${found.state}: ${found.rows_done} of ${found.rows_total ?? "?"} rows`);
      await pause(POLL_MS);
      found = (await ask("import show", named)) as Import;
    }
    const { state, rows_total, rows_done, rows_faulty, error } = found;
    if (error !== null) throw new Problem(`The file was refused: ${error}.`);
    const faulty = await readFaults(named, ask);
    return { uuid, state, rows_total, rows_done, rows_faulty, faulty };
  } finally {
    progress.end();
  }
}

async function readFaults(named: Record<string, unknown>, ask: Ask): Promise<unknown[]> {
  const faulty: unknown[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, SHOWN_PAGES); page += 1) {
    const result = (await ask("import result", { ...named, page })) as {
      pages: number;
      faulty: unknown[];
    };
    pages = result.pages;
    faulty.push(...result.faulty);
  }
  return faulty;
}
