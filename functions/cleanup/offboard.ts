import { Erasure } from "../../shared/entities/erasure.ts";
import { type OffboardingRecord, offboardingFile } from "../../shared/entities/offboarding.ts";
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { deleteFile, writeFile } from "../../shared/files/files.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { partitionOf } from "../../shared/lists/stretches.ts";
import { twinOf } from "../../shared/sandbox.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { NEVER, timestamp } from "../../shared/time.ts";
import { closeWebhook, reopenWebhook } from "../events/webhook.ts";
import { afterPass } from "./erase.ts";
import { eraseReseller } from "./eraseReseller.ts";
import { exportPart } from "./exportReseller.ts";
import { beginErasing, findOffboarding, noteOffboarding } from "./offboardings.ts";

/** Longer than a worker can be at a step: by then its claim is over, and what it wrote is there. */
const CLAIM_SECONDS = 120;
const ERASURE_MS = 3_600_000;
const GZIP_TYPE = "application/gzip";

interface Due extends OwnedKey {
  due_at: string;
}

type Step = (
  found: OffboardingRecord,
  hasTime: () => boolean,
) => Promise<OffboardingRecord | undefined>;

/** What to do when an offboarding in this state is due. Returns it if the next step follows at once. */
const steps: Record<OffboardingRecord["state"], Step> = {
  exporting: exportSome,
  kept: endKeeping,
  erasing: eraseSome,
  erased: async () => undefined,
  returning: openWebhooks,
  returned: forgetFiles,
};

/**
 * Goes on with an offboarding as far as the time allows, if it is due at the time of the message and by this
 * worker's clock; returns what the next message names. A message that comes twice or late changes nothing.
 */
export async function offboard(due: Due, hasTime: () => boolean): Promise<Due | undefined> {
  let found = await findOffboarding(due.reseller_uuid);
  if (found?.due_at !== due.due_at || !isDue(found)) return undefined;
  do {
    found = await steps[found.state](found, hasTime);
    if (found === undefined) return undefined;
  } while (hasTime());
  const { reseller_uuid, uuid, due_at } = found;
  return { reseller_uuid, uuid, due_at };
}

/** Closes the webhooks, and writes a part of the export. One worker at a time has the claim for the next part. */
async function exportSome(
  due: OffboardingRecord,
  hasTime: () => boolean,
): Promise<OffboardingRecord | undefined> {
  const found = await noteOffboarding(due, { due_at: inSeconds(CLAIM_SECONDS) });
  if (!found) return undefined;
  const { uuid, parts, erase_at } = found;
  if (parts === 0) {
    await closeWebhooks(uuid);
    if (await isErasing(found)) return undefined;
  }
  const { body, records, place } = await exportPart(uuid, found.place, hasTime);
  await writeFile(offboardingFile(uuid, parts), body, GZIP_TYPE);
  const next = await noteOffboarding(found, {
    ...{ parts: parts + 1, files: Math.max(found.files, parts + 1) },
    ...{ records: found.records + records, bytes: found.bytes + body.length },
    ...(place === undefined
      ? { state: "kept", exported_at: timestamp(), due_at: erase_at }
      : { place, due_at: timestamp() }),
  });
  // The reseller came back, or is deleted, meanwhile.
  if (!next) await deleteFile(offboardingFile(uuid, parts));
  return next && isDue(next) ? next : undefined;
}

/**
 * Whether a user is being erased, who must not be in the export. A pass that does not end delays it for an hour at
 * most.
 */
async function isErasing({ uuid, requested_at }: OffboardingRecord): Promise<boolean> {
  if (Date.now() - Date.parse(requested_at) > ERASURE_MS) return false;
  for (const reseller_uuid of [uuid, twinOf(uuid)]) {
    const partition = partitionOf(Erasure, { reseller_uuid, uuid: "" });
    const options = { ConsistentRead: true, ProjectionExpression: "passes" };
    for await (const { Items = [] } of queryIndex({ partition }, options))
      if (Items.some(({ passes }) => passes === 0)) return true;
  }
  return false;
}

/** Ends the time in which the reseller can come back. */
async function endKeeping({ uuid }: OffboardingRecord) {
  const next = await beginErasing(uuid);
  return next.state === "erasing" ? next : undefined;
}

/** Does a pass of the erasure. An interrupted pass is repeated as a whole. */
async function eraseSome(
  found: OffboardingRecord,
  hasTime: () => boolean,
): Promise<OffboardingRecord | undefined> {
  await forgetParts(found);
  for await (const _ of eraseReseller(found.uuid)) if (!hasTime()) return found;
  const changes = afterPass(found);
  await noteOffboarding(found, {
    ...changes,
    ...(changes.due_at === NEVER && { state: "erased" }),
  });
  return undefined;
}

/** Enables what was disabled when the reseller left. */
async function openWebhooks(found: OffboardingRecord) {
  for (const webhook of await webhooksOf(found.uuid)) {
    if (webhook.is_closed) await unlessGone(reopenWebhook(webhook));
  }
  await noteOffboarding(found, { state: "returned", due_at: inSeconds(CLAIM_SECONDS) });
  return undefined;
}

/** Deletes the export of a reseller that came back, once no worker can be writing a part of it. */
async function forgetFiles(found: OffboardingRecord) {
  await forgetParts(found);
  await noteOffboarding(found, { due_at: NEVER });
  return undefined;
}

/** Also the part of a worker that died after it. */
async function forgetParts({ uuid, files }: OffboardingRecord) {
  for (let part = 0; part <= files; part += 1) await deleteFile(offboardingFile(uuid, part));
}

async function closeWebhooks(uuid: string) {
  for (const webhook of await webhooksOf(uuid)) await closeWebhook(webhook, new Date());
}

async function webhooksOf(uuid: string): Promise<WebhookRecord[]> {
  const found = [uuid, twinOf(uuid)].map((reseller_uuid) =>
    Webhook.query.ofReseller({ reseller_uuid }).go({ consistent: true, pages: "all" }),
  );
  return (await Promise.all(found)).flatMap(({ data }) => data);
}

function isDue({ due_at }: Pick<OffboardingRecord, "due_at">): boolean {
  return Date.parse(due_at) <= Date.now();
}

function inSeconds(seconds: number): string {
  return timestamp(new Date(Date.now() + seconds * 1000));
}
