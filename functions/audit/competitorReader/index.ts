import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { requireEnv } from "../../../shared/env.ts";
import { addressOf } from "../../../shared/fields/siteUrl.ts";
import { addLogFields, describeError, log } from "../../../shared/log.ts";
import { atDoor } from "../../../shared/queues/atDoor.ts";
import { perMessage } from "../../../shared/queues/perMessage.ts";
import { sendAll } from "../../../shared/queues/sendMessages.ts";
import { type Clock, systemClock } from "../../../shared/time.ts";
import { Unreadable } from "./openSite.ts";
import { HostnameChanged, type Reading, readCompetitor } from "./readCompetitor.ts";
import { readFieldsInThread, type SiteReading } from "./readFields.ts";
import { type ReadSite, readOnce } from "./sharing.ts";

const message = z.object({
  reseller_uuid: z.uuid(),
  competitor_uuid: z.uuid(),
  /** By an operator: what was read within the hour does not count. */
  requested: z.optional(z.boolean()),
});

/** How long a competitor whose host is being read waits at least, and again at most. */
const BUSY_SECONDS = 60;

/** How often a site that can't be read is tried: as often as the queue delivers a message. */
const MAX_RECEIVES = Number(requireEnv("MAX_RECEIVES"));

/**
 * Reads the sites of the competitors that the queue names and fills what their clients have not
 * set. Those of one address are read together, and one whose host is being read comes again. A message
 * may come twice, late, or for a competitor that is gone. One that fails is given back on its own, and
 * the queue tries it again. That somebody's site can't be read in the end is no failure of ours: the
 * message is then done, and only what we fail at becomes a dead letter.
 */
export function competitorReaderHandler(settings: ReaderSettings) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const readTogether = togetherBy(settings);
    const failures = await perMessage(Records, (record) => findFailure(record, readTogether));
    return { batchItemFailures: failures.flat() };
  };
}

/** What a reader is made with. */
export interface ReaderSettings {
  clock: Clock;
  /** Throws TooExpensive where a site takes too much. */
  read: ReadSite;
}

export const handler = atDoor(
  competitorReaderHandler({ clock: systemClock, read: readFieldsInThread }),
);

type ReadTogether = (isRequested: boolean) => Reading;

/** Readings of which those of one address are one. */
function togetherBy(settings: ReaderSettings): ReadTogether {
  const underway = new Map<string, Promise<SiteReading | undefined>>();
  return (isRequested) => (hostname) => {
    const address = `${isRequested} ${addressOf(hostname)}`;
    const reading = underway.get(address) ?? readOnce(hostname, { ...settings, isRequested });
    underway.set(address, reading);
    return reading;
  };
}

async function findFailure({ body, messageId, attributes }: SQSRecord, read: ReadTogether) {
  try {
    const asked = message.parse(JSON.parse(body));
    const { reseller_uuid, competitor_uuid: uuid, requested = false } = asked;
    addLogFields({ reseller_uuid, competitor_uuid: uuid });
    if (!(await readCompetitor({ reseller_uuid, uuid }, read(requested)))) await postpone(asked);
    return [];
  } catch (error) {
    const isLast = Number(attributes.ApproximateReceiveCount) >= MAX_RECEIVES;
    if (isLast && (error instanceof Unreadable || error instanceof HostnameChanged)) {
      log("info", "a competitor's site can't be read", describeError(error));
      return [];
    }
    log("warn", "reading a competitor's site failed and will be tried again", describeError(error));
    return [{ itemIdentifier: messageId }];
  }
}

/** Has a competitor read a minute or two later: a moment of its own. */
async function postpone(asked: z.infer<typeof message>) {
  const { reseller_uuid: group, competitor_uuid } = asked;
  const own = Number.parseInt(competitor_uuid.slice(-8), 16) % BUSY_SECONDS;
  const delaySeconds = BUSY_SECONDS + own;
  await sendAll(requireEnv("COMPETITOR_QUEUE_URL"), [{ message: asked, group, delaySeconds }]);
}
