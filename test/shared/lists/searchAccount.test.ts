import { expect, test } from "vitest";
import { searchAccount } from "../../../shared/lists/searchAccount.ts";
import { makeBusiness, makeReseller, makeUser } from "../../support/factories.ts";

test("what a text finds is bounded: whoever asks for too much is told so", async () => {
  const reseller = await makeReseller();
  const user = await makeUser(reseller);
  for (let count = 0; count < 3; count += 1) await makeBusiness(reseller, user);
  const isOfBusinesses = (list: string) => list.endsWith("#businesses");
  const find = (most: number) =>
    searchAccount(reseller.uuid, { text: "", field: "name", most }, isOfBusinesses);
  const found = (await find(100)).size;
  expect(found).toBeGreaterThanOrEqual(3);
  await expect(find(2)).rejects.toMatchObject({
    errors: { name: { max: "More than 2 records are found by this name" } },
  });
});
