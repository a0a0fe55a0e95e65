import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { requireEnv } from "../../../shared/env.ts";
import { addressOf } from "../../../shared/fields/siteUrl.ts";
import { changeListed, unlessGone } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { addLogFields, describeError, log } from "../../../shared/log.ts";
import { perMessage } from "../../../shared/queues/perMessage.ts";
import { sendAll } from "../../../shared/queues/sendMessages.ts";
import { type FilledFields, unreadFields } from "../../../shared/resources/competitor.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import type { Clock } from "../../../shared/time.ts";

import { Unreadable } from "./openSite.ts";
import type { SiteReading } from "./readFields.ts";
import { type ReadSite, readOnce } from "./sharing.ts";

const message = z.object({
  reseller_uuid: z.uuid(),
  competitor_uuid: z.uuid(),
  /** An operator wants the site read now, even if it was read within the hour. */
  requested: z.optional(z.boolean()),
});

/** A competitor whose host another reader has waits once to twice this long. */
const BUSY_SECONDS = 60;

/** How often the queue delivers a message, and thus how often an unreadable site is tried. */
const ATTEMPTS = Number(requireEnv("ATTEMPTS"));

/**
 * Reads the sites of the competitors that the queue names, and fills the fields that no client has set.
 * Competitors with one address share a reading; one whose host another reader has is sent to the queue
 * again. A message may come twice, late, or for a deleted competitor. A site that can't be read at the last
 * attempt is no failure of ours, so that its message does not become a dead letter.
 */
export function competitorReaderHandler(settings: ReaderSettings) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const readTogether = togetherBy(settings);
    const text = "reading a competitor's site failed and will be tried again";
    return await perMessage(Records, (record) => readFor(record, readTogether), {
      level: "warn",
      text,
    });
  };
}

interface ReaderSettings {
  clock: Clock;
  /** Throws TooExpensive if a site takes too much. */
  read: ReadSite;
}

type ReadTogether = (asked: { reseller_uuid: string; isRequested: boolean }) => Reading;

/** Shares one reading among the messages of a batch that have one address. */
function togetherBy(settings: ReaderSettings): ReadTogether {
  const underway = new Map<string, Promise<SiteReading | undefined>>();
  return (asked) => (hostname) => {
    const address = `${asked.isRequested} ${addressOf(hostname)}`;
    const reading = underway.get(address) ?? readOnce(hostname, { ...settings, ...asked });
    underway.set(address, reading);
    return reading;
  };
}

async function readFor({ body, attributes }: SQSRecord, read: ReadTogether) {
  try {
    const asked = message.parse(JSON.parse(body));
    const { reseller_uuid, competitor_uuid: uuid, requested = false } = asked;
    addLogFields({ reseller_uuid, competitor_uuid: uuid });
    const reading = read({ reseller_uuid, isRequested: requested });
    if (!(await readCompetitor({ reseller_uuid, uuid }, reading))) await postpone(asked);
  } catch (error) {
    const isLast = Number(attributes.ApproximateReceiveCount) >= ATTEMPTS;
    const isTheirs = error instanceof Unreadable || error instanceof HostnameChanged;
    if (!isLast || !isTheirs) throw error;
    log("info", "a competitor's site can't be read", describeError(error));
  }
}

/** Sends a message again, for one to two minutes later, spread by uuid. */
async function postpone(asked: z.infer<typeof message>) {
  const { reseller_uuid: group, competitor_uuid } = asked;
  const own = Number.parseInt(competitor_uuid.slice(-8), 16) % BUSY_SECONDS;
  const delaySeconds = BUSY_SECONDS + own;
  await sendAll(requireEnv("COMPETITOR_QUEUE_URL"), [{ message: asked, group, delaySeconds }]);
}

/** Reads what a site says about its owner; undefined while another reader has its host. */
type Reading = (hostname: string) => Promise<SiteReading | undefined>;

/**
 * Fills the fields of a competitor that no client has set with what its site says. If the site can't be
 * read, only what the competitor's former site said is removed. Throws if trying again later may help.
 * False if another reader has the host.
 */
async function readCompetitor(key: OwnedKey, read: Reading): Promise<boolean> {
  const { data: competitor } = await competitors.get(key);
  if (!competitor || !hasOpenFields(competitor)) return true;
  const { hostname } = competitor;
  const reading = await read(hostname);
  if (!reading) return false;
  const { fields, pages, unreadable } = reading;
  const filled = await fillCompetitor(key, { hostname, read: fields, now: new Date() });
  if (pages > 0) log("info", "a competitor's site was read", { pages, filled });
  if (unreadable?.passing) throw new Unreadable(unreadable.reason, { passing: true });
  if (unreadable) {
    log("info", "a competitor's site can't be read", { reason: unreadable.reason });
  }
  return true;
}

function hasOpenFields({ hostname, client_fields }: { hostname: string; client_fields: string[] }) {
  return Object.keys(unreadFields(hostname)).some((field) => !client_fields.includes(field));
}

/** The client gave the competitor another site while the one it had was being read. */
class HostnameChanged extends Error {}

/**
 * Writes what a site says into a competitor and its copy in the list, except for fields that a client has
 * set. Returns the names of the changed fields. Throws HostnameChanged if the competitor has another site
 * by now.
 */
async function fillCompetitor(
  key: OwnedKey,
  { hostname, read, now }: { hostname: string; read: Partial<FilledFields>; now: Date },
): Promise<string[]> {
  let news: Partial<FilledFields> = {};
  const filled = changeListed(competitors, key, (found) => {
    if (found.hostname !== hostname) throw new HostnameChanged("The site has changed");
    const filled_from = addressOf(hostname);
    const known = found.filled_from === filled_from ? {} : unreadFields(hostname);
    const changed = Object.entries({ ...known, ...read }).filter(
      ([field, value]) =>
        !found.client_fields.includes(field) && found[field as keyof FilledFields] !== value,
    );
    news = Object.fromEntries(changed);
    if (Object.keys(news).length === 0) return undefined;
    return { set: { ...news, filled_from, enriched_at: now.toISOString() } };
  });
  return (await unlessGone(filled)) ? Object.keys(news) : [];
}
