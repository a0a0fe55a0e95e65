import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { handler as cleanup } from "../../../../functions/workers/cleanup/index.ts";
import { call } from "../../../support/api.ts";
import {
  type Customer,
  makeCompetitor,
  makeCustomer,
  makeWebsite,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";

const HOUR_MS = 3_600_000;
const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";
const REMOVE = {
  user: "DELETE /v1/users/{user_uuid}",
  business: "DELETE /v1/businesses/{business_uuid}",
};

/** Does work until its request number `at`: neither that one nor a later one is sent. Returns whether it came so far. */
async function killedAt(at: number, work: () => Promise<unknown>): Promise<boolean> {
  let requests = 0;
  const end = interceptRequests(() => {
    requests += 1;
    if (requests >= at) throw new Error("killed");
  });
  // The function is gone, and its error with it.
  await work().catch(() => {});
  end();
  return requests >= at;
}

async function makeTree(): Promise<Customer> {
  const customer = await makeCustomer();
  const { reseller, business } = customer;
  for (const make of [makeWebsite, makeWebsite, makeCompetitor]) await make(reseller, business);
  return customer;
}

/** The uuids of a tree's lists, each in order, and the totals of those that have one. */
async function listsOf({ reseller: { key }, user, business }: Customer) {
  const lists: [string, Record<string, string>][] = [
    ["GET /v1/users", {}],
    ["GET /v1/webhooks", {}],
    ["GET /v1/businesses", { userUuid: user }],
    ["GET /v1/websites", { businessUuid: business }],
    ["GET /v1/competitors", { businessUuid: business }],
    ["GET /v1/account/websites", {}],
    ["GET /v1/account/businesses", {}],
    ["GET /v1/account/deleted", {}],
  ];
  return await Promise.all(
    lists.map(async ([route, query]) => {
      const { data, meta } = (await call(route, { key, query })).body;
      const uuids = data.map(({ uuid }: { uuid: string }) => uuid);
      const total = meta && "total" in meta ? [meta.total] : [];
      return [route, ...total, uuids.toSorted()];
    }),
  );
}

test.each(["user", "business"] as const)(
  "the clean-up of a %s that is killed at any request is done when its message comes again",
  async (entity) => {
    for (let at = 1, isKilled = true; isKilled; at += 1) {
      const tree = await makeTree();
      const { uuid: reseller_uuid, key } = tree.reseller;
      const uuid = tree[entity];
      const before = await listsOf(tree);
      const stream = await followReseller(reseller_uuid);
      const event = sqsEvent({ reseller_uuid, uuid, entity, is_kept: true });
      const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
      const die = () => killedAt(at, () => cleanup(event, context));

      expect((await call(REMOVE[entity], { key, uuid })).status).toBe(200);
      await stream.dispatch();
      const wasRemoving = await die();
      await stream.settle();
      const [, , , ...inTree] = await listsOf(tree);
      expect(inTree.slice(0, 2).map(([, total]) => total)).toEqual([0, 0]);

      expect((await call(RESTORE, { key, uuid })).status).toBe(200);
      await stream.dispatch();
      const wasRestoring = await die();
      await stream.settle();
      expect(await listsOf(tree), `killed at request ${at}`).toEqual(before);
      isKilled = wasRemoving || wasRestoring;
    }
  },
  HOUR_MS,
);
