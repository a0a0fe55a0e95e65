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
  const [line] = linesOf({ [LATENESS]: [3, 4], ThrottledCalls: 1, FailedCalls: 0 });
  expect(line).toEqual({
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: "Monitoring/stage",
          Dimensions: [["FunctionName"]],
          Metrics: [
            { Name: LATENESS, Unit: "Seconds" },
            { Name: "ThrottledCalls", Unit: "Count" },
          ],
        },
      ],
    },
    FunctionName: "local",
    [LATENESS]: [3, 4],
    ThrottledCalls: 1,
  });
});

test("nothing is written where there is nothing to count", () => {
  expect(linesOf({ [LATENESS]: [], ThrottledCalls: 0 })).toEqual([]);
});
