import { describe, expect, onTestFinished, test } from "vitest";
import { OWN_FAULTS } from "../../support/ownFaults.ts";
import { thoroughly } from "../../support/runs.ts";
import {
  DONE,
  deliver,
  dueMessage,
  findHealth,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  retry,
  runRetries,
  standingClock,
  startReceiver,
} from "../../support/webhooks.ts";

const GIVEN_BACK = { batchItemFailures: [{ itemIdentifier: "message-0" }] };

describe.each(thoroughly(OWN_FAULTS, OWN_FAULTS.slice(0, 1)))("%s", (_, cause) => {
  test("gives back the message of first attempts, and nothing is logged", async () => {
    const receiver = await startReceiver();
    const webhook = await makeWebhookAt(receiver.url);
    const message = messageFor(webhook, makeEvents(webhook, 12));
    const end = cause(receiver.url);
    onTestFinished(end);
    expect(await deliver([message])).toEqual(GIVEN_BACK);
    expect(await readLog(webhook)).toEqual([]);
    expect(await findHealth(webhook)).toBeUndefined();
    end();
    expect(await deliver([message])).toEqual(DONE);
    expect(idsOf(receiver)).toHaveLength(12);
    const log = await readLog(webhook);
    expect(log.every(({ status, tries }) => status === "delivered" && tries === 1)).toBe(true);
  });

  test("of a retry uses up no attempt, and it is made a minute later", async () => {
    let status = 500;
    const receiver = await startReceiver((_, response) => response.writeHead(status).end());
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock();
    await deliver([messageFor(webhook, makeEvents(webhook, 1))], { clock });
    const before = await readLog(webhook);
    expect(before).toMatchObject([{ status: "pending", tries: 1 }]);
    const health = await findHealth(webhook);
    clock.set((await readLog(webhook))[0]?.next_attempt_at ?? "");
    const end = cause(receiver.url);
    onTestFinished(end);
    expect(await retry([await dueMessage(webhook)], { clock })).toEqual(DONE);
    expect(await readLog(webhook)).toEqual(before);
    expect(await findHealth(webhook)).toMatchObject({ failing_since: health?.failing_since });
    end();
    status = 204;
    await runRetries(webhook, { clock });
    expect(await readLog(webhook)).toMatchObject([{ status: "delivered", tries: 2 }]);
  });
});
