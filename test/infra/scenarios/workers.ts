import type { Context } from "aws-lambda";
import { expect, onTestFinished } from "vitest";
import { auditHandler } from "../../../functions/audit/index.ts";
import { handler as competitorReader } from "../../../functions/competitorReader/index.ts";
import { handler as uptime } from "../../../functions/uptime/index.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { systemClock } from "../../../shared/time.ts";
import { auditHere } from "../../functions/audit/deliver.ts";
import { call } from "../../support/api.ts";
import { makeEstate } from "../../support/factories.ts";
import { sqsEvent } from "../../support/messages.ts";
import { type SiteRoutes, serve } from "../../support/site.ts";
import { makeCheck, type Scenario } from "./scenario.ts";

/** The functions that queues call. */
export const workers: Record<string, Scenario> = {
  async uptime() {
    const { reseller, business, website } = await makeEstate();
    const site = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    // Nothing listens there.
    const hostname = "http://127.0.0.1";
    const request = { key: reseller.key, uuid: website };
    await call("PATCH /v1/websites/{website_uuid}", { ...request, body: { hostname } });
    const { due_at } = await makeCheck({ ...site, hostname, kind: "uptime" });
    return async () => {
      const checks = [{ reseller_uuid: reseller.uuid, uuid: website, due_at }];
      expect(await uptime(sqsEvent({ checks }))).toEqual({ batchItemFailures: [] });
    };
  },

  async audit() {
    const url = await serveLocally({ "/": "<title>Engines</title>", "/search": "[]" });
    // In place of the public one; everything else that an audit asks knows nothing of 127.0.0.1.
    process.env["NOMINATIM_URL"] = url;
    onTestFinished(() => void delete process.env["NOMINATIM_URL"]);
    const audit = auditHandler({ clock: systemClock, audit: auditHere({ clock: systemClock }) });
    const { reseller, user } = await makeEstate();
    const { key, uuid: reseller_uuid } = reseller;
    // The one that the onboarding made: its address is known, and looked for.
    const listed = await call("GET /v1/businesses", { key, query: { userUuid: user } });
    const { uuid: business_uuid } = listed.body.data.find(
      ({ name }: { name: string }) => name === "Analytical Engines",
    );
    const made = await call("POST /v1/websites", {
      key,
      query: { businessUuid: business_uuid },
      body: { hostname: url },
    });
    const { uuid } = made.body.data;
    const site = { reseller_uuid, business_uuid, uuid, hostname: url };
    const { due_at } = await makeCheck({ ...site, kind: "audit", memory: {} });
    return async () => {
      const context = { getRemainingTimeInMillis: () => 120_000 } as Context;
      const checks = [{ reseller_uuid, uuid, due_at }];
      expect(await audit(sqsEvent({ checks }), context)).toEqual({ batchItemFailures: [] });
    };
  },

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
};

/** The URL of a site on this machine, until the test ends. */
async function serveLocally(routes: SiteRoutes): Promise<string> {
  allowLocalAddresses();
  return (await serve(routes)).url;
}
