import { randomInt } from "node:crypto";
import type { Context } from "aws-lambda";
import { expect, onTestFinished } from "vitest";
import { auditHandler } from "../../../../functions/workers/audit/auditHandler.ts";
import { handler as cleanup } from "../../../../functions/workers/cleanup/index.ts";
import { handler as competitorReader } from "../../../../functions/workers/competitorReader/index.ts";
import { aboutBusiness, reportLink } from "../../../../functions/workers/mailer/customerShare.ts";
import { handler as mailer } from "../../../../functions/workers/mailer/index.ts";
import { handler as rounds } from "../../../../functions/workers/rounds/index.ts";
import { handler as subscriptions } from "../../../../functions/workers/subscriptions/index.ts";
import { handler as separate } from "../../../../functions/workers/uptime/index.ts";
import { readAlerts } from "../../../../shared/alerts/alerts.ts";
import { AlertDowntime, Alerts, alertsDueAt } from "../../../../shared/entities/alerts.ts";
import { Mail } from "../../../../shared/entities/mail.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { ReportMails } from "../../../../shared/entities/reportMails.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { getReseller } from "../../../../shared/limits/resellers.ts";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { systemClock, timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { periodToReport } from "../../../../shared/reports/mailTimes.ts";
import { addRound } from "../../../../shared/uptime/bucketHours.ts";
import { nameOf } from "../../../../shared/uptime/buckets.ts";
import { periodBefore } from "../../../../shared/views/period.ts";
import { auditHere } from "../../../shared/audit/deliver.ts";
import { call } from "../../../support/api.ts";
import { afterKept, closeReseller, removal } from "../../../support/closing.ts";
import {
  makeBusiness,
  makeCustomer,
  makeEstate,
  makeFeedItem,
  makeShare,
  makeUnusedEstate,
  makeWebsite,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  character,
  logProbes,
  makePlain,
  monitorWebsite,
  separateMessage,
} from "../../../support/monitoring.ts";
import { type SiteRoutes, serve } from "../../../support/site.ts";
import { deliveryScenarios } from "./deliveries.ts";
import { makeCheck, makeMonitored, type Scenario } from "./scenario.ts";

/** The functions that queues call. */
export const workers: Record<string, Scenario> = {
  ...deliveryScenarios,

  async uptime() {
    const { reseller, business, website } = await makeEstate();
    const site = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    // Nothing listens there.
    const hostname = "http://127.0.0.1";
    const request = { key: reseller.key, uuid: website };
    await call("PATCH /v1/websites/{website_uuid}", { ...request, body: { hostname } });
    const since = Math.floor(Date.now() / 1000) - 3600;
    const uptime = { state: "suspect" as const, since, checked_at: since };
    await makeMonitored({ ...site, hostname }, { uptime, mode: "separate" });
    const another = await monitorWebsite(hostname);
    // One that was suspected and answers, in an hour that has probes.
    const up = await monitorWebsite(await serveLocally({ "/": "up" }));
    await makePlain(up, uptime);
    await logProbes(up.uuid, [[Math.floor(Date.now() / 1000), "down"]]);
    return async () => {
      const messages = [
        { reseller_uuid: reseller.uuid, uuid: website, due: since },
        separateMessage(another),
        separateMessage(up),
      ];
      expect(await separate(sqsEvent(...messages))).toEqual({ batchItemFailures: [] });
    };
  },

  async rounds() {
    const website = await monitorWebsite("http://127.0.0.1");
    const { reseller, businessUuid: business_uuid, uuid } = website;
    const site = { reseller_uuid: reseller.uuid, business_uuid, uuid };
    const { bucket } = await makeMonitored({ ...site, hostname: "http://127.0.0.1" });
    const slot = Math.floor(Date.now() / 1000);
    // One that becomes unstable, in an hour that has probes.
    let requests = 0;
    const shaky = await serve((_, response) =>
      response.writeHead(requests++ % 2 ? 200 : 500).end(),
    );
    const unstable = await monitorWebsite(shaky.url);
    const own = { reseller_uuid: unstable.reseller.uuid, business_uuid: unstable.businessUuid };
    const shown = await makeMonitored({ ...own, uuid: unstable.uuid, hostname: shaky.url });
    await logProbes(
      unstable.uuid,
      [
        [slot - 3 * 86_400, "up"],
        [slot - 2 * 86_400, "up"],
        [slot - 86_400, "up"],
        [slot, "second"],
        [slot, "second"],
      ],
      shown.bucket,
    );
    const characters = new Map([[nameOf(unstable.uuid), character("second")]]);
    await addRound(shown.bucket, { slot: slot - 60, at: slot, characters });
    // One that has had no round yet.
    const fresh = { minutes: randomInt(2000, 1_000_000), depth: 0, number: 0 };
    return async () => {
      // Also the figures of the days before are due.
      const after = slot - 4 * 86_400;
      const due = [bucket, shown.bucket, fresh].map((each) => ({ ...each, slot, after }));
      const round = sqsEvent({ rounds: due });
      expect(await rounds(round)).toEqual({ batchItemFailures: [] });
    };
  },

  async subscriptions() {
    const website = await monitorWebsite("http://127.0.0.1");
    const { reseller, userUuid, businessUuid, uuid } = website;
    const reseller_uuid = reseller.uuid;
    await makeMonitored({ reseller_uuid, business_uuid: businessUuid, uuid });
    // An interval that gets its first bucket, and a plan that ends a downtime.
    await Plan.patch({ reseller_uuid, uuid: reseller.planUuid })
      .set({ uptime_interval_minutes: randomInt(2000, 1_000_000) })
      .go();
    const other = await monitorWebsite("http://127.0.0.1");
    const down_since = Math.floor(Date.now() / 1000) - 600;
    await makePlain(other, { state: "down", down_since, checked_at: down_since });
    const down = { reseller_uuid: other.reseller.uuid, uuid: other.uuid };
    await changeListed(websites, down, () => ({ set: { is_hostname_up: false } }));
    const paused = { reseller_uuid: other.reseller.uuid, uuid: other.reseller.planUuid };
    await Plan.patch(paused).set({ downtime: false }).go();
    const changed = Object.entries({
      user: userUuid,
      reseller: reseller_uuid,
      business: businessUuid,
      plan: reseller.planUuid,
    });
    await makeCheck(
      { reseller_uuid, business_uuid: businessUuid, uuid },
      { hostname: "former.example" },
    );
    const prospect = await call("POST /v1/prospects", {
      key: reseller.key,
      body: { hostname: "http://127.0.0.1" },
    });
    const messages = [
      { reseller_uuid, entity: "website", uuid },
      { reseller_uuid, entity: "prospect", uuid: prospect.body.data.uuid },
      ...changed.map(([entity, uuid]) => ({ reseller_uuid, entity, uuid })),
      { reseller_uuid: other.reseller.uuid, entity: "business", uuid: other.businessUuid },
    ];
    return async () => {
      expect(await subscriptions(sqsEvent(...messages))).toEqual({ batchItemFailures: [] });
    };
  },

  audit: prepareAudit,

  async competitorReader() {
    const hostname = await serveLocally({ "/": "<title>Rival Ltd</title>" });
    const { reseller, business } = await makeEstate();
    const { body } = await call("POST /v1/competitors", {
      key: reseller.key,
      query: { businessUuid: business },
      body: { hostname },
    });
    const message = { reseller_uuid: reseller.uuid, competitor_uuid: body.data.uuid };
    return async () => {
      expect(await competitorReader(sqsEvent(message))).toEqual({ batchItemFailures: [] });
    };
  },

  async cleanup() {
    const { reseller, user, business, website, webhook } = await makeEstate();
    const reseller_uuid = reseller.uuid;
    await makeFeedItem({ reseller_uuid, business_uuid: business, website_uuid: website });
    // Only the reseller's own removal finds this share.
    await makeShare(reseller, { business_uuid: await makeBusiness(reseller, user) });
    const gone = Object.entries({ user, business, website });
    const messages = gone.map(([entity, uuid]) => ({
      ...{ reseller_uuid, entity, uuid },
      ...(entity === "user" && { is_erased: true }),
    }));
    const { key } = reseller;
    await call("DELETE /v1/websites/{website_uuid}", { key, uuid: website });
    await call("DELETE /v1/businesses/{business_uuid}", { key, uuid: business });
    await call("DELETE /v1/users/{user_uuid}", { key, uuid: user });
    await call("DELETE /v1/webhooks/{webhook_uuid}", { key, uuid: webhook });
    const restored = await makeRestoredUser();
    await closeReseller(reseller_uuid);
    return async () => {
      const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
      const done = { batchItemFailures: [] };
      const usage = { reseller_uuid: restored[0]?.reseller_uuid, night: timestamp().slice(0, 10) };
      expect(await cleanup(sqsEvent(...restored, { usage }), context)).toEqual(done);
      expect(await cleanup(sqsEvent(...messages), context)).toEqual(done);
      const end = sqsEvent({ night: "2001-01-01" }, removal(reseller_uuid));
      expect(await afterKept(() => cleanup(end, context))).toEqual(done);
    };
  },

  async mailer() {
    const { reseller, user, webhook } = await makeEstate();
    const reseller_uuid = reseller.uuid;
    await Reseller.patch({ uuid: reseller_uuid }).set({ email: "ops@example.com" }).go();
    const disabled_at = timestamp();
    await Webhook.patch({ reseller_uuid, uuid: webhook }).set({ disabled_at }).go();
    const onboarding = { reseller_uuid, user_uuid: user };
    const webhook_disabled = { reseller_uuid, webhook_uuid: webhook };
    const limited = await makeEstate();
    await Reseller.patch({ uuid: limited.reseller.uuid }).set({ mails_per_day: 0 }).go();
    const reports = await prepareReports();
    const alerts = await prepareAlerts();
    return async () => {
      // A second time, when they were sent.
      for (let time = 0; time < 2; time += 1) {
        const event = sqsEvent({ onboarding }, { webhook_disabled });
        expect(await mailer(event)).toEqual({ batchItemFailures: [] });
      }
      const beyond = {
        onboarding: { reseller_uuid: limited.reseller.uuid, user_uuid: limited.user },
      };
      expect(await mailer(sqsEvent(beyond))).toEqual({ batchItemFailures: [] });
      for (const due of reports) {
        expect(await mailer(sqsEvent({ reports: [due] }))).toEqual({ batchItemFailures: [] });
      }
      for (const message of alerts) {
        expect(await mailer(sqsEvent(message))).toEqual({ batchItemFailures: [] });
      }
    };
  },
};

/** A report of a user with a website in a bucket, one of a deleted user, and those of all users. */
async function prepareReports() {
  const estate = await makeEstate();
  const { uuid: reseller_uuid } = estate.reseller;
  const site = { reseller_uuid, business_uuid: estate.business, uuid: estate.website };
  await makeCheck(site);
  const now = Date.now();
  const period = periodToReport("weekly", "UTC", now);
  const day = {
    ...{ day: period.days.to, looks: 288, failures: 0, observed: 86_400, down: 0 },
    times: {},
  };
  await UptimeDay.put({ reseller_uuid, uuid: estate.website, ...day, expires_epoch: 4e9 }).go();
  // The share of a report nine weeks before has expired.
  const old = Array.from({ length: 9 }).reduce<typeof period>(
    (later) => periodBefore(later),
    period,
  );
  const shown = aboutBusiness(estate.business, estate.user);
  await reportLink(await getReseller(reseller_uuid), shown, { period: old, now });
  const mail = { reseller_uuid, about: "user", uuid: estate.user } as const;
  await Mail.put({ ...mail, occasion: "onboarding", status: "sent" }).go();
  const due_at = timestamp();
  const due = [
    ...[estate.user, reseller_uuid].map((uuid) => ({ reseller_uuid, uuid, due_at })),
    // Of a reseller that was deleted.
    { reseller_uuid: newUuid(), uuid: newUuid(), due_at },
  ];
  for (const each of due) {
    await ReportMails.put({ ...each, frequency: "weekly", secret: "00", shard: 0 }).go();
  }
  return due;
}

/** Alerts that are due, of a downtime that lasts and of one whose end was told, and the e-mail. */
async function prepareAlerts() {
  const { reseller, website: uuid } = await makeEstate();
  const { uuid: reseller_uuid, key } = reseller;
  const body = { addresses: ["ops@example.com"], delay_minutes: 1 };
  await call("PATCH /v1/account/alerts", { key, body });
  const began_at = "2026-11-22T09:00:00+00:00";
  const set = { is_hostname_up: false, down_since: began_at };
  await changeListed(websites, { reseller_uuid, uuid }, () => ({ set }));
  const downtime = { reseller_uuid, confirmed_at: began_at };
  await AlertDowntime.put({ ...downtime, uuid, began_at }).go();
  await AlertDowntime.put({ ...downtime, uuid: newUuid(), began_at }).go();
  const due_at = timestamp();
  await Alerts.patch({ reseller_uuid }).set(alertsDueAt(reseller_uuid, due_at)).go();
  const [address] = (await readAlerts(reseller_uuid)).addresses;
  return [
    { alerts: [{ reseller_uuid, uuid: reseller_uuid, due_at }] },
    { alert: { reseller_uuid, uuid: address?.uuid, due_at } },
  ];
}

async function prepareAudit(): Promise<() => Promise<void>> {
  const url = await serveLocally({ "/": "<title>Engines</title>", "/search": "[]" });
  // In place of the public one; everything else that an audit asks knows nothing of 127.0.0.1.
  process.env["NOMINATIM_URL"] = url;
  onTestFinished(() => void delete process.env["NOMINATIM_URL"]);
  const clock = systemClock;
  const audit = auditHandler({
    clock,
    audit: auditHere({ clock }),
    auditMs: 60_000,
  });
  const { reseller, user } = await makeUnusedEstate();
  const { key, uuid: reseller_uuid } = reseller;
  // The one that the onboarding made: its address is known, and looked for.
  const listed = await call("GET /v1/businesses", { key, query: { userUuid: user } });
  const { uuid: business_uuid } = listed.body.data.find(
    ({ name }: { name: string }) => name === "Analytical Engines",
  );
  // What is known of an address is not asked again.
  await call("PATCH /v1/businesses/{business_uuid}/address", {
    key,
    uuid: business_uuid,
    body: { city: newUuid(), postcode: newUuid().slice(-8) },
  });
  const created = await call("POST /v1/websites", {
    key,
    query: { businessUuid: business_uuid },
    body: { hostname: url },
  });
  const { uuid } = created.body.data;
  const site = { reseller_uuid, business_uuid, uuid, hostname: url };
  const { due_at } = await makeCheck(site);
  return async () => {
    const context = { getRemainingTimeInMillis: () => 120_000 } as Context;
    const checks = [{ reseller_uuid, uuid, due_at }];
    expect(await audit(sqsEvent({ checks }), context)).toEqual({ batchItemFailures: [] });
  };
}

/** The URL of a site on this machine, until the test ends. */
async function serveLocally(routes: SiteRoutes): Promise<string> {
  allowLocalAddresses();
  return (await serve(routes)).url;
}

/** The messages about a user with a business and a website, which was deleted and restored. */
async function makeRestoredUser() {
  const { reseller, user, business } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const website = await makeWebsite(reseller, business);
  const site = { reseller_uuid, business_uuid: business, uuid: website };
  await makeCheck(site);
  const stream = await followReseller(reseller_uuid);
  await call("DELETE /v1/users/{user_uuid}", { key, uuid: user });
  await stream.settle();
  await call("POST /v1/account/deleted/{deletion_uuid}/restore", { key, uuid: user });
  const gone = Object.entries({ user, business, website });
  return gone.map(([entity, uuid]) => ({ reseller_uuid, entity, uuid, is_kept: true }));
}
