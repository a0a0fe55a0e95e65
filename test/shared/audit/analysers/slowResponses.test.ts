import { expect, test } from "vitest";
import { slowResponses } from "../../../../shared/audit/analysers/slowResponses.ts";
import { uncrawled } from "../../../../shared/audit/crawl/crawl.ts";
import { examine } from "./support.ts";

const crawl = uncrawled("cafe.example");
const NOW = new Date("2026-11-23T09:00:00Z");

const judge = (uptimeDays: ReturnType<typeof daysOf>) =>
  examine(slowResponses.begin(), [], { crawl, uptimeDays, now: NOW });

/** Days up to yesterday, each with a median and a number of responses. */
function daysOf(...days: (number | [median: number, responses: number])[]) {
  return days.map((each, place) => {
    const [median, responses] = typeof each === "number" ? [each, 288] : each;
    const date = new Date(NOW.getTime() - (days.length - place) * 86_400_000);
    return {
      ...{ date: date.toISOString().slice(0, 10), looks: responses + 2, failures: 2 },
      ...{ failed_attempts: 0, observed_seconds: 86_400, down_seconds: 0 },
      response_ms: responses === 0 ? null : { mean: median, median, p95: median },
    };
  });
}

test.each<[string, ReturnType<typeof daysOf>, boolean | undefined]>([
  ["above 2 s", daysOf(2001), true],
  ["of 2 s", daysOf(2000), false],
  ["above 2 s, as always", daysOf(2500, 2500, 2500, 2500), true],
  ["of three times the usual", daysOf(100, 500, 110, 330), true],
  ["just below three times the usual", daysOf(110, 500, 110, 329), false],
  ["of three times what two days had", daysOf(100, 100, 300), false],
  ["of three times what days with few responses had", daysOf([100, 49], 100, 100, 300), false],
  ["as it was weeks ago", daysOf(...Array(10).fill(100), ...Array(14).fill(300), 310), false],
  ["above 2 s on 50 responses", daysOf([2001, 50]), true],
  ["above 2 s on 49 responses", daysOf([2001, 49]), undefined],
  ["unknown, as nothing was answered", daysOf(100, 100, 100, [0, 0]), undefined],
  ["of the day before yesterday alone", daysOf(2500, 100).slice(0, 1), undefined],
  ["of nothing", [], undefined],
])("a median response time %s", async (_, days, isSlow) => {
  const result = await judge(days);
  expect(result?.faults?.map(({ code }) => code)).toEqual(
    isSlow === undefined ? undefined : isSlow ? ["slow_responses"] : [],
  );
});

test("the fault names the day, its median and the usual one", async () => {
  const result = await judge(daysOf(400, 500, 600, 2450));
  expect(result?.faults).toMatchObject([
    {
      subject: "cafe.example",
      detail: { day: "2026-11-22", median_ms: 2450, usual_ms: 500, seconds: 2.5 },
    },
  ]);
});
