import { randomBytes, timingSafeEqual } from "node:crypto";
import { ReportMails, type ReportMailsRecord } from "../../shared/entities/reportMails.ts";

const BYTES = 16;
const FORM = /^[\w-]{64}$/;

/** What an unsubscribe link holds that nobody can guess. */
export function newSecret(): string {
  return randomBytes(BYTES).toString("hex");
}

/** The token of a user's unsubscribe links: reseller, user and secret in base64url. */
export function unsubscribeToken({ reseller_uuid, uuid, secret }: ReportMailsRecord): string {
  const hex = [reseller_uuid, uuid, secret].join("").replaceAll("-", "");
  return Buffer.from(hex, "hex").toString("base64url");
}

/** The reports by mail that a token is for, in one read; undefined of any other text. */
export async function findByToken(token: string): Promise<ReportMailsRecord | undefined> {
  if (!FORM.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const hex = (part: number) => bytes.subarray(part * BYTES, (part + 1) * BYTES).toString("hex");
  const [reseller_uuid, uuid] = [asUuid(hex(0)), asUuid(hex(1))];
  const { data } = await ReportMails.get({ reseller_uuid, uuid }).go({ consistent: true });
  const secret = data ? Buffer.from(data.secret, "hex") : Buffer.alloc(BYTES);
  const isRight = timingSafeEqual(secret, bytes.subarray(2 * BYTES));
  return data && isRight ? data : undefined;
}

function asUuid(hex: string): string {
  return [8, 12, 16, 20, 32]
    .map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end))
    .join("-");
}
