import {
  readArguments as readOptions,
  WRONG_INPUT_EXIT_CODE,
} from "../../../infra/cli/terminal.ts";
import "../../support/quietLogs.ts";
import { startTestTable } from "../../support/table.ts";
import { formatTable, progress } from "./report.ts";
import { sections } from "./sections.ts";

/** `npm run bench -- SECTION …`: all sections unless some are named. */
const wanted = readArguments();
const stop = await startTestTable();
try {
  for (const [name, load] of Object.entries(sections)) {
    if (!wanted.includes(name)) continue;
    progress(`Measuring ${name} …`);
    const { measure } = await load();
    const text = [await measure()].flat().map(formatTable).join("\n\n");
    console.log(`\n${text}`);
  }
} finally {
  await stop();
}

/** The sections to measure. */
function readArguments(): string[] {
  const names = Object.keys(sections);
  const choice = `choose from ${names.join(", ")}`;
  try {
    const { positionals } = readOptions({ allowPositionals: true }, choice);
    const unknown = positionals.find((name) => !names.includes(name));
    if (unknown) throw new Error(`There is no section ${unknown}: ${choice}.`);
    return names.filter((name) => positionals.length === 0 || positionals.includes(name));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(WRONG_INPUT_EXIT_CODE);
  }
}
