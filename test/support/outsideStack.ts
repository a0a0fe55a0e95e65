import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { addOutside } from "../../infra/outside.ts";
import { settingsFor } from "../../infra/settings.ts";
import type { Metrics } from "./outside.ts";
import { EVERYTHING } from "./stack.ts";

interface Alarm {
  MetricName: string;
  Statistic: string;
  Threshold: number;
  Period: number;
  EvaluationPeriods: number;
  ComparisonOperator: string;
  TreatMissingData: string;
}

/** The template of the stack that asks prod from outside. */
export function synthesizeOutside() {
  const outdir = mkdtempSync(join(tmpdir(), "synthesize-"));
  try {
    const context = { "aws:cdk:bundling-stacks": [] };
    const app = new App({ outdir, context, builtinCloudFormationValidation: false });
    const stack = addOutside(app, settingsFor("prod", EVERYTHING));
    if (!stack) throw new Error("There is no stack");
    return app.synth().getStackArtifact(stack.artifactId).template;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The names of the template's alarms that are on at the end of a minute, as CloudWatch evaluates them. */
export function alarmsOn(
  { Resources }: ReturnType<typeof synthesizeOutside>,
  metrics: Metrics,
  minute: number,
): string[] {
  const found = Object.entries(Resources as Record<string, { Type: string; Properties: Alarm }>);
  return found.flatMap(([id, { Type, Properties }]) => {
    if (Type !== "AWS::CloudWatch::Alarm") return [];
    const { Period, EvaluationPeriods } = Properties;
    if (Period !== 60) throw new Error(`${id} has a period of ${Period} s`);
    const last = Array.from({ length: EvaluationPeriods }, (_, index) => minute - index);
    const values = metrics[Properties.MetricName] ?? {};
    return last.every((each) => isBreached(Properties, values[each])) ? nameOf(id) : [];
  });
}

function isBreached(alarm: Alarm, value: number | undefined): boolean {
  if (value === undefined) return alarm.TreatMissingData === "breaching";
  const measured = alarm.Statistic === "SampleCount" ? 1 : value;
  const isAbove = alarm.ComparisonOperator === "GreaterThanThreshold";
  return isAbove ? measured > alarm.Threshold : measured < alarm.Threshold;
}

/** `outsideStopped1A2B3C4D`: `Stopped` */
function nameOf(id: string): string {
  return id.replace(/^outside(.*)[0-9A-F]{8}$/, "$1");
}
