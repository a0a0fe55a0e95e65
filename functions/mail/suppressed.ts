import { MailAddress, mailAddressKey } from "../../shared/entities/mailAddress.ts";
import { withoutTag } from "./withoutTag.ts";

/** The keys under which an address can be suppressed: its own, and that of the person without a tag. */
function keysOf(address: string) {
  return [...new Set([address, withoutTag(address)])].map(mailAddressKey);
}

/** Why an address gets no mail any more; undefined if it does. */
export async function findSuppression(address: string) {
  const found = await Promise.all(
    keysOf(address).map((key) => MailAddress.get(key).go({ consistent: true })),
  );
  return found.map(({ data }) => data).find((suppression) => suppression !== null);
}

/** Ends mail to an address after a bounce, and to all addresses of its person after a complaint. */
export async function suppress(
  address: string,
  given: { reason: "bounce" | "complaint"; suppressed_at: string },
) {
  const keys = given.reason === "bounce" ? [mailAddressKey(address)] : keysOf(address);
  await Promise.all(keys.map((key) => MailAddress.put({ ...key, ...given }).go()));
}

export async function liftSuppression(address: string) {
  await Promise.all(keysOf(address).map((key) => MailAddress.delete(key).go()));
}
