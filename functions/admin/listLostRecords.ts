import { timestamp } from "../../shared/time.ts";
import { command } from "./command.ts";
import { openLostRecords } from "./lostRecords.ts";

/** What the stream's dispatcher has lost: each object holds a batch of records. */
export const listLostRecords = command({}, async () => {
  const lost = await openLostRecords();
  const objects = (await lost?.list()) ?? [];
  return objects.map(({ key, lost_at }) => ({ key, lost_at: lost_at ? timestamp(lost_at) : null }));
});
