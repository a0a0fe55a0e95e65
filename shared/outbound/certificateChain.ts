import { X509Certificate } from "node:crypto";
import type { DetailedPeerCertificate } from "node:tls";

const MAX_CERTIFICATES = 10;
const MAX_NAME_LENGTH = 300;

export interface DescribedCertificate {
  /** Distinguished names in one line: `CN=example.com, O=Example`. */
  subject: string;
  issuer: string;
  valid_from: Date;
  valid_to: Date;
}

/** The leaf, then its issuers as far as they are known. */
export function describeChain(leaf: DetailedPeerCertificate): DescribedCertificate[] {
  return certificates(leaf).map(({ subject, issuer, validFromDate, validToDate }) => ({
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    valid_from: validFromDate,
    valid_to: validToDate,
  }));
}

/** A root is its own issuer, and so ends the chain. */
function certificates(leaf: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next: DetailedPeerCertificate | undefined = leaf;
  while (next?.raw && chain.length < MAX_CERTIFICATES) {
    chain.push(new X509Certificate(next.raw));
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

function oneLine(name: string): string {
  return name.replaceAll("\n", ", ").slice(0, MAX_NAME_LENGTH);
}
