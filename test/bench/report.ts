/** What a section of the benchmark prints: a table, and what it takes to read it. */
export interface Section {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  notes: string[];
}

/** Prints a section as Markdown, so that it can stand in the README as it is. */
export function printTable({ title, columns, rows, notes }: Section) {
  const lines = [columns, columns.map((_, index) => (index === 0 ? "---" : "--:")), ...rows];
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => String(line[index] ?? "").length)),
  );
  const format = (line: (string | number)[]) =>
    `| ${line.map((cell, index) => pad(String(cell), widths[index] ?? 0, index > 0)).join(" | ")} |`;
  console.log(["", `### ${title}`, "", ...lines.map(format), "", ...notes].join("\n"));
}

function pad(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : cell.padEnd(width);
}

/** Says on standard error what is going on, where standard output is piped into a file. */
export function progress(text: string) {
  console.error(text);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function ratio(value: number, base: number): string {
  return (value / base).toFixed(2);
}
