import { beforeAll, describe, expect, test, vi } from "vitest";
import type { CommandName } from "../../../functions/operators/catalogue.ts";

import { handler } from "../../../functions/operators/index.ts";
import { type FaultTime, failRequests } from "../../support/interceptRequests.ts";
import { thoroughly } from "../../support/runs.ts";
import { type Case, catalogue, commandNames, makeSite } from "./catalogue.ts";
import { answer } from "./run.ts";

const SENTENCE =
  /^(The command failed \(request id call-1\): see the log of the operators' function\. Before you repeat a creation, check whether it happened|AWS or the database is busy \(request id call-1\): try again in a moment)\.$/;

/** Before a write, the table is as it was after the one before it. */
const OF_A_WRITE = thoroughly<FaultTime>(["before", "after", "lost"], ["after", "lost"]);

const CREATES = /create/;

/** Requests that only read. */
const READS = /^(Get|BatchGet|Query|Describe|Receive|List)/;

beforeAll(() => {
  // No pauses before retries: their length is random.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  return () => random.mockRestore();
});

const prepare = async (command: CommandName): Promise<Case> =>
  await catalogue[command](await makeSite());

/** Runs a command with a fault in one of its calls; returns what it threw, and its calls. */
async function runWith(command: CommandName, input: object, at: number, when: FaultTime) {
  const end = failRequests((number) => number === at, when);
  const error = await handler({ command, input: { ...input } }, { awsRequestId: "call-1" })
    .then((response) => (response.ok ? undefined : new Error(`Refused: ${response.message}`)))
    .catch((error: Error) => error);
  return { error, calls: end() };
}

/** A read, creations, a deletion in steps, an endpoint's work, and messages to queues. */
const REPRESENTATIVE: CommandName[] = [
  "plan list",
  "key create",
  "plan create",
  "plan delete",
  "api",
  "dead-letter redrive",
];

describe.each(thoroughly(commandNames, REPRESENTATIVE))("%s", (command) => {
  test("happens once if any of its calls fails, before or after its effect, or loses its answer", async () => {
    let prepared = await prepare(command);
    const { error, calls } = await runWith(command, prepared.input, 0, "before");
    expect(error).toBeUndefined();
    const isWrite = (call = "") => !READS.test(call);
    const firstWrite = calls.findIndex(isWrite);
    // The same in a row are the shards of an index.
    const distinct = calls.flatMap((call, index) => (call === calls[index - 1] ? [] : [index]));
    let isFresh = prepared.happened === undefined;
    for (const index of distinct) {
      // What a reading call has read makes no difference to one that failed.
      const times: readonly FaultTime[] = isWrite(calls[index]) ? OF_A_WRITE : ["before"];
      for (const when of times) {
        if (!isFresh) prepared = await prepare(command);
        const { input, happened } = prepared;
        const { error } = await runWith(command, input, index + 1, when);
        const where = `${when} ${calls[index]}, call ${index + 1} of ${calls.length}`;
        // The SDK asks again for an answer that is lost.
        if (when === "lost") expect(error, where).toBeUndefined();
        if (error) expect(error.message, where).toMatch(SENTENCE);
        const isUndone = error !== undefined && index <= firstWrite && when === "before";
        isFresh = happened === undefined || isUndone;
        if (isFresh) continue;
        // As the message says, an operator checks whether a creation happened before repeating it.
        if (!CREATES.test(command) || !(await happened?.())) {
          const again = await answer(command, input);
          // What is deleted is not there any more.
          if (!again.ok)
            expect(again.message, where).toMatch(
              /^(There is no|The reseller has no|The API answers 404)\b/,
            );
        }
        expect(await happened?.(), where).toBe(true);
      }
    }
  });
});
