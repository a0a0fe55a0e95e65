import { createHash } from "node:crypto";

export const findingStatuses = ["open", "resolved", "ignored"] as const;
export type FindingStatus = (typeof findingStatuses)[number];

const PREFIX_DIGITS = 15;

/** How the uuids of a website's findings begin: 60 bits, as hexadecimal digits. */
export function findingPrefix(website_uuid: string): string {
  return sha256(website_uuid).slice(0, PREFIX_DIGITS);
}

/** The prefix of a finding's uuid: all digits before the variant but the version. */
export function prefixOf(uuid: string): string {
  const digits = uuid.replaceAll("-", "");
  return digits.slice(0, 12) + digits.slice(13, 16);
}

/**
 * The uuid of a fault of a website: version 8 (RFC 9562, 5.8), made from the website in its first 60
 * bits, and from code and subject in the others.
 */
export function findingUuid(
  website_uuid: string,
  { code, subject, key = subject }: { code: string; subject: string; key?: string | undefined },
): string {
  const site = findingPrefix(website_uuid);
  const fault = sha256(JSON.stringify([website_uuid, code, key]));
  const variant = ((Number.parseInt(fault.charAt(0), 16) & 3) | 8).toString(16);
  return [
    site.slice(0, 8),
    site.slice(8, 12),
    `8${site.slice(12)}`,
    variant + fault.slice(1, 4),
    fault.slice(4, 16),
  ].join("-");
}

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
