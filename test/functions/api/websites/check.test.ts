import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Website } from "../../../../shared/entities/website.ts";
import { call } from "../../../support/api.ts";
import { invalid, ok, problem, TIMESTAMP } from "../../../support/expected.ts";
import { messagesAbout } from "../../../support/messages.ts";
import {
  followChecks,
  type MonitoredWebsite,
  monitorWebsite,
} from "../../../support/monitoring.ts";
import { changeOf } from "../../../support/stream.ts";

const REQUEST = "POST /v1/websites/{website_uuid}/check";

let website: MonitoredWebsite;

beforeAll(async () => {
  website = await monitorWebsite("checked.example");
});

const request = ({ reseller, uuid }: MonitoredWebsite) =>
  call(REQUEST, { key: reseller.key, uuid });

async function readWebsite({ reseller, uuid }: MonitoredWebsite) {
  const { data } = await Website.get({ reseller_uuid: reseller.uuid, uuid }).go();
  if (!data) throw new Error("There is no such website");
  return data;
}

test("has the website probed, once a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const before = await readWebsite(website);
  const countBefore = messagesAbout("UPTIME_QUEUE_URL", website.uuid).length;
  const data = { website_uuid: website.uuid, requested_at: TIMESTAMP };
  const answers = await Promise.all([request(website), request(website)]);
  answers.sort((one, other) => one.status - other.status);
  expect(answers[0]).toEqual(ok({ message: "Check requested", success: true, data }));
  const retry = { "retry-after": "60" };
  expect(answers[1]).toEqual(problem(429, "A check was requested within the minute", retry));
  const after = await readWebsite(website);
  await followChecks([changeOf(Website, { before, after })]);
  const messages = messagesAbout("UPTIME_QUEUE_URL", website.uuid).slice(countBefore);
  expect(messages).toMatchObject([{ uuid: website.uuid }]);
  vi.advanceTimersByTime(60_000);
  expect(await request(website)).toMatchObject({ status: 200 });
});

test("refuses it while the website is paused", async () => {
  const own = await monitorWebsite("paused.example");
  const key = { reseller_uuid: own.reseller.uuid, uuid: own.uuid };
  await Website.patch(key).set({ paused_since: "2026-11-22T10:00:00+00:00" }).go();
  const options =
    "The website is not checked: its user is suspended, or its plan has no uptime checks";
  expect(await request(own)).toEqual(invalid({ website_uuid: { options } }));
});
