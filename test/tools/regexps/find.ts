import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vitest/node";

/** A regular expression of the code, and its place. */
interface FoundRegexp {
  /** As it is written: `/a+/i`. */
  text: string;
  pattern: string;
  flags: string;
  /** `shared/audit/pages/robots.ts:120` */
  place: string;
}

/** Every regular expression of functions, shared and infra, or of one folder. */
export function findRegexps(folder = "{functions,shared,infra}"): FoundRegexp[] {
  const files = globSync(`${folder}/**/*.{ts,js,cjs}`).toSorted();
  return files.flatMap((file) => regexpsOf(readFileSync(file, "utf8"), file));
}

/** Those of one file; throws if one is made of a text, which can't be checked beforehand. */
function regexpsOf(code: string, file: string): FoundRegexp[] {
  const regexps: FoundRegexp[] = [];
  const placeOf = (start: number) => `${file}:${code.slice(0, start).split("\n").length}`;
  for (const node of nodesOf(parseAst(code, { lang: "ts" }))) {
    const { regex, callee, start } = node;
    if (regex) {
      const { pattern, flags } = regex;
      regexps.push({ text: `/${pattern}/${flags}`, pattern, flags, place: placeOf(start) });
    } else if (callee?.name === "RegExp") {
      throw new Error(`${placeOf(start)}: a regular expression that is made of a text`);
    }
  }
  return regexps;
}

interface SyntaxNode {
  start: number;
  /** Of a literal regular expression. */
  regex?: { pattern: string; flags: string };
  /** Of a call or `new`. */
  callee?: { name?: string };
}

function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== "object" || value === null || value instanceof RegExp) return;
  if ("type" in value && "start" in value) yield value as unknown as SyntaxNode;
  for (const inner of Object.values(value)) yield* nodesOf(inner);
}
