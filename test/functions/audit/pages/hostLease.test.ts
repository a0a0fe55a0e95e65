import { beforeAll, describe, expect, it } from "vitest";
import { freeSlot, takeSlot } from "../../../../functions/audit/pages/addressSlots.ts";
import { furtherHosts, type TakeHost } from "../../../../functions/audit/pages/furtherHosts.ts";
import {
  findLease,
  type HostLease,
  releaseHosts,
  takeHost,
} from "../../../../functions/audit/pages/hostLease.ts";
import { STILL_WAITS_MS } from "../../../../functions/audit/pages/hostQueue.ts";
import { PoliteClient } from "../../../../functions/audit/pages/politeClient.ts";
import { type ReadFor, SiteLease } from "../../../../shared/entities/siteLease.ts";
import { allowLocalAddresses, READINGS } from "../../../../shared/outbound/index.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { useNames } from "../../../shared/outbound/names.ts";
import { serve } from "../../../support/site.ts";

const NOW = 1_000_000;
const UNTIL = 1_060_500;

// No host here has an address.
beforeAll(() => void useNames({}));

const aHost = () => `${newUuid()}.example`;

interface Given {
  holder?: string;
  reseller_uuid?: string;
  readFor?: ReadFor;
  now?: number;
  until?: number;
}

function take(hostname: string, given: Given = {}) {
  const [holder, reseller_uuid] = [newUuid(), newUuid()];
  const reader = { holder, reseller_uuid, readFor: "website", now: NOW, until: UNTIL } as const;
  return takeHost(hostname, { ...reader, ...given });
}

async function taken(hostname: string, given: Given = {}): Promise<HostLease> {
  const lease = await take(hostname, given);
  if (!lease) throw new Error("The host is not free");
  return lease;
}

describe("the lease on a host", () => {
  it("is for one reader until it ends, with www. or without", async () => {
    const hostname = aHost();
    const { holder } = await taken(hostname);
    expect(await take(`https://www.${hostname}/shop`, { readFor: "competitor" })).toBeUndefined();
    expect(await take(hostname, { readFor: "competitor", now: UNTIL })).toBeUndefined();
    expect(await take(hostname, { holder })).toBeDefined();
    expect(await take(hostname, { now: UNTIL + 1 })).toBeDefined();
  });

  it("is kept by the table until it has ended, and nobody waits", async () => {
    const hostname = aHost();
    await taken(hostname);
    expect(await findLease(hostname)).toMatchObject({ until: UNTIL, expires_epoch: 1061 });
    await take(hostname);
    const expires_epoch = Math.ceil((NOW + STILL_WAITS_MS) / 1000);
    expect(await findLease(hostname)).toMatchObject({ until: UNTIL, expires_epoch });
  });

  it("is released by its holder only", async () => {
    const hostname = aHost();
    const lease = await taken(hostname);
    await releaseHosts({ ...lease, holder: newUuid() });
    expect(await findLease(hostname)).toBeDefined();
    await releaseHosts(lease);
    expect(await findLease(hostname)).toBeUndefined();
  });
});

describe("further hosts of a reading", () => {
  it("are released with the first", async () => {
    const [first, further] = [aHost(), aHost()];
    const lease = await taken(first);
    const mayRead = furtherHosts(lease, () => NOW);
    expect(await mayRead(`http://${first}/again`)).toBeDefined();
    expect(await mayRead(`http://${further}/`)).toBeDefined();
    expect(await take(further, { readFor: "competitor" })).toBeUndefined();
    await releaseHosts(lease);
    expect(await take(further)).toBeDefined();
  });

  it("leave no slot at their address behind", async () => {
    const [first, reseller_uuid] = [aHost(), newUuid()];
    const address = `2001:db8::${newUuid().slice(-4)}:${newUuid().slice(-4)}`;
    const slotsNow = async () => {
      const reader = { holder: newUuid(), reseller_uuid, until: UNTIL };
      const { slot } = (await takeSlot(`http://[${address}]/`, reader, NOW)) ?? {};
      await freeSlot(slot, reader.holder);
      return slot;
    };
    const own = await slotsNow();
    for (const givesBack of [true, false]) {
      const lease = await taken(first, { reseller_uuid });
      const giveBack = await used(
        furtherHosts(lease, () => NOW),
        `http://[${address}]/`,
      );
      expect(await slotsNow()).not.toBe(own);
      if (givesBack) await giveBack();
      else await releaseHosts(lease);
      expect(await slotsNow()).toBe(own);
      await releaseHosts(lease);
    }
  });

  it("are given back once all uses of them have ended, but never the first", async () => {
    const [first, further] = [aHost(), aHost()];
    const mayRead = furtherHosts(await taken(first), () => NOW);
    const uses = await Promise.all([used(mayRead, further), used(mayRead, further)]);
    await (await used(mayRead, first))();
    await uses[0]();
    expect(await take(first, { readFor: "competitor" })).toBeUndefined();
    expect(await take(further, { readFor: "competitor" })).toBeUndefined();
    await uses[1]();
    expect(await take(further, { readFor: "competitor" })).toBeDefined();
    expect(await mayRead(further)).toBeUndefined();
  });

  it("are not taken while another reader has them", async () => {
    const further = aHost();
    await taken(further);
    const mayRead = furtherHosts(await taken(aHost()), () => NOW);
    expect(await mayRead(`http://${further}/`)).toBeUndefined();
  });

  it("are not taken once another reader has the first host", async () => {
    const hostname = aHost();
    const lease = await taken(hostname);
    await taken(hostname, { now: UNTIL + 1, until: UNTIL + 1000 });
    const further = aHost();
    expect(await furtherHosts(lease, () => NOW)(`http://${further}/`)).toBeUndefined();
    expect(await findLease(hostname)).toMatchObject({ further: [] });
    expect(await take(further)).toBeDefined();
  });
});

describe("those who wait for a host", () => {
  it("get it in turn, a reseller's websites only once while others wait", async () => {
    const hostname = aHost();
    const [first, second, third] = [newUuid(), newUuid(), newUuid()];
    let now = NOW;
    const tryTo = (reseller_uuid: string) => {
      now += 1000;
      return take(hostname, { reseller_uuid, now, until: now + 60_000 });
    };
    let lease = await tryTo(first);
    // Further websites of the same reseller were there before the others.
    for (const each of [first, second, first, third]) expect(await tryTo(each)).toBeUndefined();
    const order: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      if (lease) await releaseHosts(lease);
      for (const reseller_uuid of [third, first, second]) {
        const got = await tryTo(reseller_uuid);
        if (!got) continue;
        lease = got;
        order.push(reseller_uuid);
      }
      for (const reseller_uuid of [first, second, third]) await tryTo(reseller_uuid);
    }
    expect(order).toEqual([second, first, third, second, first]);
  });

  it("come before readers that were led there, which have no place", async () => {
    const hostname = aHost();
    const led = furtherHosts(await taken(aHost()), () => NOW);
    const giveBack = await used(led, hostname);
    const reseller_uuid = newUuid();
    expect(await take(hostname, { reseller_uuid })).toBeUndefined();
    expect(await take(hostname, { readFor: "competitor" })).toBeUndefined();
    await giveBack();
    expect(await led(hostname)).toBeUndefined();
    expect(await take(hostname, { readFor: "competitor" })).toBeUndefined();
    const owner = await taken(hostname, { reseller_uuid });
    await releaseHosts(owner);
    await (await used(led, hostname))();
    expect(await findLease(hostname)).toBeUndefined();
  });

  it("are forgotten when they no longer try", async () => {
    const hostname = aHost();
    const lease = await taken(hostname);
    await take(hostname);
    await releaseHosts(lease);
    const later = NOW + STILL_WAITS_MS;
    expect(await take(hostname, { now: later - 1 })).toBeUndefined();
    expect(await take(hostname, { readFor: "competitor", now: later - 1 })).toBeUndefined();
    const next = later - 1 + STILL_WAITS_MS;
    expect(await take(hostname, { readFor: "competitor", now: next, until: next })).toBeDefined();
  });
});

async function used(mayRead: TakeHost, host: string) {
  const giveBack = await mayRead(host);
  if (!giveBack) throw new Error("The host is not free");
  return giveBack;
}

describe("a reading whose host has another address when it connects", () => {
  it.each([
    ["fails to be found", []],
    ["is elsewhere", ["127.9.9.9"]],
  ])("needs a slot there, if the host %s when its lease is taken", async (_, before) => {
    allowLocalAddresses();
    const site = await serve({ "/": "<h1>Here</h1>", "/more": "<h1>More</h1>" });
    const { hostname: address, port } = new URL(site.url);
    const [host, other] = [aHost(), aHost()];
    const answers = () => useNames({ [host]: [before, [address]], [other]: [[address]] });
    const reseller_uuid = newUuid();
    const visit = async () => {
      answers();
      const lease = await taken(`${host}:${port}`, { reseller_uuid });
      const client = new PoliteClient({ delayMs: 0 });
      furtherHosts(lease, () => NOW, client);
      const request = { maxBytes: 1000, deadline: Date.now() + 60_000 };
      const urls = ["/", "/more"].map((path) => `http://${host}:${port}${path}`);
      const got = [];
      for (const url of urls) got.push(await client.request(url, request));
      return { lease, client, got };
    };
    // The reseller's slots at the address are taken.
    const { own, ofReseller } = READINGS.slots;
    answers();
    const slots = new Set<string>();
    while (slots.size < own + ofReseller) {
      const reader = { holder: newUuid(), reseller_uuid, until: UNTIL };
      const { slot } = (await takeSlot(other, reader, NOW)) ?? {};
      if (slot) slots.add(slot);
    }
    const refused = await visit();
    expect(refused.got).toEqual([undefined, undefined]);
    expect(refused.client.busyAt).toBe(`http://${host}:${port}/`);
    expect(site.requests).toEqual(["GET /"]);
    await releaseHosts(refused.lease);
    const [slot = ""] = slots;
    await SiteLease.remove({ host: slot }).go();
    const admitted = await visit();
    expect(admitted.got).toMatchObject([{ status: 200, address }, { status: 200 }]);
    const { data } = await SiteLease.get({ host: slot }).go();
    expect(data?.holder).toBe(admitted.lease.holder);
    await releaseHosts(admitted.lease);
    expect((await SiteLease.get({ host: slot }).go()).data).toBeNull();
  });
});
