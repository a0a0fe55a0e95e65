import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Instrumented, Mutant } from "./instrument.ts";

/** What became of a part's mutants; the survivors each in one line. */
export interface Outcome {
  mutants: number;
  killed: number;
  survivors: string[];
}

/** What a run of a part has left in its folder. */
export interface Run {
  instrumented: Instrumented;
  killed: Set<string>;
  /** Mutants of what runs when a module is loaded, before any test: few tests load it again. */
  onLoad: Set<string>;
}

export function readRun(folder: string): Run {
  const lines = (kind: string) =>
    existsSync(`${folder}/${kind}`) ? readFileSync(`${folder}/${kind}`, "utf8").split("\n") : [];
  return {
    instrumented: JSON.parse(readFileSync(`${folder}/instrumented.json`, "utf8")),
    killed: new Set(readdirSync(`${folder}/killed`)),
    onLoad: new Set(lines("static").flatMap((line) => line.split(",").filter(Boolean))),
  };
}

export function outcomeOf({ instrumented: { mutants }, killed }: Run): Outcome {
  const survivors = mutants.filter(({ id }) => !killed.has(id)).map(describe);
  return { mutants: mutants.length, killed: mutants.length - survivors.length, survivors };
}

/** `shared/lists/readPage.ts | the line it is in | true → false`: no line numbers, which change. */
export function describe({ fileName, location: { start, end }, replacement }: Mutant): string {
  const text = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line, end.line + 1);
  const inLine = text[0]?.trim() ?? "";
  text[text.length - 1] = text.at(-1)?.slice(0, end.column) ?? "";
  text[0] = text[0]?.slice(start.column) ?? "";
  const file = fileName.slice(process.cwd().length + 1);
  return `${file} | ${inLine} | ${short(text.join(" "))} → ${short(replacement)}`;
}

function short(code: string): string {
  const line = code.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 60)} … ${line.slice(-55)}` : line;
}
