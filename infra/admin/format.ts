import { planFeatures } from "../../shared/planFeatures.ts";

type Row = Record<string, unknown>;

/** A command's result as text: one JSON value, or for people, a list as a table. */
export function format(result: unknown, { json }: { json: boolean }): string {
  if (json) return JSON.stringify(result, null, 2);
  return Array.isArray(result)
    ? table(result.map(foldSwitches))
    : record(foldSwitches(result as Row));
}

function record(row: Row): string {
  const lines = align(Object.entries(row).map(([field, value]) => [field, cell(value)]));
  if ("key" in row) lines.push("", "Keep the key now: it is not shown again.");
  return lines.join("\n");
}

function table(rows: Row[]): string {
  const [first] = rows;
  if (first === undefined) return "None.";
  const fields = Object.keys(first);
  return align([fields, ...rows.map((row) => fields.map((field) => cell(row[field])))]).join("\n");
}

/** A plan's switches in one column: the names of those that are on. */
function foldSwitches(row: Row): Row {
  if (!planFeatures.every((name) => name in row)) return row;
  const rest = Object.entries(row).filter(
    ([field]) => !(planFeatures as readonly string[]).includes(field),
  );
  const on = planFeatures.filter((name) => row[name] === true);
  return { ...Object.fromEntries(rest), on: on.length === planFeatures.length ? "all" : on };
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return cell(value.join(", "));
  // A name must not be able to move the cursor or break the table.
  return String(value).replace(/\p{Cc}/gu, "?");
}

function align(rows: string[][]): string[] {
  const length = (text = "") => [...text].length;
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => length(row[column]))));
  return rows.map((row) =>
    row
      .map((text, column) => text + " ".repeat((widths?.[column] ?? 0) - length(text)))
      .join("  ")
      .trimEnd(),
  );
}
