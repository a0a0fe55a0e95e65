import { MailAddress, mailAddressKey } from "../../shared/entities/mailAddress.ts";
import { MailedAddress } from "../../shared/entities/mailedAddress.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { withoutTag } from "../mail/withoutTag.ts";

/** Forgets that mails went to the user's address. That it wants none stays, by its digest. */
export async function forgetAddress({ reseller_uuid, uuid }: OwnedKey, email: string) {
  await writeIfTrue(() =>
    MailedAddress.delete({ reseller_uuid, ...mailAddressKey(withoutTag(email)) })
      .where(({ user_uuid }, { eq }) => eq(user_uuid, uuid))
      .go(),
  );
  await writeIfTrue(() => MailAddress.patch(mailAddressKey(email)).remove(["detail"]).go());
}
