import { Problem } from "../cli/terminal.ts";
import type { Functions } from "./functions.ts";
import { referencesIn, resourcesOf, type Template } from "./template.ts";

/** A schedule of the stack: the function it calls, how often, and with which input. */
export interface Schedule {
  functionName: string;
  everyMs: number;
  input: unknown;
}

/**
 * Calls each function at once and then on its schedule, even while an earlier call runs, as on AWS. The
 * returned function stops the schedules and waits for running calls.
 */
export function startSchedules({
  schedules,
  invoke,
  report,
}: {
  schedules: Schedule[];
  invoke: Functions["invoke"];
  report(what: string, error: unknown): void;
}): () => Promise<void> {
  const running = new Set<Promise<unknown>>();
  const timers = schedules.map(({ functionName, everyMs, input }) => {
    const call = () => {
      const done = invoke(functionName, input)
        .catch((error: unknown) => report(functionName, error))
        .finally(() => running.delete(done));
      running.add(done);
    };
    call();
    return setInterval(call, everyMs);
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}

const UNITS_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

interface ScheduleProperties {
  ScheduleExpression?: string;
  State?: string;
  Target?: { Arn: unknown; Input?: string };
}

/** The schedules of a template that call functions. */
export function readSchedules(
  template: Template,
  functionName: (value: unknown) => string,
): Schedule[] {
  return resourcesOf(template, "AWS::Scheduler::Schedule").flatMap(([, { Properties }]) => {
    const { ScheduleExpression = "", State, Target }: ScheduleProperties = Properties;
    const isTopic = referencesIn(Target?.Arn).some(
      (id) => template.Resources[id]?.Type === "AWS::SNS::Topic",
    );
    if (!Target || State === "DISABLED" || isTopic) return [];
    const { Arn, Input = "{}" } = Target;
    const everyMs = readRate(ScheduleExpression);
    return [{ functionName: functionName(Arn), everyMs, input: JSON.parse(Input) }];
  });
}

function readRate(expression: string): number {
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs) return Number(count) * unitMs;
  throw new Problem(`The local server supports only rate(…) schedules, not ${expression}.`);
}
