import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { Unreadable } from "../../../shared/audit/organization/readSite.ts";
import { TooExpensive } from "../../../shared/audit/pages/threads.ts";
import { type FilledFields, unreadFields } from "../../../shared/entities/competitor.ts";
import { addressOf } from "../../../shared/fields/siteUrl.ts";
import { changeListed, unlessGone } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { addLogFields, describeError, log } from "../../../shared/platform/log.ts";
import { perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import type { SiteReading } from "./readFields.ts";

const message = z.object({ reseller_uuid: z.uuid(), competitor_uuid: z.uuid() });

/** How often the queue delivers a message, which is how often an unreadable site is tried. */
const ATTEMPTS = Number(requireEnv("ATTEMPTS"));

/** Reads what a site says about its owner. Throws TooExpensive if the site takes too much. */
type ReadSite = (hostname: string) => Promise<SiteReading>;

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
    const isTheirs = error instanceof Unreadable || error instanceof HostnameChanged;
    if (!isLast || !isTheirs) throw error;
    log("info", "a competitor's site can't be read", describeError(error));
  }
}

/**
 * Fills the fields that no client has set from the competitor's site. If the site can't be read, only removes what
 * came from a former site. Throws if a retry may help.
 */
async function readCompetitor(key: OwnedKey, read: ReadSite): Promise<void> {
  const { data: competitor } = await competitors.get(key);
  if (!competitor || !hasOpenFields(competitor)) return;
  const { hostname } = competitor;
  const { fields, pages, unreadable } = await readWithin(read, hostname);
  const filled = await fillCompetitor(key, { hostname, read: fields, now: new Date() });
  if (pages > 0) log("info", "a competitor's site was read", { pages, filled });
  if (unreadable?.passing) throw new Unreadable(unreadable.reason, { passing: true });
  if (unreadable) log("info", "a competitor's site can't be read", { reason: unreadable.reason });
}

/** Reads a site. One that is too expensive counts as unreadable for good, because a retry would end the same way. */
async function readWithin(read: ReadSite, hostname: string): Promise<SiteReading> {
  try {
    return await read(hostname);
  } catch (error) {
    if (!(error instanceof TooExpensive)) throw error;
    const reason = `too expensive: ${error.message}`;
    return { fields: {}, pages: 0, unreadable: { reason, passing: false } };
  }
}

function hasOpenFields({ hostname, client_fields }: { hostname: string; client_fields: string[] }) {
  return Object.keys(unreadFields(hostname)).some((field) => !client_fields.includes(field));
}

/** The client changed the competitor's site while the former one was read. */
class HostnameChanged extends Error {}

/**
 * Writes the fields of a competitor and of its copy in the list, except for those that a client has set. Returns the
 * names of the changed fields. Throws HostnameChanged if the competitor has another site by now.
 */
async function fillCompetitor(
  key: OwnedKey,
  { hostname, read, now }: { hostname: string; read: Partial<FilledFields>; now: Date },
): Promise<string[]> {
  let news: Partial<FilledFields> = {};
  const filled = changeListed(competitors, key, (competitor) => {
    if (competitor.hostname !== hostname) throw new HostnameChanged("The site has changed");
    const filled_from = addressOf(hostname);
    const former = competitor.filled_from === filled_from ? {} : unreadFields(hostname);
    const changed = Object.entries({ ...former, ...read }).filter(
      ([field, value]) =>
        !competitor.client_fields.includes(field) &&
        competitor[field as keyof FilledFields] !== value,
    );
    news = Object.fromEntries(changed);
    if (Object.keys(news).length === 0) return undefined;
    return { set: { ...news, filled_from, enriched_at: now.toISOString() } };
  });
  return (await unlessGone(filled)) ? Object.keys(news) : [];
}
