import { expect, test } from "vitest";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { searchAccount, searchByName } from "../../../shared/lists/searchAccount.ts";
import { makeBusiness, makeCustomer, makeReseller } from "../../support/factories.ts";

test("a search that finds too much is refused with a reason", async () => {
  const { reseller, user } = await makeCustomer();
  for (let count = 0; count < 3; count += 1) await makeBusiness(reseller, user);
  const isOfBusinesses = (list: string) => list.endsWith("#businesses");
  const find = (most: number) =>
    searchAccount(reseller.uuid, { text: "", field: "name", most }, isOfBusinesses);
  const found = (await find(100)).length;
  expect(found).toBeGreaterThanOrEqual(3);
  await expect(find(2)).rejects.toMatchObject({
    errors: { name: { max: "More than 2 records are found by this name" } },
  });
});

test("a whole text finds equal texts, not texts that begin with it or contain it", async () => {
  const { reseller, user } = await makeCustomer();
  const make = async (name: string) => {
    const uuid = await makeBusiness(reseller, user);
    await changeListed(businesses, { reseller_uuid: reseller.uuid, uuid }, () => ({
      set: { name },
    }));
    return uuid;
  };
  const [ada, adas, below] = [await make("Ada"), await make("Ada's"), await make("Ada/0#1")];
  const find = async (text: string, isHost: boolean, most = 3) => {
    const sought = { text, isHost, field: "name", most };
    const found = await searchAccount(reseller.uuid, sought, () => true);
    return new Set(found);
  };
  expect(await find("ada", false)).toEqual(new Set([ada, adas, below]));
  await expect(find("ada", false, 2)).rejects.toThrow();
  expect(await find("ada", true)).toEqual(new Set([ada, below]));
  expect(await find("ada/0#1", true)).toEqual(new Set([below]));
});

test("a name without any searchable character is not searched for", async () => {
  const reseller = await makeReseller();
  expect(await searchByName(reseller.uuid, " \u3000 ", () => true)).toBeUndefined();
  expect(await searchByName(reseller.uuid, "ada", () => true)).toEqual([]);
});
