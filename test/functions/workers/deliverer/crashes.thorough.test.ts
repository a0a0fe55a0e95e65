import { expect, test } from "vitest";
import { failRequests } from "../../../support/interceptRequests.ts";
import { casesFor, thoroughly } from "../../../support/runs.ts";
import {
  DONE,
  deliver,
  dueMessage,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  retry,
  runRetries,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

/**
 * Makes every request to the table fail from the n-th one on, which itself takes effect or not, like a
 * process that dies. Returns a function that ends this and says whether a request failed.
 */
function dieAt(request: number, moment: "before" | "after") {
  const endFirst = failRequests((number) => number === request, moment);
  const endLater = failRequests((number) => number > request, "before");
  return () => {
    endFirst();
    return endLater().length >= request;
  };
}

const MOMENTS = ["before", "after"] as const;

/** The status with which an endpoint answers its n-th request. */
const ENDPOINTS: [name: string, statusOf: (count: number) => number][] = [
  ["well", () => 204],
  ["badly", () => 500],
  ["now and then", (count) => (count % 2 === 0 ? 204 : 429)],
  ["well from the second message on", (count) => (count <= 4 ? 500 : 204)],
];

/** It has attempts that fail, and later ones that succeed. */
const MIXED = ENDPOINTS.slice(3);

test.each(thoroughly(ENDPOINTS, MIXED))(
  "no delivery is lost wherever a deliverer or a retrier dies; the endpoint answers %s",
  async (name, statusOf) => {
    // After a request, the table is as before the next one, except for attempts made in between.
    const moments = casesFor(
      ENDPOINTS.findIndex(([each]) => each === name),
      MOMENTS,
    );
    let hasDied = true;
    for (let request = 1; hasDied; request += 1) {
      hasDied = false;
      for (const moment of moments) {
        let count = 0;
        let isWell = false;
        const receiver = await startReceiver((_, response) => {
          count += 1;
          response.writeHead(isWell ? 204 : statusOf(count)).end();
        });
        const webhook = await makeWebhookAt(receiver.url);
        const clock = standingClock();
        const events = makeEvents(webhook, 4);
        const message = messageFor(webhook, events);

        const reviveDeliverer = dieAt(request, moment);
        const first = await deliver([message], { clock });
        const hadDied = reviveDeliverer();
        if (first.batchItemFailures.length > 0) {
          expect(await deliver([message], { clock })).toEqual(DONE);
        }

        clock.advance(10);
        const due = await dueMessage(webhook);
        const reviveRetrier = dieAt(request, moment);
        await retry([due], { clock });
        const hadDiedToo = reviveRetrier();
        hasDied ||= hadDied || hadDiedToo;

        isWell = true;
        await runRetries(webhook, { clock });
        const log = await readLog(webhook);
        expect(log.every(({ status }) => status === "delivered")).toBe(true);
        // No attempt is logged twice.
        expect(log.flatMap(({ attempts }) => attempts).length).toBeLessThanOrEqual(count);
        expect(log).toHaveLength(events.length);
        expect(idsOf(receiver)).toEqual(events.map(({ id }) => id).toSorted());
        await receiver.close();
      }
    }
  },
);
