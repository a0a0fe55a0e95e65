import { SHARDS } from "../../shared/checks/schedule.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { batchGetWith, lookup } from "../../shared/table/batch.ts";
import { timestamp } from "../../shared/time.ts";
import { probeUrl } from "./probeSite.ts";
import type { ControlHost } from "./votes.ts";

/** With all shards, as many as one request of BatchGetItem takes. */
const CHECKS_A_SHARD = 3;
const LATELY_SECONDS = 3600;
const HOSTS = 5;
const TIMEOUT_MS = 5000;

/**
 * Asks a few hosts that answered lately, without these, which fail just now. Returns those asked
 * where none has answered; nothing where one did, or where there is none to ask.
 */
export async function lookElsewhere(failing: ReadonlySet<string>): Promise<ControlHost[]> {
  const hosts = choose((await findAnswering()).filter(({ host }) => !failing.has(host)));
  const answers = hosts.map(async ({ url }) => {
    const { answered } = await probeUrl(url, TIMEOUT_MS);
    if (!answered) throw new Error(`${url} does not answer`);
  });
  // Whoever answers first is enough.
  const isAnswered = await Promise.any(answers).then(
    () => true,
    () => false,
  );
  return isAnswered ? [] : hosts;
}

/** Hosts that were up lately, by the checks that are due next: the table knows them, whoever asks. */
async function findAnswering(): Promise<ControlHost[]> {
  const due_at = timestamp();
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  const pages = await Promise.all(
    shards.map((shard) =>
      Check.query
        .due({ kind: "uptime", shard })
        .gt({ due_at })
        .go({ limit: CHECKS_A_SHARD, attributes: ["reseller_uuid", "uuid"] }),
    ),
  );
  const keys = pages.flatMap(({ data }) => data);
  const found = await batchGetWith(
    { consistent: false },
    ...keys.map(({ reseller_uuid, uuid }) =>
      lookup<CheckRecord<"uptime">>(Check, { reseller_uuid, uuid, kind: "uptime" }),
    ),
  );
  const earliest = Date.parse(due_at) / 1000 - LATELY_SECONDS;
  return found.flatMap((check) => {
    if (!check) return [];
    const { state, url, checked_at = 0 } = readUptimeMemory(check);
    const isAnswering = state === "up" && url !== undefined && checked_at > earliest;
    return isAnswering ? { reseller: check.reseller_uuid, host: hostOf(url), url } : [];
  });
}

/** A few of them, at random, of as many resellers as there are. */
function choose(found: ControlHost[]): ControlHost[] {
  const mixed = found
    .map((each) => ({ each, rank: Math.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ each }) => each);
  const hosts = [...new Map(mixed.map((each) => [each.host, each])).values()];
  const firsts = [...new Map(hosts.map((each) => [each.reseller, each])).values()];
  return [...new Set([...firsts, ...hosts])].slice(0, HOSTS);
}

/** The host of a URL, with its port: what a vote goes by. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
