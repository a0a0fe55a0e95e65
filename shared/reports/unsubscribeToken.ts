import { randomBytes, timingSafeEqual } from "node:crypto";
import type { OwnedKey } from "../platform/table/entity.ts";

const BYTES = 16;
const FORM = /^[\w-]{64}$/;

/** What an unsubscribe link holds that nobody can guess. */
export function newSecret(): string {
  return randomBytes(BYTES).toString("hex");
}

/** Who a token is for: a user, or an address of alerts. */
interface Holder extends OwnedKey {
  secret: string;
}

/** The token of unsubscribe links: reseller, user or address, and secret in base64url. */
export function unsubscribeToken({ reseller_uuid, uuid, secret }: Holder): string {
  const hex = [reseller_uuid, uuid, secret].join("").replaceAll("-", "");
  return Buffer.from(hex, "hex").toString("base64url");
}

/** What a token holds; undefined for any other text. */
export function readToken(token: string): Holder | undefined {
  if (!FORM.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const hex = (part: number) => bytes.subarray(part * BYTES, (part + 1) * BYTES).toString("hex");
  return { reseller_uuid: asUuid(hex(0)), uuid: asUuid(hex(1)), secret: hex(2) };
}

/** Whether a token holds this secret. */
export function isSecret({ secret }: Holder, stored: string): boolean {
  return timingSafeEqual(Buffer.from(secret, "hex"), Buffer.from(stored, "hex"));
}

function asUuid(hex: string): string {
  return [8, 12, 16, 20, 32]
    .map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end))
    .join("-");
}
