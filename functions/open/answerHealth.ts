import packageFile from "../../package.json" with { type: "json" };
import { ScheduleCursor, TICK } from "../../shared/entities/scheduleCursor.ts";
import { jsonResponse } from "../../shared/http/responses.ts";
import { describeError, log } from "../../shared/platform/log.ts";
import { remembering } from "./sharedPages/memory.ts";

/** How long a container answers with the same state. */
const KEPT_SECONDS = 10;
/** The schedule runs every minute. */
const STOPPED_MS = 3 * 60_000;

const rememberState = remembering<boolean>(KEPT_SECONDS, 1);

/** 200 if the table can be read and the schedule ran within three minutes, otherwise 503. */
export async function answerHealth() {
  const { version } = packageFile;
  const isOk = await rememberState("all", isHealthy);
  return jsonResponse(isOk ? 200 : 503, { status: isOk ? "ok" : "failing", version });
}

async function isHealthy(): Promise<boolean> {
  try {
    const { data } = await ScheduleCursor.get(TICK).go();
    if (data && Date.now() - Date.parse(data.enqueued_until) < STOPPED_MS) return true;
    log("error", "the schedule has stopped", { last_run_at: data?.enqueued_until });
  } catch (error) {
    log("error", "the table can't be read", describeError(error));
  }
  return false;
}
