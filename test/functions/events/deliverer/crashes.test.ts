import { beforeAll, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { tableConfiguration } from "../../../../shared/table/entity.ts";
import { casesFor } from "../../../support/runs.ts";
import {
  DONE,
  deliver,
  idsOf,
  laneMessage,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readSoundLog,
  retry,
  runLane,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

beforeAll(() => allowLocalAddresses());

/**
 * From the n-th request to the table on, before or after it took effect, the process is dead: no
 * request is made any more. Returns what revives it, and tells whether it had died.
 */
function dieAt(request: number, moment: "before" | "after") {
  const { middlewareStack } = tableConfiguration.client;
  const name = `die-${Math.random()}`;
  let count = 0;
  middlewareStack.add(
    (send) => async (args) => {
      count += 1;
      if (count > request || (count === request && moment === "before")) throw new Error("Dead");
      const result = await send(args);
      if (count >= request) throw new Error("Dead");
      return result;
    },
    { step: "initialize", name },
  );
  return () => {
    middlewareStack.remove(name);
    return count >= request;
  };
}

const MOMENTS = ["before", "after"] as const;

/** Endpoints that take everything, nothing, and every second request, or that get well soon. */
const ENDPOINTS: [name: string, statusOf: (count: number) => number][] = [
  ["well", () => 204],
  ["badly", () => 500],
  ["now and then", (count) => (count % 2 === 0 ? 204 : 429)],
  ["well from the second message on", (count) => (count <= 4 ? 500 : 204)],
];

test.each(ENDPOINTS)(
  "wherever a deliverer or a retrier dies, nothing is lost: the endpoint answers %s",
  async (name, statusOf) => {
    // The table is the same after a request as before the next one, but for what was sent in between.
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
        await readSoundLog(webhook);
        if (first.batchItemFailures.length > 0) {
          expect(await deliver([message], { clock, receives: 2 })).toEqual(DONE);
        }
        await readSoundLog(webhook);

        clock.advance(10);
        const due = await laneMessage(webhook);
        const reviveRetrier = dieAt(request, moment);
        await retry([due], { clock });
        const hadDiedToo = reviveRetrier();
        await readSoundLog(webhook);
        hasDied ||= hadDied || hadDiedToo;

        isWell = true;
        await runLane(webhook, { clock });
        const log = await readSoundLog(webhook);
        expect(log.every(({ status }) => status === "delivered")).toBe(true);
        expect(idsOf(receiver)).toEqual(events.map(({ id }) => id).toSorted());
        await receiver.close();
      }
    }
  },
);
