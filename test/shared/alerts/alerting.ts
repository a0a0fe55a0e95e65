import { expect, onTestFinished, vi } from "vitest";
import { handler as changes } from "../../../functions/workers/changes/index.ts";
import { Alert, Alerts } from "../../../shared/entities/alerts.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { deliver, onboard } from "../../functions/workers/mailer/onboarded.ts";
import { call } from "../../support/api.ts";
import { makeReseller, onboardingBody, type TestReseller } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { messagesAbout } from "../../support/messages.ts";
import { recordStream } from "../../support/recordStream.ts";
import { changeOf } from "../../support/stream.ts";

const START = Date.parse("2026-11-22T10:00:00Z");
const MINUTE_MS = 60_000;

/** An account with alerts, whose clock stands at 10:00 UTC on a Sunday. */
export async function makeAlerted(settings: object = {}, reseller?: TestReseller) {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  onTestFinished(() => void vi.useRealTimers());
  const { uuid: reseller_uuid, key, ...rest } = reseller ?? (await makeReseller());
  const owner = { uuid: reseller_uuid, key, ...rest } as TestReseller;
  const address = `ops-${reseller_uuid}@example.com`;
  const uuids = new Map<string, string>();
  let seen = 0;
  const setAlerts = (body: object) => follow(() => call("PATCH /v1/account/alerts", { key, body }));
  await setAlerts({ addresses: [address], ...settings });

  /** Has the dispatcher follow some work, and returns the messages for the mailer. */
  async function follow(work: () => Promise<unknown>, times = 1): Promise<unknown[]> {
    const Records = await recordStream(work);
    for (let time = 0; time < times; time += 1) await changes({ Records });
    return takeMessages();
  }

  function takeMessages(): unknown[] {
    const fresh = messagesAbout("MAIL_QUEUE_URL", reseller_uuid).slice(seen);
    seen += fresh.length;
    return fresh;
  }

  /** The uuid of the website with this host name, which a customer of the same name has. */
  async function websiteAt(hostname: string): Promise<string> {
    const earlier = uuids.get(hostname);
    if (earlier) return earlier;
    const business_name = `The ${hostname.split(".", 1)[0]?.toUpperCase()}`;
    const business = { ...onboardingBody().business, hostname, business_name };
    const { user_uuid } = await onboard(owner, { business });
    const { body } = await call("GET /v1/account/websites", {
      key,
      query: { userUuid: user_uuid },
    });
    const { uuid } = body.data[0];
    uuids.set(hostname, uuid);
    return uuid;
  }

  async function change(hostname: string, set: Partial<WebsiteRecord>, times = 1) {
    const uuid = await websiteAt(hostname);
    await follow(() => changeListed(websites, { reseller_uuid, uuid }, () => ({ set })), times);
  }

  /** Does what is due until this minute, each at its time; the second run of each tests that nothing is done twice. */
  async function passTo(minute: number, onAlert: (minute: number) => void = () => {}) {
    const until = START + minute * MINUTE_MS;
    while (true) {
      const { data } = await Alerts.get({ reseller_uuid }).go({ consistent: true });
      const { due_at } = data ?? {};
      if (!due_at || Date.parse(due_at) > until) break;
      const at = Math.max(Date.now(), Date.parse(due_at));
      vi.setSystemTime(at);
      const alerts = [{ reseller_uuid, uuid: reseller_uuid, due_at }];
      const run = async () => expect(await deliver({ alerts }, (at - START) / 1000)).toBe(true);
      const messages = await follow(async () => {
        await run();
        await run();
      });
      for (const message of [...messages, ...messages]) {
        expect(await deliver(message, (at - START) / 1000)).toBe(true);
      }
      onAlert((at - START) / MINUTE_MS);
    }
    vi.setSystemTime(until);
  }

  /** Has the mailer work at a minute on what is due, while a request to the table fails. */
  async function failOnce(minute: number, isFailing: () => boolean) {
    vi.setSystemTime(START + minute * MINUTE_MS);
    const { data: due } = await Alerts.get({ reseller_uuid }).go({ consistent: true });
    const due_at = due?.due_at ?? "";
    const end = interceptRequests(() => {
      if (isFailing()) throw new Error("killed");
    });
    await deliver({ alerts: [{ reseller_uuid, uuid: reseller_uuid, due_at }] }, minute * 60);
    end();
    const { data: after } = await Alert.get({ reseller_uuid, due_at }).go({ consistent: true });
    if (!after) return;
    await changes({ Records: [changeOf(Alert, { after })] });
    for (const message of takeMessages()) await deliver(message, minute * 60);
  }

  return {
    ...{ reseller_uuid, key, address, setAlerts, follow },
    ...{ websiteAt, change, passTo, failOnce },
  };
}

export type Alerted = Awaited<ReturnType<typeof makeAlerted>>;

export const down = () => ({
  ...{ is_hostname_up: false, down_since: timestamp(new Date(Date.now() - MINUTE_MS)) },
  down_cause: "http 503",
});
export const up = () => ({
  ...{ is_hostname_up: true, down_since: undefined, down_cause: undefined },
  down_until: timestamp(new Date(Date.now() - MINUTE_MS)),
});
