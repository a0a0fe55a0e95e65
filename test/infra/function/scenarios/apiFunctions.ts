import { expect } from "vitest";
import { putEntry } from "../../../../shared/auditLog/entries.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { User } from "../../../../shared/entities/user.ts";
import {
  type ApiFunctionName,
  apiFunctionNames,
  routesOf,
} from "../../../../shared/http/routes.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call, type TestRequest } from "../../../support/api.ts";
import { queryParameters } from "../../../support/endpoints.ts";
import {
  businessBody,
  type Estate,
  makeCustomFields,
  makeFeedItem,
  makeKey,
  makeProspect,
  makeUnusedEstate,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { acceptedRequest } from "../../../support/requests.ts";
import { makeCheck, type Scenario } from "./scenario.ts";

/** Each function: calls every route that it answers, deletions last, with a key that no container knows yet. */
export const apiFunctionScenarios = Object.fromEntries(
  apiFunctionNames.map((name) => [
    name,
    async () => {
      const byNoun = Map.groupBy(routesOf(name), nounOf);
      const calls = await Promise.all([...byNoun].map(([noun, routes]) => prepare(noun, routes)));
      return async () => {
        for (const call of calls) await call();
      };
    },
  ]),
) as Record<ApiFunctionName, Scenario>;

/** What a route is about: the routes of a noun are called with the same records. */
function nounOf(route: string): string {
  if (route.endsWith("/digest")) return "digests";
  if (route.includes("/deleted")) return "deleted";
  return /\/v1\/([^/]+)/.exec(route)?.[1] ?? "";
}

async function prepare(noun: string, routes: string[]) {
  const estate = await makeUnusedEstate();
  const { reseller, business: business_uuid, website: website_uuid } = estate;
  await makeCustomFields(reseller, [{ name: "Region" }]);
  await makeFeedItem({ reseller_uuid: reseller.uuid, business_uuid, website_uuid });
  await makeListsLong(estate);
  // Close to its limit, an onboarding counts the users.
  if (noun === "onboarding")
    await Reseller.patch({ uuid: reseller.uuid }).set({ max_users: 3 }).go();
  if (noun === "websites" || noun === "digests") {
    const site = { reseller_uuid: reseller.uuid, business_uuid, uuid: website_uuid };
    await makeCheck(site);
  }
  if (noun === "deleted") await prepareRestorations(estate);
  // The export has what the log tells about the user.
  if (noun === "users") await logChange(estate);
  const key = await makeKey(reseller.uuid);
  const post = routes.find((route) => route.startsWith("POST"));
  return async () => {
    for (const route of routes.toSorted(deletionLast)) {
      const request = { ...wholeRequest(route, estate), key };
      const answer = await call(route, request);
      expect({ route, status: answer.status }).toEqual({ route, status: 200 });
      for (const query of filtersOf(route)) {
        const filtered = { ...request, query: { ...request.query, ...query } };
        expect({ route, status: (await call(route, filtered)).status }).toEqual({
          route,
          status: 200,
        });
      }
      if (route === post) await callWithKeys(route, request);
      // What became a customer is no prospect any more.
      if (route.endsWith("/customer"))
        estate.prospect = await makeProspect(reseller, "prospect.example");
    }
    if (noun === "deleted") {
      const uuid = estate.competitor;
      await call("POST /v1/account/deleted/{deletion_uuid}/restore", { key, uuid });
    }
    const query = { businessUuid: business_uuid };
    if (noun === "findings") await call("GET /v1/findings", { key, query });
    if (noun === "shares") await call("GET /v1/shares", { key });
  };
}

/** Has lists go on as if they had had so many records: the bits of 153,600 are in the first segment of each stripe. */
async function makeListsLong({ reseller, user, business }: Estate) {
  const next = 200_000;
  const key = { reseller_uuid: reseller.uuid };
  await Promise.all([
    Reseller.patch({ uuid: reseller.uuid }).set({ user_sequence: next, share_sequence: next }).go(),
    User.patch({ ...key, uuid: user })
      .set({ business_sequence: next })
      .go(),
    Business.patch({ ...key, uuid: business })
      .set({ website_sequence: next, competitor_sequence: next })
      .go(),
  ]);
}

async function logChange({ reseller, user: uuid }: Estate) {
  const entry = {
    reseller_uuid: reseller.uuid,
    uuid: newUuid(),
    place: "1",
    created_at: timestamp(),
  };
  const record = { record_type: "user", record_uuid: uuid, user_uuid: uuid } as const;
  await putEntry({ ...entry, ...record, action: "user.updated", actor: { type: "service" } });
}

/** What a list can be asked for by, each of which is another way to read it. */
function filtersOf(route: string): Record<string, string>[] {
  if (route.endsWith("/deliveries")) return [{ status: "delivered" }, { type: "website.down" }];
  const filters = { name: businessBody.name, hostname: "example.com", is_hostname_up: "true" };
  const isOfAudits = route.includes("/feed-items") || route.includes("/findings");
  const isOfDeleted = route.includes("/deleted");
  const type = isOfDeleted ? "user" : isOfAudits ? "broken_links" : "website.down";
  return Object.entries({ ...filters, email: "a@example.com", type })
    .filter(([name]) => queryParameters(route).includes(name))
    .map(([name, value]) => ({ [name]: value }));
}

/** A key is claimed, its answer kept and replayed, or the key freed after a refusal. */
async function callWithKeys(route: string, request: TestRequest) {
  for (const key of ["first", "first", "second"]) {
    await call(route, { ...request, headers: { "idempotency-key": key } });
  }
}

/** With everything that makes a request do more. */
function wholeRequest(route: string, estate: Estate) {
  const { body, ...request } = acceptedRequest(route, estate);
  const isBusiness = body !== undefined && route.includes("/businesses");
  const more = isBusiness
    ? { custom_fields: [{ Region: "North" }] }
    : route.endsWith("/shares") && { slug: newUuid() };
  return { ...request, body: body && { ...(body as object), ...more } };
}

function deletionLast(a: string, b: string): number {
  return Number(a.startsWith("DELETE")) - Number(b.startsWith("DELETE"));
}

/** A deleted competitor of a list that is nearly full. */
async function prepareRestorations({ reseller, competitor }: Estate) {
  await Reseller.patch({ uuid: reseller.uuid }).set({ max_competitors_per_business: 1 }).go();
  const stream = await followReseller(reseller.uuid);
  const route = "DELETE /v1/competitors/{competitor_uuid}";
  await call(route, { key: reseller.key, uuid: competitor });
  await stream.dispatch();
}
