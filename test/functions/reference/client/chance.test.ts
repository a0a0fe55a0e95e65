import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../support/runs.ts";
import { serve } from "../../../support/site.ts";
import { clientOf, makeClock, perform, type Step } from "./support.ts";

const RUNS = runs(150, 5);

interface Attempt {
  /** Whether the service does what it is asked for before it fails. */
  done: boolean;
  step: Step;
}

const failures: fc.Arbitrary<Attempt> = fc.oneof(
  fc.record({ done: fc.boolean(), step: fc.constantFrom<Step>("drop", "hang") }),
  fc.record({
    done: fc.boolean(),
    step: fc.constantFrom<Step>(
      { status: 502 },
      { status: 503, headers: { "retry-after": "1" } },
      { status: 500 },
    ),
  }),
  fc.record({
    done: fc.constant(false),
    step: fc.constantFrom<Step>({ status: 429, headers: { "retry-after": "1" } }, { status: 401 }),
  }),
  fc.record({ done: fc.constant(true), step: fc.constantFrom<Step>("cut", "garbled") }),
);

it("no POST is done twice, and what became of it is known, however the service fails", async () => {
  const clock = makeClock();
  let attempts: Attempt[] = [];
  let done: (string | undefined)[] = [];
  const service = await serve((request, response) => {
    request.resume();
    const attempt = attempts.shift() ?? { done: true, step: "well" };
    const key = String(request.headers["idempotency-key"]);
    if (attempt.done && !done.includes(key)) done.push(key);
    perform(attempt.step, { response, clock });
  });

  await fc.assert(
    fc.asyncProperty(fc.array(failures, { maxLength: 6 }), async (planned) => {
      attempts = [...planned];
      done = [];
      const api = clientOf(service, { clock });
      const { data, error } = await api.POST("/v1/webhooks", { body: {} });
      expect(done.length).toBeLessThanOrEqual(1);
      if (data) expect(done.length).toBe(1);
      if (done.length === 1) expect(data !== undefined || error?.mayHaveBeenDone).toBe(true);
      expect(planned.length - attempts.length).toBeLessThanOrEqual(error?.attempts ?? 5);
    }),
    { numRuns: RUNS },
  );
});
