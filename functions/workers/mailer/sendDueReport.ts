import { ListEntry } from "../../../shared/entities/list.ts";
import { Mail } from "../../../shared/entities/mail.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { users } from "../../../shared/lists/users.ts";
import { addLogFields } from "../../../shared/platform/log.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { type Clock, NEVER, timestamp } from "../../../shared/platform/time.ts";
import {
  frequencyOf,
  nextReportDue,
  periodToReport,
  reportOccasion,
} from "../../../shared/reports/mailTimes.ts";
import {
  changeReportMails,
  findReportMails,
  forgetReportMails,
  moveReportDue,
  readUsualFrequency,
} from "../../../shared/reports/reportMails.ts";
import { sendReportMail } from "./reportMail.ts";

/** A report that is due, as the schedule names it. */
interface DueReport extends OwnedKey {
  due_at: string;
}

/** A report that could not be sent for this long is left out. */
const GIVE_UP_MS = 3 * 24 * 3600 * 1000;
/** Longer than the function may run. */
const CLAIM_SECONDS = 120;
const TIME_MS = 20_000;
const USERS_AT_ONCE = 50;

/**
 * Sends the report of a user that is due, and makes the next one due. A message that is not about the current
 * `due_at` is outdated. That of a reseller itself gives its users due times.
 */
export async function sendDueReport(due: DueReport, clock: Clock) {
  const { reseller_uuid, uuid, due_at } = due;
  addLogFields({ reseller_uuid });
  const mails = await findReportMails(due);
  if (mails?.due_at !== due_at) return;
  if (uuid === reseller_uuid) return await goThroughUsers(due, mails.cursor ?? null, clock);
  const { data: reseller } = await Reseller.get({ uuid: reseller_uuid }).go({ consistent: true });
  if (!reseller) return await forgetReportMails(due);
  const frequency = frequencyOf(mails, reseller.report_mails);
  const now = clock.now();
  let last_sent_at: string | undefined;
  if (frequency !== "none" && now - Date.parse(due_at) < GIVE_UP_MS) {
    const { days } = periodToReport(frequency, mails.timezone, Date.parse(due_at));
    await sendReportMail({ reseller_uuid, user_uuid: uuid, ...days }, clock);
    const key = { reseller_uuid, about: "user", uuid, occasion: reportOccasion(days) } as const;
    last_sent_at = (await Mail.get(key).go({ consistent: true })).data?.sent_at;
  }
  const next = nextReportDue(frequency, mails, Math.max(now, Date.parse(due_at)));
  await moveReportDue(due, next, { last_sent_at });
}

/** Gives the users of a reseller due times, as far as the time allows; the schedule calls again for the others. */
async function goThroughUsers(due: DueReport, after: string | null, clock: Clock) {
  const { reseller_uuid } = due;
  const began = clock.now();
  const claim = { ...due, due_at: timestamp(new Date(began + CLAIM_SECONDS * 1000)) };
  if (!(await moveReportDue(due, claim.due_at))) return;
  const isOver = (await readUsualFrequency(reseller_uuid)) === "none";
  const follow = async (uuid: string) => {
    const key = { reseller_uuid, uuid };
    // Those who have no due time need none.
    if (isOver && !(await findReportMails(key))) return;
    await changeReportMails(key, () => ({}), began);
  };
  let cursor = after;
  do {
    const page: { data: { record: Record<string, unknown> }[]; cursor: string | null } =
      await ListEntry.query
        .inOrder(users.list({ reseller_uuid }))
        .go({ consistent: true, limit: USERS_AT_ONCE, cursor });
    await Promise.all(page.data.map(({ record }) => follow(String(record["uuid"]))));
    cursor = page.cursor;
  } while (cursor && clock.now() - began < TIME_MS);
  await moveReportDue(claim, cursor ? timestamp(new Date(clock.now())) : NEVER, { cursor });
}
