import * as z from "zod/mini";
import { Mail } from "../../shared/entities/mail.ts";
import { mailAddressKey } from "../../shared/entities/mailAddress.ts";
import { MailAllowance, type MailAllowanceRecord } from "../../shared/entities/mailAllowance.ts";
import { MailedAddress } from "../../shared/entities/mailedAddress.ts";
import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import type { UserRecord } from "../../shared/entities/user.ts";
import { requireEnv } from "../../shared/env.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { describeAllowance, readAllowance, wakeHeldMails } from "../mail/allowance.ts";
import { countFaults } from "../mail/stopRule.ts";
import { findSuppression, liftSuppression } from "../mail/suppressed.ts";
import { withoutTag } from "../mail/withoutTag.ts";
import { changeReportMails, presentReportMails } from "../reports/reportMails.ts";
import { command, flag, WrongInput } from "./command.ts";
import { reseller_uuid, user_uuid } from "./naming.ts";
import { requireOwned } from "./records.ts";
import { findResellers, requireChangeable, requireReseller } from "./reseller.ts";

/** A user's mails as operators see them, and whether the address is suppressed. */
async function describeMails({ reseller_uuid, uuid, email }: UserRecord) {
  const [{ data: mails }, suppression] = await Promise.all([
    Mail.query.ofRecord({ reseller_uuid, about: "user", uuid }).go({ consistent: true }),
    findSuppression(email),
  ]);
  return mails.map(({ occasion, status, sent_at, message_id, reason }) => ({
    mail: occasion,
    email,
    status,
    sent_at: sent_at ?? null,
    message_id: message_id ?? null,
    reason: reason ?? null,
    suppressed_at: suppression?.suppressed_at ?? null,
    suppressed_for: suppression?.reason ?? null,
  }));
}

/** Lists the mails to a user with their status. May miss those of the last seconds. */
export const listMails = command({ user_uuid }, async ({ user_uuid }) =>
  describeMails(await requireOwned("user", user_uuid)),
);

/**
 * Sends a user's onboarding mail, also if it was sent before. An address that bounced or complained
 * gets it only with `lift`, which removes it from the suppressed ones.
 */
export const resendMail = command(
  { user_uuid, lift: flag("--lift") },
  async ({ user_uuid, lift = false }) => {
    const user = await requireChangeable("user", user_uuid);
    const { reseller_uuid, email, suspended_at } = user;
    if (suspended_at) throw new WrongInput(`User ${user_uuid} is suspended, and gets no mail.`);
    await assertDeliverable(email, lift);
    const person = { reseller_uuid, ...mailAddressKey(withoutTag(email)) };
    await writeIfTrue(() => MailedAddress.delete(person).go());
    const key = { reseller_uuid, about: "user", uuid: user_uuid, occasion: "onboarding" } as const;
    const reset = await writeIfTrue(() =>
      Mail.put({ ...key, status: "waiting" })
        .where(
          ({ claimed_until }, { lt, notExists }) =>
            `${notExists(claimed_until)} OR ${lt(claimed_until, timestamp())}`,
        )
        .go(),
    );
    if (!reset) throw new WrongInput("The mail is being sent at this moment.");
    const message = { onboarding: { reseller_uuid, user_uuid } };
    await sendMessages(requireEnv("MAIL_QUEUE_URL"), [message], () => reseller_uuid);
    return describeMails(user);
  },
);

async function assertDeliverable(email: string, lift: boolean) {
  const suppression = await findSuppression(email);
  if (!suppression) return;
  if (lift) return await liftSuppression(email);
  const { reason, suppressed_at } = suppression;
  throw new WrongInput(
    `${email} gets no mail since a ${reason} at ${suppressed_at}: add --lift to try again.`,
  );
}

/** What a reseller may send, what came back of its last 1,000 mails, and what waits. */
function describeLimits(reseller: ResellerRecord, allowance: MailAllowanceRecord) {
  const { uuid, name } = reseller;
  const { per_day, ...rest } = describeAllowance(reseller, allowance);
  return {
    ...{ uuid, name, sent_today: per_day.count, mails_per_day: per_day.max },
    ...countFaults(allowance),
    ...rest,
  };
}

/** Takes back that a user unsubscribed from reports. */
export const resubscribe = command({ user_uuid }, async ({ user_uuid }) => {
  const { reseller_uuid, uuid } = await requireChangeable("user", user_uuid);
  const changed = await changeReportMails({ reseller_uuid, uuid }, () => ({
    unsubscribed_at: undefined,
  }));
  return presentReportMails(uuid, changed);
});

/** Shows a reseller's limit of mails and its use, or those of all resellers whose mail waits or is stopped. */
export const listMailLimits = command(
  { reseller_uuid: z.optional(reseller_uuid) },
  async ({ reseller_uuid: uuid }) => {
    if (uuid !== undefined) {
      return [describeLimits(await requireReseller(uuid), await readAllowance(uuid))];
    }
    const resellers = await findResellers();
    const allowances = await batchGet(
      ...resellers.map(({ uuid: reseller_uuid }) =>
        lookup<MailAllowanceRecord>(MailAllowance, { reseller_uuid }),
      ),
    );
    return resellers.flatMap((reseller, index) => {
      const allowance = allowances[index];
      if (!allowance || !(allowance.waiting || allowance.stopped_at)) return [];
      return describeLimits(reseller, allowance);
    });
  },
);

/** Lets a reseller's mail go on after too many bounces or complaints. Only later ones count. */
export const liftMailStop = command({ reseller_uuid }, async ({ reseller_uuid: uuid }) => {
  const reseller = await requireReseller(uuid);
  const { number, stopped_at } = await readAllowance(uuid);
  if (!stopped_at) throw new WrongInput(`The mail of "${reseller.name}" is not stopped.`);
  await writeIfTrue(() =>
    MailAllowance.patch({ reseller_uuid: uuid })
      .set({ lifted_number: number ?? 0 })
      .remove(["stopped_at", "stopped_for"])
      .go(),
  );
  await wakeHeldMails(uuid);
  return describeLimits(reseller, await readAllowance(uuid));
});
