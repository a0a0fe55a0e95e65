import { expect, test } from "vitest";
import { freeSlot, takeSlot } from "../../../../functions/audit/pages/addressSlots.ts";
import { furtherHosts } from "../../../../functions/audit/pages/furtherHosts.ts";
import {
  type HostLease,
  releaseHosts,
  takeHost,
} from "../../../../functions/audit/pages/hostLease.ts";
import { READINGS } from "../../../../shared/outbound/index.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { useNames } from "../../../shared/outbound/names.ts";

const NOW = 1_000_000;
const UNTIL = NOW + 60_000;
const TRIES = 40;
const OF_ONE = READINGS.slots.own + READINGS.slots.ofReseller;

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

test("of the hosts at one address 10 of one reseller are read at once, and at least one of each other", async () => {
  const url = `http://[${anAddress()}]/`;
  const counts: number[] = [];
  // By their uuids, the third and the fourth share slots with the others.
  for (const place of ["0", "a", "5", "5"]) {
    const reseller_uuid = newUuid().slice(0, -8) + place.padStart(8, "0");
    counts.push((await take(url, { reseller_uuid })).length);
  }
  expect(counts).toEqual([OF_ONE, OF_ONE, 2, 1]);
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
  expect(taken).toHaveLength(OF_ONE);
  expect(await take("https://b.example/shop", { reseller_uuid })).toEqual([]);
  for (const { slot, holder } of taken) await freeSlot(slot, holder);
  expect(await take("unknown.example", { count: 1 })).toEqual([{ holder: expect.any(String) }]);
});

test("a reading has its slot for all hosts at that address, so none keeps it from where it is led", async () => {
  const address = anAddress();
  const hosts = [`${newUuid()}.example`, `${newUuid()}.example`, `${newUuid()}.example`];
  const [first = "", further = "", elsewhere = ""] = hosts;
  useNames({ [first]: [[address]], [further]: [[address]], [elsewhere]: [[anAddress()]] });
  const [holder, reseller_uuid] = [newUuid(), newUuid()];
  const reader = { holder, reseller_uuid, until: UNTIL, now: NOW };
  const lease = await takeHost(first, { ...reader, readFor: "website" });
  // By its uuid, another reseller shares all its slots with this one.
  const other = newUuid().slice(0, -8) + reseller_uuid.slice(-8);
  expect(await take(further, { reseller_uuid: other })).toHaveLength(OF_ONE);
  const takeFurther = furtherHosts(lease as HostLease, () => NOW);
  const giveBack = await takeFurther(further);
  expect([giveBack, await takeFurther(elsewhere)]).toEqual([
    expect.any(Function),
    expect.any(Function),
  ]);
  await giveBack?.();
  // The slot is the first host's until the reading ends.
  expect(await take(first, { reseller_uuid, count: 1 })).toEqual([]);
  await releaseHosts(lease as HostLease);
  expect(await take(first, { reseller_uuid, count: 1 })).toHaveLength(1);
});
