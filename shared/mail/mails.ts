import { Mail, type MailKey, type MailRecord } from "../entities/mail.ts";
import { writeIfTrue } from "../platform/table/transact.ts";

/** The statuses of a mail that was not sent. */
const OPEN: readonly MailRecord["status"][] = ["waiting", "off", "refused"];
export const SENDING: MailRecord["status"] = "sending";

interface Claim {
  now: string;
  claimed_until: string;
  expires_epoch?: number | undefined;
  /** Whether a mail that may have been sent must not be sent again. */
  isOnlyOnce: boolean;
}

/** Claims a mail for a worker. Returns false if it was sent or another worker is sending it. */
export async function claimMail(
  key: MailKey,
  { now, claimed_until, expires_epoch, isOnlyOnce }: Claim,
): Promise<boolean> {
  const claimed = await writeIfTrue(() =>
    Mail.put({ ...key, status: SENDING, claimed_until, ...(expires_epoch && { expires_epoch }) })
      .where(({ status, claimed_until }, { eq, lt, notExists }) =>
        [
          notExists(status),
          ...OPEN.map((each) => eq(status, each)),
          ...(isOnlyOnce ? [] : [`(${eq(status, SENDING)} AND ${lt(claimed_until, now)})`]),
        ].join(" OR "),
      )
      .go(),
  );
  return claimed !== undefined;
}

/** Ends a claim with an outcome, unless another worker has the claim or a bounce was recorded first. */
export async function recordOutcome(key: MailKey, claim: string, fields: Partial<MailRecord>) {
  await writeIfTrue(() =>
    Mail.patch(key)
      .set(fields)
      .remove(["claimed_until"])
      .where(
        ({ status, claimed_until }, { eq }) =>
          `${eq(status, SENDING)} AND ${eq(claimed_until, claim)}`,
      )
      .go(),
  );
}
