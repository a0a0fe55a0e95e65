import type { Context } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { changesHandler } from "../../../functions/workers/changes/dispatch.ts";
import { handler as cleanup } from "../../../functions/workers/cleanup/index.ts";
import { handler as mailer } from "../../../functions/workers/mailer/index.ts";
import { handler as followSubscriptions } from "../../../functions/workers/subscriptions/index.ts";
import { Business } from "../../../shared/entities/business.ts";
import { User } from "../../../shared/entities/user.ts";
import { Website } from "../../../shared/entities/website.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { run as runCommand } from "../../functions/operators/run.ts";
import { call } from "../../support/api.ts";
import { makeBusiness, makeReseller, makeUser, makeWebsite } from "../../support/factories.ts";
import { givenUp, serveLostRecords } from "../../support/lostRecords.ts";
import { messagesAbout, sqsEvent } from "../../support/messages.ts";
import { findAudit } from "../../support/monitoring.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { folderBehind, resourcesOf, synthesize } from "../../support/stack.ts";
import { changeOf } from "../../support/stream.ts";
import { deliver, idsOf, makeWebhookAt, startReceiver } from "../../support/webhooks.ts";
import { callers } from "../function/scenarios/callers.ts";
import type { Scenario } from "../function/scenarios/scenario.ts";
import { workers } from "../function/scenarios/workers.ts";
import { requestsOf } from "../function/tableRequests.ts";

const WRITE = /^(Put|Update|Delete|BatchWrite)/;

const scenarios: [string, Scenario][] = Object.entries({ ...workers, ...callers });

/** Their scenarios repeat a message that is done, so that nothing is left to write. */
// A round that comes again may write the figures of a day again, which are the same.
const IDLE_AGAIN = ["subscriptions", "audit", "competitorReader"];

test("every worker of a queue has a scenario", () => {
  const template = synthesize();
  const fed = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) =>
    folderBehind(template, Properties.FunctionName),
  );
  const wanted = new Set(fed);
  const names = scenarios.map(([name]) => name);
  expect([...wanted].filter((folder) => !names.includes(folder))).toEqual([]);
});

// A scenario fails if a message is not done.
describe.each(Object.entries(workers))("the dead letters of %s", (name, prepare) => {
  test("are done when they are replayed twice, and change nothing more", async () => {
    const run = await prepare();
    await run();
    await run();
    const requests = await requestsOf(run);
    const writes = requests.flatMap(({ actions }) => actions.filter((each) => WRITE.test(each)));
    if (IDLE_AGAIN.includes(name)) expect(writes).toEqual([]);
  });
});

const DONE = { batchItemFailures: [] };
const bucket = serveLostRecords();

/** What works on the records, and on the messages that follow from them. */
const following: Record<string, (messages: unknown[]) => Promise<unknown>> = {
  CHANGES_QUEUE_URL: (messages) => changesHandler(systemClock)(sqsEvent(...messages)),
  SUBSCRIPTIONS_QUEUE_URL: (messages) => followSubscriptions(sqsEvent(...messages)),
  DELIVERIES_QUEUE_URL: (messages) => deliver(messages),
  MAIL_QUEUE_URL: (messages) => mailer(sqsEvent(...messages)),
};

test("records lost to S3 change nothing more when they are replayed twice, nor when their website is gone", async () => {
  allowLocalAddresses();
  const receiver = await startReceiver();
  const reseller = await makeReseller();
  const reseller_uuid = reseller.uuid;
  await makeWebhookAt(receiver.url, { reseller_uuid });
  const user = await makeUser(reseller);
  const business = await makeBusiness(reseller, user);
  const uuid = await makeWebsite(reseller, business);
  const created = await Promise.all([
    User.get({ reseller_uuid, uuid: user }).go(),
    Business.get({ reseller_uuid, uuid: business }).go(),
    Website.get({ reseller_uuid, uuid }).go(),
  ]);
  const [userRecord, businessRecord, websiteRecord] = created.map(({ data }) => data ?? {});
  const lost = givenUp(
    changeOf(User, { after: userRecord ?? {} }),
    changeOf(Business, { after: businessRecord ?? {} }),
    changeOf(Website, { after: websiteRecord ?? {} }),
  );
  const website = { reseller, userUuid: user, businessUuid: business, uuid };
  /** Replays the records and does what follows; twice, since Lambda may have stored them twice. */
  const replay = async () => {
    for (const copy of ["a", "b"]) bucket.set(`aws/lambda/1/${copy}`, lost);
    expect(await runCommand("dead-letter replay", {})).toMatchObject({ records: 6, failed: [] });
    for (const [queue, work] of Object.entries(following)) {
      const messages = messagesAbout(queue, reseller_uuid);
      expect(messages.length, queue).toBeGreaterThan(0);
      // Of two copies in a batch, one may be given back while the other is being worked on.
      await work(messages);
      expect(await work(messages), queue).toEqual(DONE);
    }
    return await snapshotOf(reseller_uuid);
  };

  // Events come at least once, always with the same id; an attempt changes the health of its webhook.
  const deliveredIds = async () => {
    const items = Object.entries(await replay()).filter(([key]) => !key.includes("#webhook#"));
    return { items: Object.fromEntries(items), ids: new Set(idsOf(receiver)) };
  };
  const once = await deliveredIds();
  expect(await findAudit(website)).not.toBeNull();
  expect(once.ids.size).toBeGreaterThan(0);
  expect(await deliveredIds()).toEqual(once);

  await call("DELETE /v1/websites/{website_uuid}", {
    key: reseller.key,
    uuid: { website_uuid: uuid },
  });
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  const message = { reseller_uuid, uuid, entity: "website" };
  expect(await cleanup(sqsEvent(message), context)).toEqual(DONE);
  expect(await findAudit(website)).toBeNull();
  expect((await deliveredIds()).ids).toEqual(once.ids);
  expect(await findAudit(website)).toBeNull();
});
