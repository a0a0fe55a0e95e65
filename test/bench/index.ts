import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import "../support/quietLogs.ts";
import { startTestTable } from "../support/table.ts";
import { formatTable, progress, replaceSection } from "./report.ts";
import { sections } from "./sections.ts";

const README = join(import.meta.dirname, "README.md");

/** `npm run bench -- [endpoints] [pages] … [--write]`: all sections unless some are named. */
const { wanted, write } = readArguments();
const stop = await startTestTable();
try {
  for (const [name, load] of Object.entries(sections)) {
    if (!wanted.includes(name)) continue;
    progress(`Measuring ${name} …`);
    const { measure } = await load();
    const text = [await measure()].flat().map(formatTable).join("\n\n");
    console.log(`\n${text}`);
    // After each one, so that a section that fails later takes nothing with it.
    if (write) writeFileSync(README, replaceSection(readFileSync(README, "utf8"), name, text));
  }
} finally {
  await stop();
}

/** The sections to measure, and whether they replace those of README.md. */
function readArguments(): { wanted: string[]; write: boolean } {
  const names = Object.keys(sections);
  try {
    const { values, positionals } = parseArgs({
      options: { write: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const unknown = positionals.find((name) => !names.includes(name));
    if (unknown) throw new Error(`There is no section ${unknown}: choose of ${names.join(", ")}`);
    const wanted = names.filter((name) => positionals.length === 0 || positionals.includes(name));
    return { wanted, write: values.write };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
