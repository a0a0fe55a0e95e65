import tls from "node:tls";
import { newUuid } from "../../../shared/platform/uuid.ts";
import {
  type Certificate,
  type CertificateOptions,
  makeCertificate,
} from "../../support/certificate.ts";

/** A certificate for loopback, which this process trusts from now on. */
export function trust(
  options: Pick<CertificateOptions, "validFrom" | "validTo"> = {},
): Certificate {
  // OpenSSL finds an issuer by its name: of two with the same one it might take the other.
  const commonName = `loopback ${newUuid()}`;
  const certificate = makeCertificate({ ...options, commonName, authority: true });
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificate.cert]);
  return certificate;
}
