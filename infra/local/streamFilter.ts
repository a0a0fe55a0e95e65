import { Problem } from "./problem.ts";

type Test = (value: unknown) => boolean;

/**
 * Compiles one pattern of an event source mapping's filter criteria. Covers equality, `exists`,
 * `prefix`, `suffix` and `anything-but`; throws on any other operator rather than letting pass
 * what Lambda would not.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 */
export function compileFilter(pattern: string): Test {
  return compile(JSON.parse(pattern));
}

function compile(pattern: unknown): Test {
  if (Array.isArray(pattern)) {
    const choices = pattern.map(compileChoice);
    return (value) => choices.some((choice) => choice(value));
  }
  if (!isObject(pattern)) throw new Problem(`Filter pattern not understood: ${pattern}`);
  const fields = Object.entries(pattern).map(([name, inner]) => [name, compile(inner)] as const);
  return (value) => fields.every(([name, test]) => test(isObject(value) ? value[name] : undefined));
}

function compileChoice(choice: unknown): Test {
  if (!isObject(choice)) return (value) => value === choice;
  const [[operator, operand] = [], ...more] = Object.entries(choice);
  if (more.length === 0 && operator === "exists") {
    return (value) => (value !== undefined) === operand;
  }
  if (more.length === 0 && typeof operand === "string") {
    if (operator === "prefix") return (value) => isString(value) && value.startsWith(operand);
    if (operator === "suffix") return (value) => isString(value) && value.endsWith(operand);
  }
  if (more.length === 0 && operator === "anything-but") {
    const refused = [operand].flat();
    return (value) => value !== undefined && !refused.includes(value);
  }
  throw new Problem(`The filter operator ${JSON.stringify(choice)} is not known on this machine`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
