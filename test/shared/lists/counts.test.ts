import fc from "fast-check";
import { expect, test } from "vitest";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { type WebsiteState, websiteStates } from "../../../shared/vocabulary/websiteState.ts";
import { call } from "../../support/api.ts";
import { makeBusiness, makeCustomer, makeUser, makeWebsite } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { runs } from "../../support/runs.ts";
import { itemsNaming } from "../../support/snapshot.ts";

const AT = "2026-11-20T12:00:00+00:00";

/** Changes of the attributes that a state follows from, one of which several may be made at once. */
const changes: Partial<WebsiteRecord>[] = [
  { is_hostname_up: false, awaits_probe: undefined },
  { is_hostname_up: true, awaits_probe: undefined, paused_since: undefined },
  { unstable_since: AT },
  { paused_since: AT, is_hostname_up: true },
  { maintenance_until: AT },
  { maintenance_until: undefined },
];

/** What is done: a verb and a number that chooses its record and change. */
const verbs = [
  "create",
  "change",
  "change",
  "move",
  "delete",
  "restore",
  "deleteBusiness",
  "onboard",
] as const;
const operations = fc.array(fc.tuple(fc.constantFrom(...verbs), fc.nat(1000)), {
  minLength: 4,
  maxLength: 8,
});

/** The counts of all websites and businesses in the table. */
async function countAll(reseller_uuid: string) {
  const items = await itemsNaming(`reseller#${reseller_uuid}`);
  const of = (entity: string) => items.filter((item) => item["__edb_e__"]?.S === entity);
  const states = of("website").map((item) => item["state"]?.S as WebsiteState);
  const counts = websiteStates.map((state) => [
    state,
    states.filter((each) => each === state).length,
  ]);
  return { ...Object.fromEntries(counts), businesses: of("business").length };
}

test("the counts of an account are those of its records, whatever is done at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operations, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const { reseller, user } = await makeCustomer();
      const { key, uuid: reseller_uuid } = reseller;
      const stream = await followReseller(reseller_uuid);
      const list = async (what: string) =>
        (await call(`GET /v1/account/${what}`, { key, query: { per_page: "100" } })).body.data as {
          uuid: string;
        }[];
      for (const round of rounds) {
        await makeWebsite(reseller, await makeBusiness(reseller, user));
        const [sites, firms, gone] = await Promise.all(
          ["websites", "businesses", "deleted"].map(list),
        );
        const pick = (records: { uuid: string }[] | undefined, number: number) =>
          records?.[number % Math.max(1, records.length)]?.uuid ?? "";
        const doing = round.map(async ([verb, number]) => {
          const website = pick(sites, number);
          const business = pick(firms, number);
          const set = changes[number % changes.length] ?? {};
          const requests = {
            create: () => makeWebsite(reseller, business),
            change: () => changeListed(websites, { reseller_uuid, uuid: website }, () => ({ set })),
            move: () =>
              call("PATCH /v1/websites/{website_uuid}", {
                ...{ key, uuid: website, body: { hostname: `${number}.example` } },
              }),
            delete: () => call("DELETE /v1/websites/{website_uuid}", { key, uuid: website }),
            restore: () =>
              call("POST /v1/account/deleted/{deletion_uuid}/restore", {
                key,
                uuid: pick(gone, number),
              }),
            deleteBusiness: () =>
              call("DELETE /v1/businesses/{business_uuid}", { key, uuid: business }),
            onboard: () => makeUser(reseller),
          };
          await requests[verb]();
        });
        // A record may be gone by then.
        await Promise.allSettled(doing);
        await stream.settle();
        expect(await readCounts(reseller_uuid)).toEqual(await countAll(reseller_uuid));
      }
    }),
    { numRuns: runs(30, 6) },
  );
});
