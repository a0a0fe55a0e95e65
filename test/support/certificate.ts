import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import { isIP } from "node:net";
import { DAY_MS } from "../../shared/platform/time.ts";

/** A certificate and its key as PEM texts; `chain` is what a server sends: the leaf, then its issuers. */
export interface Certificate {
  key: string;
  cert: string;
  chain: string;
  commonName: string;
  privateKey: KeyObject;
}

export interface CertificateOptions {
  /** Host names, addresses and mail addresses of the subject alternative name; default: localhost and loopback. */
  names?: string[];
  commonName?: string;
  validFrom?: Date;
  validTo?: Date;
  /** Without an issuer the certificate signs itself. */
  issuer?: Certificate;
  authority?: boolean;
  /** Where the issuer's certificate can be fetched. */
  issuerUrl?: string | undefined;
  /** Default: an elliptic-curve key. */
  rsa?: boolean;
  /** A certificate whose key this one is for. Default: a new key. */
  keyOf?: Certificate;
}

const ECDSA_WITH_SHA256 = Buffer.from("300a06082a8648ce3d040302", "hex");
const RSA_WITH_SHA256 = Buffer.from("300d06092a864886f70d01010b0500", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");
const BASIC_CONSTRAINTS = Buffer.from("0603551d13", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");
const INFORMATION_ACCESS = Buffer.from("06082b06010505070101", "hex");
const ISSUERS = Buffer.from("06082b06010505073002", "hex");
const TRUE = Buffer.from("0101ff", "hex");

/** Makes an X.509 v3 certificate (RFC 5280), without OpenSSL's command line. */
export function makeCertificate(options: CertificateOptions = {}): Certificate {
  const { privateKey } =
    options.keyOf ??
    (options.rsa
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" }));
  const publicKey = createPublicKey(privateKey);
  const signer = options.issuer?.privateKey ?? privateKey;
  const algorithm = signer.asymmetricKeyType === "rsa" ? RSA_WITH_SHA256 : ECDSA_WITH_SHA256;
  const names = options.names ?? ["localhost", "127.0.0.1", "::1"];
  const commonName = options.commonName ?? names[0] ?? "localhost";
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(options.issuer?.commonName ?? commonName),
    sequence(
      generalizedTime(options.validFrom ?? new Date(Date.now() - DAY_MS)),
      generalizedTime(options.validTo ?? new Date(Date.now() + 90 * DAY_MS)),
    ),
    distinguishedName(commonName),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...extensions(names, options))),
  );
  const signature = sign("sha256", toBeSigned, signer);
  const bits = element(0x03, Buffer.concat([Buffer.from([0]), signature]));
  const cert = pem(sequence(toBeSigned, algorithm, bits));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert,
    chain: cert + (options.issuer?.chain ?? ""),
    commonName,
    privateKey,
  };
}

function extensions(names: string[], { authority, issuerUrl }: CertificateOptions): Buffer[] {
  const constraints = authority ? sequence(TRUE) : sequence();
  return [
    sequence(BASIC_CONSTRAINTS, TRUE, element(0x04, constraints)),
    ...(names.length > 0
      ? [sequence(SUBJECT_ALT_NAME, element(0x04, sequence(...names.map(alternativeName))))]
      : []),
    ...(issuerUrl ? [sequence(INFORMATION_ACCESS, element(0x04, issuerAt(issuerUrl)))] : []),
  ];
}

function issuerAt(url: string): Buffer {
  return sequence(sequence(ISSUERS, element(0x86, Buffer.from(url, "ascii"))));
}

function alternativeName(name: string): Buffer {
  if (name === "::1") return element(0x87, Buffer.from([...new Array(15).fill(0), 1]));
  if (isIP(name) === 4) return element(0x87, Buffer.from(name.split(".").map(Number)));
  return element(name.includes("@") ? 0x81 : 0x82, Buffer.from(name, "ascii"));
}

function distinguishedName(commonName: string): Buffer {
  if (commonName === "") return sequence();
  return sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from(commonName)))));
}

/** RFC 5280 wants UTCTime until 2049 and GeneralizedTime from 2050. */
function generalizedTime(date: Date): Buffer {
  const text = `${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  const isUtcTime = date.getUTCFullYear() < 2050;
  return element(isUtcTime ? 0x17 : 0x18, Buffer.from(isUtcTime ? text.slice(2) : text, "ascii"));
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
