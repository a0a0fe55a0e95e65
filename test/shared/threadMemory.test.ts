import { afterEach, expect, test, vi } from "vitest";
import { Crowded, hasRoom } from "../../shared/threadMemory.ts";
import { keptWork } from "./guarded/works.ts";

afterEach(() => void vi.unstubAllEnvs());

const giveMb = (megabytes: string) => vi.stubEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", megabytes);

test("of threads that take more memory than there is the largest ends, and the last one goes on", async () => {
  giveMb("1");
  const ending = new AbortController();
  const large = keptWork({ holdMb: 30, stays: true });
  const small = keptWork({ stays: true }, ending.signal);
  const end = vi.fn();
  small.catch(end);
  await expect(large).rejects.toBeInstanceOf(Crowded);
  expect(end).not.toHaveBeenCalled();
  ending.abort(new Error("the test is over"));
  await expect(small).rejects.toThrow("the test is over");
});

test("there is room while the process is well within its memory, and where nothing bounds it", () => {
  giveMb("1");
  expect(hasRoom()).toBe(false);
  giveMb("1000000");
  expect(hasRoom()).toBe(true);
  giveMb("");
  expect(hasRoom()).toBe(true);
});
