import { expect, onTestFinished, test, vi } from "vitest";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptRequests, isUpdateOf } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { dueMessage, findCheck, monitorWebsite } from "../../../support/monitoring.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";

/** Resolves when the check of a website is written. */
function written(uuid: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = interceptRequests((command, input) => {
    if (isUpdateOf(uuid, command, input)) resolve();
  });
  onTestFinished(end);
  return promise;
}

test("a silent website delays neither the good results of its call nor the failures", async () => {
  ownControlHosts();
  const { promise: release, resolve: answer } = Promise.withResolvers<void>();
  onTestFinished(() => answer());
  const waiting = await serve((_, response) => release.then(() => response.end()));
  const silent = await monitorWebsite(waiting.url);
  const good = await monitorWebsite((await serve({ "/": "<p>up</p>" })).url);
  const failing = await monitorWebsite((await serve({ "/": { status: 500 } })).url);
  const messages = await Promise.all(
    [silent, good, failing].map((website) => dueMessage(website, "uptime")),
  );
  const both = [written(good.uuid), written(failing.uuid)];
  let isDone = false;
  const round = uptimeHandler(skippedPauses())(sqsEvent(...messages)).finally(() => {
    isDone = true;
  });
  await Promise.all(both);
  expect(isDone).toBe(false);
  expect(await findCheck(silent, "uptime")).toMatchObject({ results: [] });
  answer();
  expect(await round).toEqual({ batchItemFailures: [] });
  expect((await findCheck(silent, "uptime"))?.results).toMatchObject([{ outcome: "up" }]);
});

test("the time of a result is that of its own probe, however long it and others took", async () => {
  ownControlHosts();
  const now = Date.parse("2026-11-20T12:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
  // Each of the two attempts takes ten seconds by this clock.
  const slow = await serve((_, response) => {
    vi.setSystemTime(Date.now() + 10_000);
    response.writeHead(500).end();
  });
  const website = await monitorWebsite(slow.url);
  await uptimeHandler(skippedPauses())(sqsEvent(await dueMessage(website, "uptime")));
  expect(Date.now()).toBe(now + 20_000);
  expect(await findCheck(website, "uptime")).toMatchObject({
    results: [{ at: "2026-11-20T12:00:00+00:00" }],
    due_at: "2026-11-20T12:01:00+00:00",
    memory: { since: now / 1000 },
  });
});
