/** What a section of the benchmark prints: a table, and notes that explain it. */
export interface Section {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  notes: string[];
}

/** A section as Markdown. */
export function formatTable({ title, columns, rows, notes }: Section): string {
  const lines = [columns, columns.map((_, index) => (index === 0 ? "---" : "--:")), ...rows];
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => String(line[index] ?? "").length)),
  );
  const format = (line: (string | number)[]) =>
    `| ${line.map((cell, index) => pad(String(cell), widths[index] ?? 0, index > 0)).join(" | ")} |`;
  return [`### ${title}`, "", ...lines.map(format), "", ...notes].join("\n");
}

function pad(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : cell.padEnd(width);
}

/** Reports progress on standard error, so that standard output can be piped. */
export function progress(text: string) {
  console.error(text);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The median of several runs, with the least and the most: `1.2 (1.1 to 1.4)`. */
export function spread(values: number[], digits = 2): string {
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

export function ratio(value: number, base: number): string {
  return (value / base).toFixed(2);
}
