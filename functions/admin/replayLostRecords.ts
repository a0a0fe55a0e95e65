import * as z from "zod/mini";
import { requireEnv } from "../../shared/env.ts";
import { describeError, log } from "../../shared/log.ts";
import { sendEach } from "../../shared/queues/sendMessages.ts";
import { command } from "./command.ts";
import { openLostRecords } from "./lostRecords.ts";

/** So many objects of up to 100 records are done well within the function's minute. */
const OBJECTS_A_CALL = 20;

/** The record of an invocation that Lambda gave up; `payload` is the event that it was made with. */
const event = z.object({ Records: z.array(z.object({ eventID: z.optional(z.string()) })) });
const invocation = z.object({ payload: z.string() });

/**
 * Has the dispatcher follow lost records again, in all parts, by its own queue, and removes the objects
 * that held them; what it has followed before does no harm. `kept` are those that could not be
 * read, or that the queue did not take; `more` says to ask again.
 */
export const replayLostRecords = command({}, async () => {
  const lost = await openLostRecords();
  const kept: string[] = [];
  let records = 0;
  if (!lost) return { records, objects: 0, kept, more: false };
  const objects = await lost.list(OBJECTS_A_CALL);
  for (const { key } of objects) {
    try {
      records += await enqueue(await lost.read(key));
      await lost.remove(key);
    } catch (error) {
      log("error", "lost records could not be replayed", { key, ...describeError(error) });
      kept.push(key);
    }
  }
  const more = objects.length === OBJECTS_A_CALL && kept.length < objects.length;
  return { records, objects: objects.length - kept.length, kept, more };
});

/** Sends each record of an object; returns how many there are, or throws when one was not taken. */
async function enqueue(text: string): Promise<number> {
  const { payload } = invocation.parse(JSON.parse(text));
  // Only its form is checked: all of a record goes on.
  const { Records } = JSON.parse(payload) as z.infer<typeof event>;
  event.parse({ Records });
  const refused = await sendEach(
    requireEnv("CHANGES_QUEUE_URL"),
    Records.map((record) => ({ message: { record } })),
  );
  if (refused.length > 0) throw new Error(`The queue did not take ${refused.length} records`);
  return Records.length;
}
