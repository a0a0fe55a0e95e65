import { expect, it } from "vitest";
import { CHECKS, FAILURES, FEED_ITEMS, LATENESS, THROTTLED } from "../../shared/metrics.ts";
import { folderOf, resourcesOf, synthesize, theOne } from "../support/stack.ts";

const template = synthesize("prod");
const { DashboardBody } = theOne(template, "AWS::CloudWatch::Dashboard").Properties;
/** With `"REF"` for what a reference becomes. */
const body = DashboardBody["Fn::Join"][1]
  .map((part: unknown) => (typeof part === "string" ? part : "REF"))
  .join("");
const widgets: { properties: { title: string; metrics: unknown[]; query: string } }[] =
  JSON.parse(body).widgets;
const shown = new Map(widgets.map(({ properties }) => [properties.title, properties.metrics]));

it("the dashboard shows lateness by the metric that the workers count", () => {
  const lateness = JSON.stringify(shown.get("Lateness of checks in seconds, by kind"));
  for (const statistic of ["p50", "p99", "Maximum"]) {
    expect(lateness).toContain(
      `SEARCH('Namespace=\\"ResellerMonitoring/prod\\" MetricName=\\"${LATENESS}\\"', '${statistic}')`,
    );
  }
});

it("shows what was checked, failed, written and throttled, each minute", () => {
  const counted = shown.get("Checks, failures, feed items and throttled calls, each minute");
  expect(counted).toHaveLength(4);
  for (const [index, name] of [CHECKS, FAILURES, FEED_ITEMS, THROTTLED].entries()) {
    const text = JSON.stringify(counted?.[index]);
    expect(text).toContain(`MetricName=\\"${name}\\"', 'Sum'`);
    expect(text).toContain('"period":60');
  }
});

it("shows each function's errors and cost, and each queue's age", () => {
  const folders = resourcesOf(template, "AWS::Lambda::Function").map(([, each]) => folderOf(each));
  for (const title of ["Errors of functions", "Cost: gigabyte-seconds of functions"]) {
    const labels = JSON.stringify(shown.get(title));
    for (const folder of folders) expect(labels).toContain(`"label":"${folder}"`);
  }
  const queues = resourcesOf(template, "AWS::SQS::Queue");
  expect(shown.get("Age of the oldest message in seconds")).toHaveLength(queues.length);
});

it("shows the routes with most requests, units and throttled calls", () => {
  const routes = widgets.find(({ properties: { title } }) => title.includes("routes with most"));
  expect(routes?.properties.query).toBe(
    "SOURCE 'REF' | stats count() as requests by routeKey\n| sort requests desc\n| limit 10",
  );
  // Of the table and of its two indexes, which CloudWatch counts by themselves.
  expect(shown.get("Cost: units of the table")).toHaveLength(6);
  expect(shown.get("Throttled calls")?.length).toBeGreaterThan(2);
});
