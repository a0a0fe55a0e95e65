import { beforeAll, expect, test } from "vitest";
import { retryAt } from "../../../functions/audit/claim.ts";
import { furtherHosts } from "../../../functions/audit/pages/furtherHosts.ts";
import {
  type HostLease,
  releaseHosts,
  takeHost,
} from "../../../functions/audit/pages/hostLease.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { useNames } from "../../shared/outbound/names.ts";

// No host here has an address.
beforeAll(() => void useNames({}));

/** What an audit of the victim's website takes, and what one website of the attacker takes that only passes. */
const AUDIT_MS = 60_000;
const REQUEST_MS = 2000;
/** Audits at once on a stage of a busy provider. */
const AT_ONCE = 40;
const UNTIL_MS = 600_000;
const UNDER_WAY_MS = 120_000;
const OWN_PAUSE_MS = 20_000;

/** Audits in a time of their own, with the leases in the real table. */
class Model {
  now = Date.now();
  readonly #due: { at: number; run(): Promise<void> }[] = [];

  at(at: number, run: () => Promise<void>) {
    const index = this.#due.findIndex((other) => other.at > at);
    this.#due.splice(index < 0 ? this.#due.length : index, 0, { at, run });
  }

  async runUntil(isOver: () => boolean) {
    for (let next = this.#due.shift(); next && !isOver(); next = this.#due.shift()) {
      this.now = Math.max(this.now, next.at);
      await next.run();
    }
  }
}

interface Site {
  uuid: string;
  reseller_uuid: string;
  hostname: string;
}

const siteOf = (reseller_uuid: string, hostname: string): Site => ({
  ...{ uuid: newUuid(), reseller_uuid, hostname },
});

const pauseOf = ({ uuid }: Site, pauseMs?: number) =>
  retryAt({ uuid } as CheckRecord<"audit">, 0, pauseMs);

/** An attacker's websites: how they use the victim's host. Each returns when it is over, or undefined if it is busy. */
const attacks = {
  "a redirect of /robots.txt": async (model: Model, site: Site, victim: string) => {
    const lease = await take(model, site);
    const giveBack = lease && (await furtherHosts(lease, () => model.now)(victim));
    if (!lease || !giveBack) return lease && (await releaseHosts(lease));
    model.at(model.now + REQUEST_MS, giveBack);
    model.at(model.now + AUDIT_MS, () => releaseHosts(lease));
    return AUDIT_MS;
  },
  "a redirect to the victim's pages": async (model: Model, site: Site, victim: string) => {
    const lease = await take(model, site);
    const isTaken = lease && (await furtherHosts(lease, () => model.now)(victim));
    if (!lease || !isTaken) return lease && (await releaseHosts(lease));
    model.at(model.now + AUDIT_MS, () => releaseHosts(lease));
    return AUDIT_MS;
  },
  "websites of the victim's host": async (model: Model, site: Site, victim: string) => {
    const lease = await take(model, { ...site, hostname: victim });
    if (!lease) return undefined;
    model.at(model.now + AUDIT_MS, () => releaseHosts(lease));
    return AUDIT_MS;
  },
};

function take(model: Model, { uuid, reseller_uuid, hostname }: Site) {
  const reader = { holder: uuid, reseller_uuid, readFor: "website" as const };
  return takeHost(hostname, { ...reader, now: model.now, until: model.now + UNTIL_MS });
}

test.each(Object.entries(attacks))(
  "1,000 websites of a reseller that occupy a host by %s delay its owner's audit by less than an audit takes",
  async (_, attack) => {
    const [model, victim, attacker] = [new Model(), `${newUuid()}.example`, newUuid()];
    const waiting = Array.from({ length: 1000 }, () => ({
      site: siteOf(attacker, `${newUuid()}.example`),
      from: 0,
    }));
    let turns = 0;
    const work = async () => {
      const index = waiting.findIndex(({ from }) => from <= model.now);
      const [one] = index < 0 ? [] : waiting.splice(index, 1);
      const tookMs = one && (await attack(model, one.site, victim));
      if (tookMs) turns += 1;
      if (one) waiting.push({ ...one, from: model.now + (tookMs ?? pauseOf(one.site)) });
      model.at(model.now + (tookMs ?? 1000), work);
    };
    for (let worker = 0; worker < AT_ONCE; worker += 1) model.at(model.now + worker * 25, work);
    const due = model.now + UNDER_WAY_MS;
    const owner = siteOf(newUuid(), victim);
    let lease: HostLease | undefined;
    const begin = async () => {
      lease = await take(model, owner);
      if (!lease) model.at(model.now + pauseOf(owner, OWN_PAUSE_MS), begin);
    };
    model.at(due, begin);
    await model.runUntil(() => lease !== undefined || model.now > due + 20 * AUDIT_MS);
    console.log(
      `the audit begins ${(model.now - due) / 1000} s late, after ${turns} of the attacker`,
    );
    expect(turns).toBeGreaterThan(1);
    expect(lease).toBeDefined();
    // Without them it ends after one such time.
    expect(model.now - due).toBeLessThan(2 * AUDIT_MS);
  },
);
