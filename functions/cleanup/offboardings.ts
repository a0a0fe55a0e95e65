/** @file The states of an offboarding: who may change them, and what changes with them. */

import { Offboarding, type OffboardingRecord } from "../../shared/entities/offboarding.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { requireEnv } from "../../shared/env.ts";
import { sendEach } from "../../shared/queues/sendMessages.ts";
import { twinOf } from "../../shared/sandbox.ts";
import {
  retryOnConflict,
  transact,
  type Write,
  write,
  writeIfTrue,
} from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";

/** By then no container accepts a key from its cache, so no client adds a record. */
const KEYS_FORGOTTEN_SECONDS = 15;
/** By then every worker that had begun before has written its results. */
const WRITTEN_SECONDS = 120;
/** The states of a reseller that can come back. */
const KEEPING: OffboardingRecord["state"][] = ["exporting", "kept"];
/** How long a reseller that left can come back. */
export const KEPT_DAYS = 30;

/** The offboarding of a reseller, if there was ever one. */
export async function findOffboarding(uuid: string): Promise<OffboardingRecord | undefined> {
  const { data } = await Offboarding.get({ reseller_uuid: uuid, uuid }).go({ consistent: true });
  return data ?? undefined;
}

/** Has the clean-up go on with an offboarding. If the queue refuses the message, the schedule sends one. */
export async function sendOffboarding(
  { reseller_uuid, uuid, due_at }: Pick<OffboardingRecord, "reseller_uuid" | "uuid" | "due_at">,
  delaySeconds = 0,
) {
  const message = { offboardings: [{ reseller_uuid, uuid, due_at }] };
  await sendEach(requireEnv("CLEANUP_QUEUE_URL"), [
    { message, group: reseller_uuid, delaySeconds },
  ]);
}

/** Changes the note of an offboarding, unless a command or another worker has since; returns the new one. */
export async function noteOffboarding(
  found: OffboardingRecord,
  changes: Partial<Omit<OffboardingRecord, "reseller_uuid" | "uuid">>,
): Promise<OffboardingRecord | undefined> {
  const { reseller_uuid, uuid } = found;
  const done = await writeIfTrue(() =>
    Offboarding.patch({ reseller_uuid, uuid }).set(changes).where(unchanged(found)).go(),
  );
  return done && { ...found, ...changes };
}

/** Closes a reseller and its sandbox, and has their records exported, kept and then erased. */
export async function beginOffboarding(uuid: string): Promise<OffboardingRecord> {
  return await change(uuid, {
    from: [undefined, "returning", "returned", "erased"],
    to: (found, now) => ({
      ...newOffboarding(uuid, found, now),
      ...{ state: "exporting", due_at: later(now, WRITTEN_SECONDS) },
    }),
    reseller: (uuid, closed_since) =>
      write(Reseller, (reseller) => reseller.patch({ uuid }).set({ closed_since }).commit()),
    delaySeconds: WRITTEN_SECONDS,
  });
}

/** Closes a reseller and its sandbox, unless they are, and has their records erased without an export. */
export async function eraseNow(uuid: string, delaySeconds = KEYS_FORGOTTEN_SECONDS) {
  const from = [undefined, "exporting", "kept", "returning", "returned", "erased"] as const;
  return await erase(uuid, from, delaySeconds);
}

/** Ends the time in which a reseller can come back, unless it just has. */
export async function beginErasing(uuid: string) {
  return await erase(uuid, ["kept"], 0);
}

async function erase(uuid: string, from: Change["from"], delaySeconds: number) {
  return await change(uuid, {
    from,
    to: (found, now) => ({
      ...(found && KEEPING.includes(found.state) ? found : newOffboarding(uuid, found, now)),
      ...{ state: "erasing", erase_at: later(now, 0), due_at: later(now, delaySeconds), passes: 0 },
    }),
    reseller: (uuid, now) =>
      write(Reseller, (reseller) => reseller.patch({ uuid }).set({ deleting_since: now }).commit()),
    delaySeconds,
  });
}

/** Opens a reseller and its sandbox again, unless their records are being erased. */
export async function takeBack(uuid: string): Promise<OffboardingRecord | undefined> {
  if (!(await findOffboarding(uuid))) return undefined;
  return await change(uuid, {
    from: KEEPING,
    to: (found, now) => ({
      ...(found ?? newOffboarding(uuid, found, now)),
      ...{ state: "returning", due_at: later(now, 0) },
    }),
    reseller: (uuid) =>
      write(Reseller, (reseller) => reseller.patch({ uuid }).remove(["closed_since"]).commit()),
    delaySeconds: 0,
  });
}

/** A change of an offboarding's state, and what it changes in the reseller and its sandbox. */
interface Change {
  from: readonly (OffboardingRecord["state"] | undefined)[];
  to(found: OffboardingRecord | undefined, now: number): OffboardingRecord;
  reseller(uuid: string, now: string): Write;
  delaySeconds: number;
}

/** Changes the state in one transaction with the resellers. From other states it changes nothing. */
async function change(
  uuid: string,
  { from, to, reseller, delaySeconds }: Change,
): Promise<OffboardingRecord> {
  const [changed, delay] = await retryOnConflict(async () => {
    const found = await findOffboarding(uuid);
    if (found && !from.includes(found.state)) return [found, 0] as const;
    const now = Date.now();
    const next = to(found, now);
    const at = timestamp(new Date(now));
    await transact(
      write(Offboarding, (entity) => entity.put(next).where(unchanged(found)).commit()),
      reseller(uuid, at),
      await forSandbox(twinOf(uuid), (sandbox) => reseller(sandbox, at)),
    );
    return [next, delaySeconds] as const;
  });
  await sendOffboarding(changed, delay);
  return changed;
}

/** The write for a sandbox, or that none is made meanwhile. */
async function forSandbox(uuid: string, writeFor: (uuid: string) => Write): Promise<Write> {
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (data) return writeFor(uuid);
  return write(Reseller, (reseller) =>
    reseller
      .check({ uuid })
      .where(({ name }, { notExists }) => notExists(name))
      .commit(),
  );
}

function newOffboarding(
  uuid: string,
  found: OffboardingRecord | undefined,
  now: number,
): OffboardingRecord {
  return {
    ...{ reseller_uuid: uuid, uuid, state: "exporting", requested_at: later(now, 0) },
    ...{ erase_at: later(now, KEPT_DAYS * 24 * 3600), due_at: later(now, 0) },
    ...{ parts: 0, files: found?.files ?? 0, records: 0, bytes: 0, passes: 0 },
  };
}

type Condition = Parameters<ReturnType<typeof Offboarding.create>["where"]>[0];

/** The condition that an offboarding is as it was found. */
function unchanged(found: OffboardingRecord | undefined): Condition {
  return ({ state, due_at }, { eq, notExists }) =>
    found ? `${eq(state, found.state)} AND ${eq(due_at, found.due_at)}` : notExists(state);
}

function later(now: number, seconds: number): string {
  return timestamp(new Date(now + seconds * 1000));
}
