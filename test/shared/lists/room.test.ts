import { beforeEach, expect, test } from "vitest";
import { Business } from "../../../shared/entities/business.ts";
import { findRoom } from "../../../shared/lists/createListed.ts";
import { enter, STRIPES } from "../../../shared/lists/stripes.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { transact } from "../../../shared/platform/table/transact.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { costOf } from "../../support/cost.ts";
import { makeCustomer } from "../../support/factories.ts";

/** More than the numbers of a first stretch: the stripes of these have a second one. */
const FAR = 16 * 9600;
const exceeded = new Error("The list is full");

let place: { reseller_uuid: string; business_uuid: string };

beforeEach(async () => {
  const { reseller, business: business_uuid } = await makeCustomer();
  place = { reseller_uuid: reseller.uuid, business_uuid };
});

/** The live numbers of a list, and how many were taken. */
async function fill(sequences: number[], taken: number) {
  for (const sequence of sequences) await transact(...enter(websites.list(place), sequence));
  const { reseller_uuid, business_uuid: uuid } = place;
  await Business.patch({ reseller_uuid, uuid }).set({ website_sequence: taken }).go();
}

/** The number that a record gets for the one that was taken, and what that took. */
async function find(sequence: number, most: number, where = place) {
  let found = -1;
  const cost = await costOf(async () => {
    found = await findRoom(websites, where, { sequence, limit: { most, exceeded } });
  });
  return [found, cost.commands];
}

test("another one is taken where its stripe is full: in a stripe that has room", async () => {
  await fill([0, 1, 2, FAR + 4], FAR + 21);
  // Of five, stripe 3 may have the one that is left.
  for (let count = 1; count < 4; count += 1) {
    const [found, commands] = await find(FAR + 20, 5);
    const [before, after] = [FAR + 21 + (count - 1) * STRIPES, FAR + 21 + count * STRIPES];
    expect(commands).toEqual(["Query", "UpdateItem"]);
    expect(Number(found) % STRIPES).toBe(3);
    expect(found).toBeGreaterThanOrEqual(before);
    expect(found).toBeLessThan(after);
  }
});

test("a list that is full, or has more than it may by now, takes none", async () => {
  await fill([0, 1, 2], 3);
  await expect(find(3, 3)).rejects.toBe(exceeded);
  await expect(find(3, 2)).rejects.toBe(exceeded);
  await expect(find(3, 0)).rejects.toBe(exceeded);
});

test("leaves a missing parent to the creation to report", async () => {
  const gone = { ...place, business_uuid: newUuid() };
  expect(await find(20, 3, gone)).toEqual([20, ["Query"]]);
});
