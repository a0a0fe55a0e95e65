import { expect, test } from "vitest";
import {
  freeSlot,
  READ_AT_ONCE,
  takeSlot,
} from "../../../../functions/audit/pages/addressSlots.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { useNames } from "../../../shared/outbound/names.ts";

const NOW = 1_000_000;
const UNTIL = NOW + 60_000;
const TRIES = 40;

const anAddress = () => `2001:db8::${newUuid().slice(-4)}:${newUuid().slice(-4)}`;

/** Readers of one reseller that try to read hosts at an address, all at once; the slots they get. */
async function take(url: string, { count = TRIES, reseller_uuid = newUuid(), now = NOW } = {}) {
  const taken = await Promise.all(
    Array.from({ length: count }, async () => {
      const holder = newUuid();
      const got = await takeSlot(url, { holder, reseller_uuid, until: UNTIL }, now);
      return got && { ...got, holder };
    }),
  );
  return taken.filter((one) => one !== undefined);
}

test("of the hosts at one address 20 are read at once, and 10 for one reseller", async () => {
  const url = `http://[${anAddress()}]/`;
  const [first, second, third] = ["0", "a", "5"].map(
    (half) => newUuid().slice(0, -8) + half.padStart(8, "0"),
  );
  expect(await take(url, { reseller_uuid: first })).toHaveLength(READ_AT_ONCE.ofReseller);
  expect(await take(url, { reseller_uuid: second })).toHaveLength(READ_AT_ONCE.ofReseller);
  expect(await take(url, { reseller_uuid: third })).toEqual([]);
  expect(await take(url, { now: UNTIL + 1, count: 1 })).toHaveLength(1);
});

test("a slot is free again when its reader has ended, and hosts elsewhere have others", async () => {
  const [url, reseller_uuid] = [`http://[${anAddress()}]/`, newUuid()];
  const [one] = await take(url, { reseller_uuid });
  expect(await take(url, { reseller_uuid })).toEqual([]);
  await freeSlot(one?.slot, newUuid());
  expect(await take(url, { reseller_uuid })).toEqual([]);
  await freeSlot(one?.slot, one?.holder ?? "");
  expect(await take(url, { reseller_uuid })).toHaveLength(1);
  expect(await take(`http://[${anAddress()}]/`, { reseller_uuid, count: 1 })).toHaveLength(1);
});

test("host names share the slots of their first IPv4 address; one that is unknown needs none", async () => {
  const [address, other] = ["192.0.2.1", "192.0.2.2"];
  useNames({ "a.example": [[anAddress(), address]], "b.example": [[address, other]] });
  const reseller_uuid = newUuid();
  const taken = await take("a.example", { reseller_uuid });
  expect(taken).toHaveLength(READ_AT_ONCE.ofReseller);
  expect(await take("https://b.example/shop", { reseller_uuid })).toEqual([]);
  for (const { slot, holder } of taken) await freeSlot(slot, holder);
  expect(await take("unknown.example", { count: 1 })).toEqual([{ holder: expect.any(String) }]);
});
