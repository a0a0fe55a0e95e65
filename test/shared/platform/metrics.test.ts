import { afterEach, expect, test, vi } from "vitest";
import { LATENESS, putMetrics } from "../../../shared/platform/metrics.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function linesOf(overrides: Record<string, number | number[]>) {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  putMetrics(overrides);
  return write.mock.calls.map(([line]) => JSON.parse(String(line)));
}

test("a line says in which unit and by what its metrics are", () => {
  vi.stubEnv("METRIC_NAMESPACE", "Monitoring/stage");
  const [line] = linesOf({ [LATENESS]: [3, 4], Checks: 1, Failures: 0 });
  expect(line).toEqual({
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: "Monitoring/stage",
          Dimensions: [["FunctionName"]],
          Metrics: [
            { Name: LATENESS, Unit: "Seconds" },
            { Name: "Checks", Unit: "Count" },
          ],
        },
      ],
    },
    FunctionName: "local",
    [LATENESS]: [3, 4],
    Checks: 1,
  });
});

test("nothing is written where there is nothing to count", () => {
  expect(linesOf({ [LATENESS]: [], Failures: 0 })).toEqual([]);
});

test("figures that no alarm watches are in the line, but no metrics", () => {
  const [line] = linesOf({ Checks: 2, Failures: 1 });
  expect(line).toMatchObject({ Checks: 2, Failures: 1 });
  expect(line._aws.CloudWatchMetrics[0].Metrics).toEqual([{ Name: "Checks", Unit: "Count" }]);
  expect(linesOf({ FeedItems: 1 }).at(-1)).toMatchObject({
    _aws: { CloudWatchMetrics: [] },
    FeedItems: 1,
  });
});
