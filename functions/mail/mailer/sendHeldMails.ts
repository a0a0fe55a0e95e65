import { HeldMail, type HeldMailRecord } from "../../../shared/entities/heldMail.ts";
import { MailAllowance } from "../../../shared/entities/mailAllowance.ts";
import { requireEnv } from "../../../shared/env.ts";
import { describeError, log } from "../../../shared/log.ts";
import { sendMessages } from "../../../shared/queues/sendMessages.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { type Clock, NEVER, timestamp } from "../../../shared/time.ts";
import { reportDaysOf } from "../../reports/mailTimes.ts";
import { nextDay } from "../allowance.ts";
import { releaseMail } from "./holdMail.ts";
import { type MailMessage, sendMailAbout } from "./sendMailAbout.ts";

/** Longer than the function may run. */
const CLAIM_SECONDS = 120;
/** No mail is begun after this time: one takes up to half a minute if SES throttles. */
const TIME_MS = 20_000;
const MOST_MAILS = 100;

/** Held mails that are due, as the schedule names them. */
interface DueMails {
  reseller_uuid: string;
  due_at: string;
}

/**
 * Sends a reseller's held mails, oldest first, until it may send no more, or the time is over: then the
 * schedule calls again. A message that is not about the current `due_at` is outdated. A mail that fails
 * goes to the queue, so that it does not delay the others.
 */
export async function sendHeldMails({ reseller_uuid, due_at }: DueMails, clock: Clock) {
  const began = clock.now();
  const claim = timestamp(new Date(began + CLAIM_SECONDS * 1000));
  if (!(await moveDue({ reseller_uuid, due_at }, claim))) return;
  const { data: held } = await HeldMail.query
    .inOrder({ reseller_uuid })
    .go({ consistent: true, limit: MOST_MAILS });
  for (const mail of held) {
    if (clock.now() - began > TIME_MS) break;
    if ((await sendHeld(mail, clock)) === "held") {
      await moveDue({ reseller_uuid, due_at: claim }, nextDay(clock.now()));
      return;
    }
    await releaseMail(mail);
  }
  if (await isOver(reseller_uuid, claim)) return;
  await moveDue({ reseller_uuid, due_at: claim }, timestamp(new Date(clock.now())));
}

async function sendHeld(mail: HeldMailRecord, clock: Clock) {
  const message: MailMessage = { is_held: true, ...messageOf(mail) };
  const { reseller_uuid } = mail;
  try {
    return await sendMailAbout(message, clock);
  } catch (error) {
    log("warn", "a held mail was not sent and will be tried again", describeError(error));
    await sendMessages(requireEnv("MAIL_QUEUE_URL"), [message], () => reseller_uuid);
    return "done";
  }
}

function messageOf({ reseller_uuid, uuid, about, occasion }: HeldMailRecord): MailMessage {
  if (about === "webhook") return { webhook_disabled: { reseller_uuid, webhook_uuid: uuid } };
  const days = reportDaysOf(occasion);
  const user = { reseller_uuid, user_uuid: uuid };
  return days ? { report: { ...user, ...days } } : { onboarding: user };
}

/** Whether no mail is held any more; the schedule is told so. */
async function isOver(reseller_uuid: string, claim: string): Promise<boolean> {
  const done = await writeIfTrue(() =>
    MailAllowance.patch({ reseller_uuid })
      .set({ due_at: NEVER })
      .where(({ waiting, due_at }, { eq, lt }) => `${lt(waiting, 1)} AND ${eq(due_at, claim)}`)
      .go(),
  );
  return done !== undefined;
}

/** Moves a reseller's due time, unless somebody else has moved it. */
async function moveDue({ reseller_uuid, due_at }: DueMails, to: string): Promise<boolean> {
  const moved = await writeIfTrue(() =>
    MailAllowance.patch({ reseller_uuid })
      .set({ due_at: to })
      .where(({ due_at: now }, { eq }) => eq(now, due_at))
      .go(),
  );
  return moved !== undefined;
}
