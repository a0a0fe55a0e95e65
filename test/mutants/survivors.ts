import { readFileSync } from "node:fs";

/** The part of Stryker's report that is read here (mutation-testing-report-schema). */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
  status: string;
  replacement: string;
  location: Record<"start" | "end", { line: number; column: number }>;
}

/** What became of a scope's mutants; the survivors each in one line. */
export interface Outcome {
  mutants: number;
  killed: number;
  survivors: string[];
}

/** The statuses of a mutant that a test has noticed; the others count as survivors. */
const NOTICED = new Set(["Killed", "Timeout", "RuntimeError"]);

export function readOutcome(reportFile: string): Outcome {
  const { files } = JSON.parse(readFileSync(reportFile, "utf8")) as Report;
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ status: mutant.status, text: describe(file, source, mutant) })),
  );
  const survivors = all.filter(({ status }) => !NOTICED.has(status)).map(({ text }) => text);
  return { mutants: all.length, killed: all.length - survivors.length, survivors };
}

/** `shared/lists/readPage.ts | the line it is in | true → false`: no line numbers, which change. */
function describe(file: string, source: string, { location, replacement }: Mutant): string {
  const lines = source.split("\n");
  const { start, end } = location;
  const text = lines.slice(start.line - 1, end.line);
  const inLine = text[0]?.trim() ?? "";
  text[text.length - 1] = text.at(-1)?.slice(0, end.column - 1) ?? "";
  text[0] = text[0]?.slice(start.column - 1) ?? "";
  return `${file} | ${inLine} | ${short(text.join(" "))} → ${short(replacement)}`;
}

function short(code: string): string {
  const line = code.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 60)} … ${line.slice(-55)}` : line;
}
