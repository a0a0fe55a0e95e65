import { randomBytes, timingSafeEqual } from "node:crypto";
import type { OwnedKey } from "../platform/table/entity.ts";

const FORM = /^([0-9a-f-]{36})_([0-9a-f-]{36})_([0-9a-f]{32})$/;

/** What an unsubscribe link holds that nobody can guess. */
export function newSecret(): string {
  return randomBytes(16).toString("hex");
}

/** Who a token is for: a user, or an address of alerts. */
interface Holder extends OwnedKey {
  secret: string;
}

/** The token of unsubscribe links: reseller, user or address, and secret. */
export function unsubscribeToken({ reseller_uuid, uuid, secret }: Holder): string {
  return [reseller_uuid, uuid, secret].join("_");
}

/** What a token holds; undefined for any other text. */
export function readToken(token: string): Holder | undefined {
  const [, reseller_uuid, uuid, secret] = FORM.exec(token) ?? [];
  return reseller_uuid && uuid && secret ? { reseller_uuid, uuid, secret } : undefined;
}

/** Whether a token holds this secret. */
export function isSecret({ secret }: Holder, stored: string): boolean {
  return timingSafeEqual(Buffer.from(secret), Buffer.from(stored));
}
