import { afterEach, describe, expect, test, vi } from "vitest";
import { failRequests, interceptRequests } from "../../support/interceptRequests.ts";
import { makeContainers } from "./rateContainers.ts";

let end = () => {};
afterEach(() => {
  end();
  end = () => {};
});

describe("while the table does not count", () => {
  const lines = vi.spyOn(process.stdout, "write");

  /** How many requests the metric says were not counted. */
  function uncounted() {
    const found = lines.mock.calls.map(([line]) => String(line)).filter((l) => l.includes("_aws"));
    lines.mockClear();
    return found.map((line) => JSON.parse(line).UncountedRequests);
  }

  test.each([
    [900, 1],
    [6000, 10],
  ])("a limit of %d refuses nobody; the table is asked once a second", async (limit, amount) => {
    const { take, wait, refused } = makeContainers();
    await take(limit);
    uncounted();
    const requests = failRequests(() => true, "before");
    end = requests;
    for (let count = 0; count < limit / 2; count += 1) await take(limit);
    expect(requests()).toBe(1);
    expect(uncounted()[0]).toBe(amount);
    const later = failRequests(() => true, "before");
    end = later;
    wait(1000);
    await take(limit);
    expect(later()).toBe(1);
    expect(refused).toEqual([]);
  });

  test("a booking whose answer is lost is not made twice", async () => {
    const { take } = makeContainers();
    await take(6000);
    const requests = failRequests((number) => number === 1, "onTheWay");
    for (let count = 0; count < 10; count += 1) await take(6000);
    expect(requests()).toBe(1);
    expect(uncounted()).toEqual([10]);
  });

  test("a table that never answers is not waited for", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { take } = makeContainers();
    end = interceptRequests(() => new Promise(() => {}));
    const taken = take(900);
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(await taken).toMatchObject({ isAllowed: true });
    expect(uncounted()).toEqual([1]);
  });

  test("a refused condition is no failure", async () => {
    uncounted();
    const { take } = makeContainers();
    await take(3, 0);
    await take(3, 1);
    expect(uncounted()).toEqual([]);
  });
});
