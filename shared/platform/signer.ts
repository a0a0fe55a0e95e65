import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";

type Settings = ConstructorParameters<typeof SignatureV4>[0];

/** SHA-256, or HMAC with a secret, as the signer wants it. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }

  update(data: Uint8Array) {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset() {}
}

function bytesOf(secret: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof secret === "string") return Buffer.from(secret);
  return secret instanceof ArrayBuffer
    ? Buffer.from(secret)
    : Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength);
}

/** A signer of requests to AWS (Signature Version 4). */
export function newSigner(settings: Omit<Settings, "sha256">): SignatureV4 {
  return new SignatureV4({ ...settings, sha256: Sha256 });
}
