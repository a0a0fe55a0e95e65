import { describe, expect, it } from "vitest";
import {
  furtherHosts,
  type HostLease,
  releaseHosts,
  takeHost,
} from "../../../../functions/audit/pages/hostLease.ts";
import { SiteLease } from "../../../../shared/entities/siteLease.ts";
import { newUuid } from "../../../../shared/uuid.ts";

const NOW = 1_000_000;
const UNTIL = 1_060_500;

const aHost = () => `${newUuid()}.example`;

function take(hostname: string, { holder = newUuid(), now = NOW, until = UNTIL } = {}) {
  return takeHost(hostname, { holder, now, until });
}

async function taken(hostname: string): Promise<HostLease> {
  const lease = await take(hostname);
  if (!lease) throw new Error("The host is not free");
  return lease;
}

async function stored({ host }: HostLease) {
  const { data } = await SiteLease.get({ host }).go();
  return data;
}

describe("the lease on a host", () => {
  it("is for one reader until it ends, with www. or without", async () => {
    const hostname = aHost();
    const { holder } = await taken(hostname);
    expect(await take(`https://www.${hostname}/shop`)).toBeUndefined();
    expect(await take(hostname, { now: UNTIL })).toBeUndefined();
    expect(await take(hostname, { holder })).toBeDefined();
    expect(await take(hostname, { now: UNTIL + 1 })).toBeDefined();
  });

  it("is kept by the table until it has ended", async () => {
    const lease = await taken(aHost());
    expect(await stored(lease)).toMatchObject({ until: UNTIL, expires_epoch: 1061 });
  });

  it("is released by its holder only", async () => {
    const lease = await taken(aHost());
    await releaseHosts({ ...lease, holder: newUuid() });
    expect(await stored(lease)).not.toBeNull();
    await releaseHosts(lease);
    expect(await stored(lease)).toBeNull();
  });
});

describe("further hosts of a reading", () => {
  it("are taken until the same time, and released with the first", async () => {
    const [first, further] = [aHost(), aHost()];
    const lease = await taken(first);
    const mayRead = furtherHosts(lease, () => NOW);
    expect(await mayRead(`http://${first}/again`)).toBe(true);
    expect(await mayRead(`http://${further}/`)).toBe(true);
    expect(await take(further)).toBeUndefined();
    await releaseHosts(lease);
    expect(await take(further)).toBeDefined();
  });

  it("are not taken while another reader has them", async () => {
    const further = aHost();
    await taken(further);
    expect(await furtherHosts(await taken(aHost()), () => NOW)(`http://${further}/`)).toBe(false);
  });

  it("are not taken once another reader has the first host", async () => {
    const hostname = aHost();
    const lease = await taken(hostname);
    const next = await take(hostname, { now: UNTIL + 1, until: UNTIL + 1000 });
    const further = aHost();
    expect(await furtherHosts(lease, () => NOW)(`http://${further}/`)).toBe(false);
    expect(next && (await stored(next))).toMatchObject({ further: [] });
    expect(await take(further)).toBeDefined();
  });
});
