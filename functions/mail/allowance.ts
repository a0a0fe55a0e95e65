import { MailAllowance, type MailAllowanceRecord } from "../../shared/entities/mailAllowance.ts";
import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";

const LEAST_A_DAY = 200;
/** The part of a reseller's businesses that may be onboarded in a day with a mail each. */
const PART_A_DAY = 1 / 10;
const DAY_MS = 86_400_000;

type Sized = Pick<ResellerRecord, "mails_per_day" | "business_count">;

/** How many mails a reseller may send a day: its own limit, or 200, or a tenth of its businesses if that is more. */
export function mailsPerDay({ mails_per_day, business_count = 0 }: Sized): number {
  return mails_per_day ?? Math.max(LEAST_A_DAY, Math.floor(business_count * PART_A_DAY));
}

/** The day in UTC, `2026-01-31`. */
function dayOf(ms: number): string {
  return timestamp(new Date(ms)).slice(0, 10);
}

/** When the next day begins. */
export function nextDay(now: number): string {
  return `${dayOf(now + DAY_MS)}T00:00:00+00:00`;
}

export async function readAllowance(reseller_uuid: string): Promise<MailAllowanceRecord> {
  const { data } = await MailAllowance.get({ reseller_uuid }).go({ consistent: true });
  return data ?? { reseller_uuid };
}

/**
 * Counts a mail and returns its number, or undefined if the reseller may send none now. A mail that was not
 * held must not overtake held ones. A report does not count against the limit of a day: it goes only to
 * users who got an onboarding mail, once for each period.
 */
export async function takeMail(
  { uuid: reseller_uuid, ...sized }: Sized & Pick<ResellerRecord, "uuid">,
  { now, isHeld, isReport }: { now: number; isHeld: boolean; isReport: boolean },
): Promise<number | undefined> {
  const most = mailsPerDay(sized);
  if (most === 0) return undefined;
  const [today, tomorrow] = [dayOf(now), dayOf(now + DAY_MS)];
  const longest = isHeld || isReport ? Number.MAX_SAFE_INTEGER : 0;
  const allowance = () => MailAllowance.update({ reseller_uuid }).add({ number: 1 });
  const send = (update: () => ReturnType<typeof allowance>) =>
    writeIfTrue(() =>
      update()
        .where(({ stopped_at }, { notExists }) => notExists(stopped_at))
        .where(
          ({ waiting }, { lte, notExists }) =>
            `(${notExists(waiting)} OR ${lte(waiting, longest)})`,
        )
        .go({ response: "all_new" }),
    );
  if (isReport) return (await send(allowance))?.data.number;
  const sendToday = () =>
    send(() =>
      allowance()
        .add({ sent_today: 1 })
        // Another function's clock may be in the next day already.
        .where(({ day }, { between }) => between(day, today, tomorrow))
        .where(({ sent_today }, { lt }) => lt(sent_today, most)),
    );
  const beginDay = () =>
    send(() =>
      allowance()
        .set({ day: today, sent_today: 1 })
        .where(
          ({ day }, { gt, lt, notExists }) =>
            `(${notExists(day)} OR ${lt(day, today)} OR ${gt(day, tomorrow)})`,
        ),
    );
  // Another worker may begin the day between the two.
  const counted = (await sendToday()) ?? (await beginDay()) ?? (await sendToday());
  return counted?.data.number;
}

/** Gives back a mail of today that SES did not take. */
export async function giveBackMail(reseller_uuid: string) {
  await writeIfTrue(() => MailAllowance.update({ reseller_uuid }).add({ sent_today: -1 }).go());
}

/** Has a worker send a reseller's held mails now, as far as it may: after its limit was raised or a stop lifted. */
export async function wakeHeldMails(reseller_uuid: string) {
  await writeIfTrue(() =>
    MailAllowance.patch({ reseller_uuid })
      .set({ due_at: timestamp() })
      .where(({ waiting }, { gt }) => gt(waiting, 0))
      .go(),
  );
}

/** What a reseller may send and what waits. */
export function describeAllowance(
  reseller: Sized,
  allowance: MailAllowanceRecord,
  now = Date.now(),
) {
  const { day, sent_today = 0, waiting = 0, stopped_at, stopped_for } = allowance;
  const isOver = day === undefined || day < dayOf(now);
  return {
    per_day: { count: isOver ? 0 : Math.max(0, sent_today), max: mailsPerDay(reseller) },
    waiting,
    stopped_at: stopped_at ?? null,
    stopped_for: stopped_for ?? null,
  };
}
