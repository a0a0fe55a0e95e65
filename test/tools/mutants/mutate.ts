import { parseAst } from "vitest/node";

/** One change of the code, switched on by its id while tests run. */
export interface Mutant {
  id: string;
  file: string;
  line: number;
  before: string;
  after: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
/** Returns the texts that replace a node. */
type Mutator = (node: Node, context: { parent: Node; text: (node: unknown) => string }) => string[];

const OTHER_ROUNDING: Record<string, string> = {
  ...{ floor: "ceil", ceil: "floor", round: "floor", trunc: "ceil" },
};
const OTHER_OPERATOR: Record<string, string> = {
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" },
  ...{ "-": "+", "*": "/", "/": "*" },
};
/** A transaction's condition check has to have a condition. */
const ALWAYS = "attribute_exists(pk) OR attribute_not_exists(pk)";

export const mutators: Record<string, Mutator> = {
  /** Takes away the condition of a write. */
  conditions(node, { parent, text }) {
    if (isValueOf(parent, node, "ConditionExpression"))
      return [`"${ALWAYS} OR " + (${text(node)})`];
    const { object, name } = calleeOf(node);
    if (name !== "where") return [];
    return [
      text(object).includes(".check(") ? `${text(object)}.where(() => "${ALWAYS}")` : text(object),
    ];
  },
  /** Takes away a rounding, or rounds in another direction. */
  rounding(node, { text }) {
    const { object, name } = calleeOf(node);
    if (name === "toFixed") return [`String(${text(object)})`];
    if (text(object) !== "Math" || !(name in OTHER_ROUNDING)) return [];
    const list = (node["arguments"] as Node[]).map(text).join(", ");
    return [`(${list})`, `Math.${OTHER_ROUNDING[name]}(${list})`];
  },
  /** Takes another comparison or calculation. */
  operators(node, { text }) {
    const other = OTHER_OPERATOR[`${node["operator"]}`];
    if (node.type !== "BinaryExpression" || !other) return [];
    return [`${text(node["left"])} ${other} ${text(node["right"])}`];
  },
  /** Takes away a half of `&&`, `||` and `??`, and each `!`. */
  logic(node, { text }) {
    if (node.type === "LogicalExpression") return [text(node["left"]), text(node["right"])];
    const isNegation = node.type === "UnaryExpression" && node["operator"] === "!";
    return isNegation ? [text(node["argument"])] : [];
  },
  /** Always and never takes a branch. */
  branches(node, { parent }) {
    const isTest = parent["test"] === node && parent.type !== "SwitchCase";
    return isTest ? [...(/^(If|Cond)/.test(parent.type) ? ["true"] : []), "false"] : [];
  },
  /** Leaves out a statement that is a call. */
  calls(node, { parent }) {
    const call = node.type === "AwaitExpression" ? (node["argument"] as Node) : node;
    const isStatement = parent.type === "ExpressionStatement" && call.type === "CallExpression";
    return isStatement ? ["undefined"] : [];
  },
};

/** The code of a file with its mutants of some kinds in it, and these. */
export function mutate(
  file: string,
  code: string,
  kinds: string[],
): { code: string; mutants: Mutant[] } {
  const mutants: Mutant[] = [];
  const insertions: { at: number; text: string }[] = [];
  const text = (node: unknown) => (isNode(node) ? code.slice(node.start, node.end) : "");

  function visit(node: Node, parent: Node) {
    if (/^(TS(?!As|NonNull|Satisfies)|Import)/.test(node.type)) return;
    const replacements = kinds.flatMap((kind) => mutators[kind]?.(node, { parent, text }) ?? []);
    const line = code.slice(0, node.start).split("\n").length;
    const own = replacements.map((after, index) => {
      return { id: `${file}#${mutants.length + index}`, file, line, before: text(node), after };
    });
    mutants.push(...own);
    const switches = own.map(({ id, after }) => `isMutant(${JSON.stringify(id)}) ? (${after}) : `);
    if (own.length > 0) insertions.push({ at: node.start, text: `(${switches.join("")}` });
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, node);
    if (own.length > 0) insertions.push({ at: node.end, text: ")" });
  }

  const program = parseAst(code, { lang: "ts" }) as unknown as Node;
  visit(program, program);
  let mutated = "";
  let done = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    mutated += code.slice(done, at) + text;
    done = at;
  }
  return { code: mutated + code.slice(done), mutants };
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === "string";
}

function isValueOf(property: Node, node: Node, name: string): boolean {
  return property["value"] === node && (property["key"] as Node)["name"] === name;
}

/** The object and the method that a call names. */
function calleeOf(node: Node): { object?: Node; name: string } {
  const callee = node.type === "CallExpression" ? (node["callee"] as Node) : undefined;
  if (callee?.type !== "MemberExpression") return { name: "" };
  return { object: callee["object"] as Node, name: `${(callee["property"] as Node)["name"]}` };
}
