import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import { BINDING_HEADER, bindingOf, type Sent } from "../../functions/operators/binding.ts";

type Settings = ConstructorParameters<typeof SignatureV4>[0];

/** Time for the command to reach the function, retries included. */
const VALID_SECONDS = 300;

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

/**
 * The signed query with which the operators' function asks STS who sends a command. It is worth nothing for
 * another command, nor after five minutes.
 */
export async function signCaller(
  sent: Sent,
  { region, credentials }: Pick<Settings, "credentials"> & { region: string },
): Promise<string> {
  const signer = new SignatureV4({ region, credentials, service: "sts", sha256: Sha256 });
  const hostname = `sts.${region}.amazonaws.com`;
  const { query = {} } = await signer.presign(
    {
      ...{ method: "GET", protocol: "https:", hostname, path: "/" },
      query: { Action: "GetCallerIdentity", Version: "2011-06-15" },
      headers: { host: hostname, [BINDING_HEADER]: bindingOf(sent) },
    },
    { expiresIn: VALID_SECONDS },
  );
  return String(new URLSearchParams(query as Record<string, string>));
}
