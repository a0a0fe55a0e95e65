import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { TooExpensive } from "../../../shared/audit/pages/threads.ts";
import {
  type FilledFields,
  openFields,
  unreadFields,
} from "../../../shared/entities/competitor.ts";
import { changeListed, unlessGone } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { addLogFields, describeError, log } from "../../../shared/platform/log.ts";
import { perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import type { SiteReading } from "./readSite.ts";

const message = z.object({ reseller_uuid: z.uuid(), competitor_uuid: z.uuid() });

/** How often the queue delivers a message, which is how often an unreadable site is tried. */
const ATTEMPTS = Number(requireEnv("ATTEMPTS"));

/** Reads what a site says about its owner. Throws TooExpensive if the site takes too much. */
type ReadSite = (hostname: string) => Promise<SiteReading>;

class Unreadable extends Error {}

/**
 * Reads the sites of the competitors in the queue, and fills the fields that no client has set. A message may arrive
 * twice, late, or for a deleted competitor. A site that is unreadable at the last attempt is no failure of ours: its
 * message does not become a dead letter.
 */
export function competitorReaderHandler(read: ReadSite) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const text = "reading a competitor's site failed and will be tried again";
    return await perMessage(Records, (record) => readFor(record, read), text);
  };
}

async function readFor({ body, attributes }: SQSRecord, read: ReadSite) {
  try {
    const { reseller_uuid, competitor_uuid: uuid } = message.parse(JSON.parse(body));
    addLogFields({ reseller_uuid, competitor_uuid: uuid });
    await readCompetitor({ reseller_uuid, uuid }, read);
  } catch (error) {
    const isLast = Number(attributes.ApproximateReceiveCount) >= ATTEMPTS;
    const isTheirs = error instanceof Unreadable || error instanceof TooExpensive;
    if (!isLast || !isTheirs) throw error;
    log("info", "a competitor's site can't be read", describeError(error));
  }
}

async function readCompetitor(key: OwnedKey, read: ReadSite): Promise<void> {
  const { data: competitor } = await competitors.get(key);
  if (!competitor) return;
  const { hostname } = competitor;
  const unset = openFields(competitor, unreadFields(hostname));
  if (Object.keys(unset).length === 0) return;
  const reading = await read(hostname);
  if ("unreadable" in reading) throw new Unreadable(reading.unreadable);
  const { fields, pages } = reading;
  const filling = changeListed(competitors, key, (current) => {
    // The change of the host name has sent another message.
    if (current.hostname !== hostname) return undefined;
    const changed = Object.entries(openFields(current, fields)).filter(
      ([field, value]) => current[field as keyof FilledFields] !== value,
    );
    if (changed.length === 0) return undefined;
    return { set: { ...Object.fromEntries(changed), enriched_at: new Date().toISOString() } };
  });
  if (await unlessGone(filling)) log("info", "a competitor's site was read", { pages });
}
