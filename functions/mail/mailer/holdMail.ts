import { HeldMail } from "../../../shared/entities/heldMail.ts";
import { Mail, type MailKey } from "../../../shared/entities/mail.ts";
import { MailAllowance } from "../../../shared/entities/mailAllowance.ts";
import {
  retryOnConflict,
  transact,
  transactIfTrue,
  write,
} from "../../../shared/table/transact.ts";
import { nextDay, readAllowance } from "../allowance.ts";

const FULL = "The reseller has sent its mails of the day.";
const STOPPED = "The reseller's mail is stopped.";
const CLOSED = "The reseller is closed.";

/** Holds a mail that a worker has claimed, after those that are held already. */
export async function holdMail(
  key: MailKey,
  { claimed_until, now, isClosed }: { claimed_until: string; now: number; isClosed?: true },
) {
  const { reseller_uuid, uuid, about, occasion } = key;
  const place = { reseller_uuid, uuid, occasion };
  await retryOnConflict(async () => {
    const [{ data: entry }, { waiting = 0, stopped_at }] = await Promise.all([
      HeldMail.get(place).go({ consistent: true }),
      readAllowance(reseller_uuid),
    ]);
    const reason = isClosed ? CLOSED : stopped_at ? STOPPED : FULL;
    const hold = write(Mail, (mail) =>
      mail
        .patch(key)
        .set({ status: "held", reason })
        .remove(["claimed_until"])
        .where(
          ({ status, claimed_until: until }, { eq }) =>
            `${eq(status, "sending")} AND ${eq(until, claimed_until)}`,
        )
        .commit(),
    );
    if (entry) return await transact(hold);
    const count = write(MailAllowance, (allowance) =>
      waiting > 0
        ? allowance
            .update({ reseller_uuid })
            .add({ waiting: 1 })
            .where(({ waiting: now }, { gt }) => gt(now, 0))
            .commit()
        : allowance
            .update({ reseller_uuid })
            .set({ due_at: nextDay(now), waiting: 1 })
            .where(({ waiting: now }, { lt, notExists }) => `${notExists(now)} OR ${lt(now, 1)}`)
            .commit(),
    );
    const enter = write(HeldMail, (held) => held.create({ ...place, about }).commit());
    await transact(hold, enter, count);
  });
}

/** Removes a mail from the held ones, if it is still there. */
export async function releaseMail({ reseller_uuid, uuid, occasion }: Omit<MailKey, "about">) {
  await transactIfTrue(
    write(HeldMail, (held) =>
      held
        .delete({ reseller_uuid, uuid, occasion })
        .where(({ about }, { exists }) => exists(about))
        .commit(),
    ),
    write(MailAllowance, (allowance) =>
      allowance.update({ reseller_uuid }).add({ waiting: -1 }).commit(),
    ),
  );
}
