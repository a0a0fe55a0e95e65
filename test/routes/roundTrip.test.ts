import { beforeAll, describe, expect, test } from "vitest";
import { Business } from "../../shared/entities/business.ts";
import { User } from "../../shared/entities/user.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { call } from "../support/api.ts";
import { endpoints } from "../support/endpoints.ts";
import { type Estate, makeCustomFields, makeEstate, windowBody } from "../support/factories.ts";
import { acceptedRequest, kindsInQuery } from "../support/requests.ts";
import { exampleBody, type Size } from "./exampleBody.ts";

type Fields = Record<string, unknown>;

/**
 * Sends every field of each body and reads it back wherever the record is shown. A field that is
 * accepted and then dropped fails here; new fields are covered as well.
 */
/** They do something, with a body that no record keeps, or none. */
const ACTIONS = /\/(rotate|test|enable|replay|audit|check|restore|customer)$/;
const routes = [...endpoints].flatMap(([route, { body }]) =>
  body && !ACTIONS.test(route) ? [{ route, schema: body }] : [],
);

let estate: Estate;
let custom_fields: Fields[];

beforeAll(async () => {
  estate = await makeEstate();
  const names = ["Account manager", "Segment"];
  await makeCustomFields(estate.reseller, [{ name: names[0] ?? "" }, { name: names[1] ?? "" }]);
  custom_fields = names.map((name) => ({ [name]: "x".repeat(255) }));
});

describe.each(routes)("$route keeps every accepted field", ({ route, schema }) => {
  test.each<Size>(["maximal", "minimal"])("with %s values", async (size) => {
    const { starts_at, ends_at } = windowBody;
    const days = { from: "2026-11-01", to: "2026-11-20" };
    const slug = newUuid();
    const shared = { website_uuid: estate.website, kind: "report", language: "de", slug, ...days };
    const { business_uuid: _, ...sent } = exampleBody(schema, size, {
      ...{ custom_fields, starts_at, ends_at, ...shared, business_uuid: undefined },
    });
    const request = { ...acceptedRequest(route, estate), body: sent };
    const { status, body: answer } = await call(route, request);
    expect({ status, answer }).toMatchObject({ status: 200 });
    // An empty list of events stands for the default ones.
    const { events, ...others } = sent;
    const expected = Array.isArray(events) && events.length > 0 ? sent : others;
    for (const seen of await views(route, sent, answer)) expect(seen).toMatchObject(expected);
  });
});

test("every kind of body is sent", () => {
  expect(routes.map(({ route }) => route)).toEqual(
    [...endpoints.keys()].filter((route) => /^(POST|PATCH)/.test(route) && !ACTIONS.test(route)),
  );
});

/** The record in the answer, alone and in its list, with fields named as in the request. */
async function views(route: string, sent: Fields, answer: Answer): Promise<Fields[]> {
  if (route.endsWith("/onboarding")) return [await readOnboarded(sent)];
  const { data } = answer;
  if (route.endsWith("/maintenance-windows")) return [data, await readWindow(data)];
  if (/\/(address|known-words)$/.test(route)) return [data, await readOfBusiness(route)];
  if (/\/(report-mails|account|alerts)$/.test(route)) return [data, await readSettings(route)];
  const [, path = ""] = route.split(/ |\/\{/);
  const all = [...(await fetchOne(path, data)), await findInList(`GET ${path}`, data)];
  // The specified answers don't show which events a webhook asks for (section 2.9).
  if (path.endsWith("/webhooks")) {
    return [data, ...all].map((webhook) => webhookAsSent({ ...all[0], ...webhook }));
  }
  // An empty note is none.
  if (path.endsWith("/findings"))
    return [data, ...all].map((each) => ({ ...each, note: each["note"] ?? "" }));
  if (path.endsWith("/users")) return [data, ...all].map(userAsSent);
  const isBusiness = path.endsWith("/businesses");
  // An update's answer has no custom field values (section 2.2 of the specification).
  const isWhole = !(isBusiness && route.startsWith("PATCH"));
  const first = isWhole ? data : { ...data, custom_field_values: all[0]?.["custom_field_values"] };
  return [first, ...all].map(isBusiness ? businessAsSent : (record) => record);
}

async function readWindow({ uuid }: Answer["data"]): Promise<Fields> {
  const route = "GET /v1/websites/{website_uuid}/maintenance-windows";
  const request = { key: estate.reseller.key, uuid: estate.website };
  const { data } = (await call(route, request)).body;
  return data.find((window: Fields) => window["uuid"] === uuid);
}

async function readOfBusiness(route: string): Promise<Fields> {
  const request = { key: estate.reseller.key, uuid: estate.business };
  return (await call(route.replace("PATCH", "GET"), request)).body.data;
}

async function readSettings(route: string): Promise<Fields> {
  const request = { key: estate.reseller.key, uuid: estate.user };
  return (await call(route.replace("PATCH", "GET"), request)).body.data;
}

/** The record from its own route, if it has one. */
async function fetchOne(path: string, { uuid }: Answer["data"]): Promise<Fields[]> {
  const one = new RegExp(`^GET ${path}/\\{\\w+\\}$`);
  const route = [...endpoints.keys()].find((route) => one.test(route));
  if (!route) return [];
  const { body } = await call(route, { key: estate.reseller.key, uuid });
  return [body.data];
}

interface Answer {
  data: Fields & { uuid: string };
}

async function findInList(route: string, { uuid }: Answer["data"]): Promise<Fields> {
  const list = route.replace("POST", "GET");
  const parents = kindsInQuery(list).map((parent) => [`${parent}Uuid`, estate[parent]]);
  const query = Object.fromEntries(parents);
  const { body } = await call(list, { key: estate.reseller.key, query });
  return body.data.find((record: Fields) => record["uuid"] === uuid);
}

/** The values of custom fields are sent as `[{name: value}]` (section 4.4 of the specification). */
function businessAsSent(business: Fields): Fields {
  const values = business["custom_field_values"] as {
    value: string;
    custom_field: { name: string };
  }[];
  const custom_fields = values.map(({ value, custom_field }) => ({ [custom_field.name]: value }));
  return { ...business, custom_fields };
}

/** A missing avatar is sent as "", a suspension as a boolean. */
function userAsSent(user: Fields): Fields {
  return { ...user, avatar: user["avatar"] ?? "", suspended: user["suspended_at"] !== null };
}

/** A webhook's URL is sent as `hostname` (section 4.6), or as `endpoint`. */
function webhookAsSent(webhook: Fields): Fields {
  return { ...webhook, hostname: webhook["endpoint"] };
}

/** An onboarding makes a user, a business and a website; no endpoint shows the postal address. */
async function readOnboarded(sent: Fields): Promise<Fields> {
  const { key, uuid: reseller_uuid } = estate.reseller;
  const users = await call("GET /v1/users", { key });
  const user = users.body.data.find(({ email }: Fields) => email === sent["email"]);
  const businesses = await call("GET /v1/businesses", { key, query: { userUuid: user.uuid } });
  const [business] = businesses.body.data;
  const websites = await call("GET /v1/websites", { key, query: { businessUuid: business.uuid } });
  const { data: record } = await Business.get({ reseller_uuid, uuid: business.uuid }).go();
  const { hostname } = websites.body.data[0];
  const { data: stored } = await User.get({ reseller_uuid, uuid: user.uuid }).go();
  return {
    ...user,
    send_onboarding_email: !stored?.is_onboarded_quietly,
    business: { business_name: business.name, hostname, ...record?.address },
  };
}
