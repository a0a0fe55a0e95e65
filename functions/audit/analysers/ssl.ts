import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { inspectTls, type TlsInspection } from "../../../shared/outbound/index.ts";
import { timestamp } from "../../../shared/time.ts";
import { defineAnalyser } from "../analyser.ts";
import {
  clip,
  detailText,
  type Fault,
  type Finding,
  ofWebsite,
  technical,
  withFaults,
} from "../finding.ts";
import { certificateProblem } from "./sslFaults.ts";

const [expiryText, expiryExample] = [
  "When its certificate ends; `null` or absent: not known.",
  "2027-01-20T09:30:00+00:00",
];

export const sslData = z.strictObject({
  ssl_enabled: described(z.boolean(), "Whether the site answers over TLS.", true),
  ssl_valid: described(
    z.boolean(),
    "Whether chain, host name and dates of its certificate are right.",
    true,
  ),
  ssl_expired: described(z.boolean(), "Whether its certificate has ended.", false),
  ssl_expiry_date: z.optional(described(z.string(), expiryText, expiryExample)),
  issuer: z.optional(
    described(detailText, "Who issued the certificate; absent: not known.", "Let's Encrypt"),
  ),
  problem: z.optional(
    described(certificateProblem, "What is wrong; absent: nothing.", "certificate_for_other_host"),
  ),
  technical,
});

type SslData = z.infer<typeof sslData>;

type Certificate = TlsInspection["chain"][number];

const DAY_MS = 86_400_000;
const MAX_WARNING_DAYS = 30;
const TIMEOUT_MS = 15_000;

/**
 * `ssl_enabled`: a handshake completes; `ssl_valid`: chain, host name and dates are right;
 * `ssl_expiry_date`: of the leaf, or of an intermediate that ends earlier. Roots don't count, since a
 * client that trusts them need not check their dates (RFC 5280 section 6.1).
 *
 * `success`: valid; `warning`: valid, but its renewal is overdue, or the server leaves out its issuer, which
 * browsers fetch; `error`: anything else. Certbot 4.0.0
 * renews when a third of the lifetime is left, or half of a lifetime under 10 days (its changelog; Let's
 * Encrypt recommends the same). When half of that time has passed as well, several renewals have failed.
 * So the warning starts with a sixth or a quarter of the lifetime left, and at most 30 days ahead.
 */
export function judgeInspection(inspection: TlsInspection, now: Date): Finding<SslData> {
  const [leaf] = inspection.chain;
  const first = inspection.handshake ? earliestToEnd(inspection, now) : undefined;
  const isCurrent =
    first !== undefined && leaf !== undefined && holdsAt(leaf, now) && holdsAt(first, now);
  const isValid = isCurrent && inspection.authorized && inspection.hostnameMatches;
  const isOverdue = first !== undefined && isRenewalOverdue(first, now);
  // An overdue renewal is more urgent.
  const isIncomplete = inspection.isIncomplete && !isOverdue;
  const warns = isOverdue || isIncomplete;
  return {
    status: isValid ? (warns ? "warning" : "success") : "error",
    data: {
      ssl_enabled: inspection.handshake,
      ssl_valid: isValid,
      ssl_expired: first !== undefined && first.valid_to <= now,
      ...(first && { ssl_expiry_date: timestamp(first.valid_to) }),
      ...(leaf && { issuer: clip(leaf.issuer) }),
      ...(!isValid && problemOf(inspection, first, now)),
      ...(isValid && isIncomplete && { problem: "incomplete_chain" }),
    },
  };
}

/**
 * The certificate that ends first. In a trusted chain, expired intermediates don't count, because servers
 * send old ones beside those that clients use.
 */
function earliestToEnd({ chain, authorized }: TlsInspection, now: Date): Certificate | undefined {
  const [leaf, ...issuers] = chain;
  if (!leaf) return undefined;
  return issuers
    .filter(({ subject, issuer }) => subject !== issuer)
    .filter(({ valid_to }) => !authorized || valid_to > now)
    .reduce((first, next) => (next.valid_to < first.valid_to ? next : first), leaf);
}

function holdsAt({ valid_from, valid_to }: Certificate, now: Date): boolean {
  return valid_from <= now && now < valid_to;
}

function isRenewalOverdue({ valid_from, valid_to }: Certificate, now: Date): boolean {
  const days = (valid_to.getTime() - valid_from.getTime()) / DAY_MS;
  const warningDays = Math.min(days < 10 ? days / 4 : days / 6, MAX_WARNING_DAYS);
  return valid_to.getTime() - now.getTime() < warningDays * DAY_MS;
}

function problemOf(
  { handshake, failure, hostnameMatches, chain }: TlsInspection,
  first: Certificate | undefined,
  now: Date,
): Pick<SslData, "problem" | "technical"> {
  const technical = failure ? { technical: clip(failure) } : {};
  if (!handshake) return { problem: "no_tls", ...technical };
  if (first && first.valid_to <= now) return { problem: "certificate_expired" };
  if (chain[0] && chain[0].valid_from > now) return { problem: "certificate_not_yet_valid" };
  if (!hostnameMatches) return { problem: "certificate_for_other_host" };
  const isSelfSigned = failure === "DEPTH_ZERO_SELF_SIGNED_CERT";
  const problem = isSelfSigned ? "certificate_self_signed" : "certificate_untrusted";
  return { problem, ...technical };
}

function faultsOf({ status, data }: Finding<SslData>, hostname: string): Fault[] {
  if (status === "success") return [];
  const { ssl_expiry_date: expires_at, issuer, problem, technical } = data;
  const detail = { expires_at, issuer, ...(technical !== undefined && { technical }) };
  return [ofWebsite(problem ?? "certificate_expires_soon", hostname, detail)];
}

export const ssl = defineAnalyser({
  feature: "ssl",
  explanation:
    "One TLS handshake with the website's host: chain, host name and dates of the certificate. `warning` means that its automatic renewal is overdue, or that the server leaves out its issuer's certificate, which browsers fetch. Ciphers and old protocol versions are not judged. There is no item if the host did not answer at all.",
  category: "website",
  items: { ssl: sslData },
  reads: "nothing",
  async analyse({ startUrl, coverage }, { now }) {
    const { hostname, port, protocol } = new URL(startUrl);
    const tlsPort = protocol === "https:" && port !== "" ? Number(port) : 443;
    const inspection = await inspectTls(hostname, { port: tlsPort, timeoutMs: TIMEOUT_MS });
    // If nothing could be read, the host may be away: that says nothing about its TLS.
    if (!inspection.handshake && coverage.pages === 0) return undefined;
    return { finding: judgeInspection(inspection, now), hostname };
  },
  tell({ finding, hostname }, own) {
    const told = withFaults(finding, faultsOf(finding, hostname), own);
    return { findings: { ssl: told.finding }, faults: told.faults };
  },
  summary: {
    ssl_valid: sslData.shape.ssl_valid,
    ssl_enabled: sslData.shape.ssl_enabled,
    ssl_expired: sslData.shape.ssl_expired,
    ssl_expiry_date: described(z.nullable(z.string()), expiryText, expiryExample),
  },
  whenOff: { ssl_valid: false, ssl_enabled: false, ssl_expired: false, ssl_expiry_date: null },
  summarise: ({ ssl: { data } = {} }) =>
    data
      ? {
          ssl_valid: data.ssl_valid,
          ssl_enabled: data.ssl_enabled,
          ssl_expired: data.ssl_expired,
          ssl_expiry_date: data.ssl_expiry_date ?? null,
        }
      : {},
});
