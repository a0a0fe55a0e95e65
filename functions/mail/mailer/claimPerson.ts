import { mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import { MailedAddress } from "../../../shared/entities/mailedAddress.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { withoutTag } from "../withoutTag.ts";

/** A reseller sends a person one onboarding mail in this time, whatever it deletes and onboards. */
const ONCE_IN_DAYS = 30;
const DAY_SECONDS = 86_400;

/** Whether the user is the one whose onboarding mail goes to this person; capitals and tags don't count. */
export async function claimPerson(
  { reseller_uuid, user_uuid, email }: { reseller_uuid: string; user_uuid: string; email: string },
  now: number,
): Promise<boolean> {
  const seconds = Math.floor(now / 1000);
  const since = timestamp(new Date((seconds - ONCE_IN_DAYS * DAY_SECONDS) * 1000));
  const claimed = await writeIfTrue(() =>
    MailedAddress.put({
      ...{ reseller_uuid, ...mailAddressKey(withoutTag(email)), user_uuid },
      mailed_at: timestamp(new Date(now)),
      expires_epoch: seconds + (ONCE_IN_DAYS + 1) * DAY_SECONDS,
    })
      .where(
        ({ user_uuid: owner, mailed_at }, { eq, lte, notExists }) =>
          `${notExists(owner)} OR ${eq(owner, user_uuid)} OR ${lte(mailed_at, since)}`,
      )
      .go(),
  );
  return claimed !== undefined;
}
