import { expect, onTestFinished, test } from "vitest";
import { Business } from "../../../shared/entities/business.ts";
import { User } from "../../../shared/entities/user.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed, removeListed } from "../../../shared/lists/changeListed.ts";
import { businessesOf, competitorsOf, websitesOf } from "../../../shared/lists/listedKind.ts";
import { readPage } from "../../../shared/lists/readPage.ts";
import { enter, readClosing } from "../../../shared/lists/stripes.ts";
import { removeUser, users } from "../../../shared/lists/users.ts";
import { takeSequences, transactIfTrue } from "../../../shared/platform/table/transact.ts";
import { makeBusiness, makeReseller, makeUser, makeWebsite } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

async function makeKey() {
  const reseller = await makeReseller();
  return { reseller_uuid: reseller.uuid, uuid: await makeUser(reseller) };
}

const storedUser = async (key: { reseller_uuid: string; uuid: string }) =>
  (await User.get(key).go({ consistent: true })).data;

async function listedUser({ reseller_uuid }: { reseller_uuid: string }) {
  const { records } = await readPage(users, { reseller_uuid }, { offset: 0, limit: 1 });
  return records[0];
}

/** Counts the writes that DynamoDB is asked for until the test is over. */
function countWrites(): () => number {
  let count = 0;
  onTestFinished(
    interceptRequests((command) => {
      if (!/Get|Query/.test(command)) count += 1;
    }),
  );
  return () => count;
}

test("a change raises the revision, of the record and of its copy in the list", async () => {
  const key = await makeKey();
  const changed = await changeListed(users, key, () => ({ set: { first_name: "Grace" } }));
  expect(changed).toMatchObject({ first_name: "Grace", revision: 2 });
  expect(await storedUser(key)).toEqual(changed);
  expect(await listedUser(key)).toEqual(changed);
});

test.each([
  ["nothing to set", () => ({ set: {} })],
  ["no change", () => undefined],
])("writes nothing where there is %s", async (_, decide) => {
  const key = await makeKey();
  const before = await storedUser(key);
  const writes = countWrites();
  expect(await changeListed(users, key, decide)).toEqual(before);
  expect(writes()).toBe(0);
});

test("a removal starts over when the record has changed since its remover was noted", async () => {
  const key = await makeKey();
  const changeOnce = { remaining: 1 };
  onTestFinished(
    interceptRequests(async (command) => {
      if (command === "TransactWrite" && changeOnce.remaining-- === 1)
        await changeListed(users, key, () => ({ set: { first_name: "Grace" } }));
    }),
  );
  const writes = countWrites();
  await removeListed(users, key);
  expect(await storedUser(key)).toBeNull();
  // Twice the note and the transaction, and the change between them.
  expect(writes()).toBe(5);
});

test("the lists that belong to a record are closed when it is removed, if they ever had a record", async () => {
  const reseller = await makeReseller();
  const { uuid: reseller_uuid } = reseller;
  const user_uuid = await makeUser(reseller);
  const business_uuid = await makeBusiness(reseller, user_uuid);
  await makeWebsite(reseller, business_uuid);
  const lists = [
    businessesOf({ reseller_uuid, user_uuid }),
    websitesOf({ reseller_uuid, business_uuid }),
    competitorsOf({ reseller_uuid, business_uuid }),
  ];
  const closed = async () =>
    (await Promise.all(lists.map(readClosing))).map(({ isClosed }) => isClosed);
  expect(await closed()).toEqual([false, false, false]);
  await removeListed(businesses, { reseller_uuid, uuid: business_uuid });
  expect(await closed()).toEqual([false, true, false]);
  await removeUser({ reseller_uuid, uuid: user_uuid });
  expect(await closed()).toEqual([true, true, false]);
});

test("a record whose first list numbers are taken meanwhile is removed with the list closed", async () => {
  const reseller = await makeReseller();
  const { uuid: reseller_uuid } = reseller;
  const uuid = await makeBusiness(reseller, await makeUser(reseller));
  const counting = { entity: Business, key: { reseller_uuid, uuid } };
  let first: number | undefined;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || first !== undefined) return;
    first = 0;
    await takeSequences(counting, "website_sequence");
  });
  onTestFinished(end);
  await removeListed(businesses, { reseller_uuid, uuid });
  const list = websitesOf({ reseller_uuid, business_uuid: uuid });
  // The creation that has taken the number fails.
  expect(await transactIfTrue(...enter(list, 0))).toBe(false);
  expect(await takeSequences(counting, "website_sequence")).toBeUndefined();
});
