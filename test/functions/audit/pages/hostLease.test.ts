import { beforeAll, describe, expect, it } from "vitest";
import { furtherHosts, type TakeHost } from "../../../../functions/audit/pages/furtherHosts.ts";
import {
  findLease,
  type HostLease,
  releaseHosts,
  takeHost,
} from "../../../../functions/audit/pages/hostLease.ts";
import { STILL_WAITS_MS } from "../../../../functions/audit/pages/hostQueue.ts";
import type { ReadFor } from "../../../../shared/entities/siteLease.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { useNames } from "../../../shared/outbound/names.ts";

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

async function used(mayRead: TakeHost, host: string) {
  const giveBack = await mayRead(host);
  if (!giveBack) throw new Error("The host is not free");
  return giveBack;
}
