import { expect, onTestFinished, test, vi } from "vitest";
import { refuseOverlaps } from "../../../support/clientFaults.ts";
import {
  deliver,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readSoundLog,
  startReceiver,
} from "../../../support/webhooks.ts";

const DELIVERERS = 8;
/** Few enough that each deliverer needs one of the reseller's ten seats. */
const EVENTS = 3;

test("deliverers of one webhook at once lose nothing, whatever transactions conflict", async () => {
  // Makes the random pauses between attempts 0.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => void random.mockRestore());
  refuseOverlaps({ together: DELIVERERS });
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const events = Array.from({ length: DELIVERERS }, () => makeEvents(webhook, EVENTS));
  let waiting = events.map((some) => messageFor(webhook, some));
  for (let receives = 1; waiting.length > 0; receives += 1) {
    expect(receives).toBeLessThanOrEqual(DELIVERERS);
    const answers = await Promise.all(waiting.map((message) => deliver([message], { receives })));
    waiting = waiting.filter((_, index) => answers[index]?.batchItemFailures.length);
  }
  const ids = events.flat().map(({ id }) => id);
  expect(new Set(idsOf(receiver))).toEqual(new Set(ids));
  const log = await readSoundLog(webhook);
  expect(log.map(({ event_id }) => event_id).toSorted()).toEqual(ids.toSorted());
  expect(log.every(({ status }) => status === "delivered")).toBe(true);
});
