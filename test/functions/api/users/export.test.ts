import { expect, test } from "vitest";
import { Mail } from "../../../../shared/entities/mail.ts";
import { businessesOf, websitesOf } from "../../../../shared/lists/listedKind.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { invalid, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import {
  type Customer,
  makeCompetitor,
  makeCustomer,
  makeUser,
  makeWebsite,
} from "../../../support/factories.ts";
import { fillList } from "../../../support/fill.ts";
import { followReseller } from "../../../support/follow.ts";

const EXPORT = "GET /v1/users/{user_uuid}/export";

/** All pages of an export. */
async function pagesOf({ reseller, user }: Customer) {
  const pages = [];
  let query: Record<string, string> = {};
  do {
    const { status, body } = await call(EXPORT, { key: reseller.key, uuid: user, query });
    expect(status).toBe(200);
    pages.push(body.data);
    const next = body.meta.next_page_url;
    if (!next) return pages;
    query = Object.fromEntries(new URL(next).searchParams);
  } while (pages.length < 100);
  throw new Error("The export has no end");
}

const uuidsIn = (records: { uuid: string }[]) => records.map(({ uuid }) => uuid);

test("an export has a user with all that belongs to the user, and what the log has of them", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const knownWords = { key, uuid: business, body: { words: ["Bonzqit"] } };
  await call("PATCH /v1/businesses/{business_uuid}/known-words", knownWords);
  const stream = await followReseller(reseller_uuid);
  const website = await makeWebsite(reseller, business);
  const competitor = await makeCompetitor(reseller, business);
  await call("PATCH /v1/users/{user_uuid}", { key, uuid: user, body: { first_name: "Augusta" } });
  await makeUser(reseller);
  await stream.dispatch();
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: website });
  await stream.dispatch();
  const sent = { status: "sent", sent_at: "2026-11-20T09:30:00+00:00" } as const;
  const mail = { reseller_uuid, about: "user", uuid: user, occasion: "onboarding" } as const;
  await Mail.put({ ...mail, ...sent }).go();

  const read = async (route: string, uuid: string) => (await call(route, { key, uuid })).body.data;
  const { data: all } = (await call("GET /v1/businesses", { key, query: { userUuid: user } })).body;
  const [{ uuid: first }] = all;
  const { body: list } = await call("GET /v1/websites", { key, query: { businessUuid: first } });
  const exported = await call(EXPORT, { key, uuid: user });
  const entry = { uuid: UUID, created_at: TIMESTAMP };
  expect(exported).toEqual(
    ok({
      data: {
        user: await read("GET /v1/users/{user_uuid}", user),
        businesses: all,
        addresses: await Promise.all(
          [first, business].map(async (business_uuid) => ({
            business_uuid,
            ...(await read("GET /v1/businesses/{business_uuid}/address", business_uuid)),
          })),
        ),
        known_words: [first, business].map((business_uuid) => ({
          ...{ business_uuid, words: business_uuid === business ? ["Bonzqit"] : [] },
        })),
        websites: list.data,
        competitors: [await read("GET /v1/competitors/{competitor_uuid}", competitor)],
        mails: [{ occasion: "onboarding", ...sent, reason: null }],
        audit_log: expect.arrayContaining([expect.objectContaining(entry)]),
      },
      meta: { next_page_url: null },
    }),
  );
  const log: { action: string; record: { uuid: string } }[] = exported.body.data.audit_log;
  expect(log.map(({ action, record }) => [action, record.uuid]).toSorted()).toEqual(
    [
      ["competitor.created", competitor],
      ["user.updated", user],
      ["website.created", website],
      ["website.deleted", website],
    ].toSorted(),
  );
});

test("an export of many records continues, and has each of them once", async () => {
  const customer = await makeCustomer();
  const { reseller, user } = customer;
  const { uuid: reseller_uuid } = reseller;
  const others = Array.from({ length: 55 }, newUuid);
  const [last = ""] = others.slice(-1);
  const at = "2026-11-20T09:30:00+00:00";
  const times = { created_at: at, updated_at: at };
  // Behind the two that the customer has.
  const numbers = others.map((_, index) => index + 2);
  const business = { industry: "", products: [], plan_uuid: newUuid(), custom_field_values: [] };
  const list = businessesOf({ reseller_uuid, user_uuid: user });
  await fillList(
    list,
    57,
    (number) => ({ ...business, ...times, uuid: others[number - 2], name: "Mills" }),
    numbers,
  );
  await fillList(websitesOf({ reseller_uuid, business_uuid: last }), 1200, () => ({
    ...{ uuid: newUuid(), business_uuid: last, hostname: "https://a.example" },
    ...{ is_hostname_up: true, ...times },
  }));
  await makeCompetitor(reseller, customer.business);
  const pages = await pagesOf(customer);
  for (const page of pages) {
    expect(page.businesses.length).toBeLessThanOrEqual(50);
    expect(page.websites.length).toBeLessThanOrEqual(1000);
    expect(page.user.uuid).toBe(user);
  }
  const businesses = pages.flatMap((page) => uuidsIn(page.businesses));
  expect(businesses.slice(1)).toEqual([customer.business, ...others]);
  const addresses = pages.flatMap((page) => page.addresses);
  expect(addresses.map(({ business_uuid }) => business_uuid)).toEqual(businesses);
  const websites = pages.flatMap((page) => uuidsIn(page.websites));
  expect([websites.length, new Set(websites).size]).toEqual([1201, 1201]);
  expect(pages.flatMap((page) => page.competitors)).toHaveLength(1);
  expect(pages).toHaveLength(3);
});

test("an export has the e-mails on its first page, and continues in the middle of the log", async () => {
  const customer = await makeCustomer();
  const { reseller, user } = customer;
  const stream = await followReseller(reseller.uuid);
  for (const first_name of ["Augusta", "Ada"]) {
    await call("PATCH /v1/users/{user_uuid}", {
      key: reseller.key,
      uuid: user,
      body: { first_name },
    });
    await stream.dispatch();
  }
  const owner = { reseller_uuid: reseller.uuid, about: "user", uuid: user } as const;
  for (const occasion of ["onboarding", "report-2026-10", "report-2026-11"]) {
    await Mail.put({ ...owner, occasion, status: "sent" }).go();
  }
  const read = async (query: Record<string, string>) =>
    (await call(EXPORT, { key: reseller.key, uuid: user, query })).body.data;
  const { mails, audit_log } = await read({});
  expect(mails).toMatchObject([
    { occasion: "onboarding" },
    { occasion: "report-2026-10" },
    { occasion: "report-2026-11" },
  ]);
  expect(audit_log).toHaveLength(2);
  const [{ uuid, created_at }] = audit_log;
  const rest = await read({ cursor: `log~${created_at}` });
  expect(rest).toMatchObject({ businesses: [], mails: [] });
  expect(uuidsIn(rest.audit_log)).toContain(uuid);
});

test.each([
  "",
  "records",
  "records~",
  "records~1.2.3.4",
  "users~1",
  "log~ü",
  `log~${"a".repeat(201)}`,
])("the cursor %j is refused", async (cursor) => {
  const { reseller, user } = await makeCustomer();
  const format = "Cursor must be that of a next_page_url";
  expect(await call(EXPORT, { key: reseller.key, uuid: user, query: { cursor } })).toEqual(
    invalid({ cursor: { format } }),
  );
});
