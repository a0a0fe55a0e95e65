import { createHmac, createSecretKey } from "node:crypto";

/** What Standard Webhooks 1.0.0 signs and sends in its headers. */
interface Signed {
  id: string;
  /** Seconds since 1970: of the attempt. */
  timestamp: number;
  body: string;
}

/** Signs for a webhook; makes the three headers of Standard Webhooks 1.0.0. */
export type Signer = (signed: Signed) => Record<string, string>;

const PREFIX = "whsec_";

/** A signer with these secrets (`whsec_…`): each gives a signature of its own. */
export function signerOf(secrets: string[]): Signer {
  const keys = secrets.map((secret) => createSecretKey(secret.slice(PREFIX.length), "base64"));
  return ({ id, timestamp, body }) => {
    const content = `${id}.${timestamp}.${body}`;
    const signatures = keys.map(
      (key) => `v1,${createHmac("sha256", key).update(content).digest("base64")}`,
    );
    return {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatures.join(" "),
    };
  };
}
