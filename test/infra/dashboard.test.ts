import { expect, it } from "vitest";
import { LATENESS } from "../../shared/metrics.ts";
import { resourcesOf, synthesize, theOne } from "../support/stack.ts";

const template = synthesize("prod");
const { DashboardBody } = theOne(template, "AWS::CloudWatch::Dashboard").Properties;
/** With `"REF"` for what a reference becomes. */
const body = DashboardBody["Fn::Join"][1]
  .map((part: unknown) => (typeof part === "string" ? part : "REF"))
  .join("");
const widgets: { properties: { title: string; metrics?: unknown[]; query?: string } }[] =
  JSON.parse(body).widgets;
const shown = new Map(widgets.map(({ properties }) => [properties.title, properties.metrics]));

it("the dashboard has at most 50 metrics: more would cost 3 USD a month", () => {
  const metrics = [...shown.values()].flatMap((each) => each ?? []);
  expect(metrics.length).toBeLessThanOrEqual(50);
});

it("shows lateness by the metric that the workers count", () => {
  const lateness = shown.get("Lateness of checks in seconds: 99th percentile") ?? [];
  expect(lateness).toHaveLength(3);
  for (const metric of lateness) {
    expect(JSON.stringify(metric)).toMatch(
      new RegExp(`"ResellerMonitoring/prod","${LATENESS}","FunctionName"`),
    );
  }
});

it("shows each queue's age or its dead letters", () => {
  const queues = resourcesOf(template, "AWS::SQS::Queue");
  const titles = ["Age of the oldest message in seconds", "Dead letters"];
  const metrics = titles.flatMap((title) => shown.get(title) ?? []);
  expect(metrics).toHaveLength(queues.length);
});

it("shows the routes with most requests, and the units of the table and its two indexes", () => {
  const routes = widgets.find(({ properties: { title } }) => title.includes("routes with most"));
  expect(routes?.properties.query).toBe(
    "SOURCE 'REF' | stats count() as requests by routeKey\n| sort requests desc\n| limit 10",
  );
  expect(shown.get("Units of the table")).toHaveLength(6);
});
