import { Mail } from "../../shared/entities/mail.ts";
import { MailAddress, mailAddressKey } from "../../shared/entities/mailAddress.ts";
import type { UserRecord } from "../../shared/entities/user.ts";

/** The mails of a user as operators see them, and whether its address gets any. */
export async function describeMails({ reseller_uuid, uuid, email }: UserRecord) {
  const [{ data: mails }, { data: suppression }] = await Promise.all([
    Mail.query.ofRecord({ reseller_uuid, about: "user", uuid }).go({ consistent: true }),
    MailAddress.get(mailAddressKey(email)).go({ consistent: true }),
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
