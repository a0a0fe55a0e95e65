import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readIfThere, writeWhole } from "./dataDir.ts";
import { type LoopbackServer, listenOnLoopback } from "./http/loopback.ts";

const SECRET_BYTES = 32;

/**
 * Secrets Manager's GetSecretValue on loopback, with the secrets of the stack by their logical ids. Each value
 * is made once and kept in a file of DATA_DIR.
 */
export async function openSecrets(dataDir: string, secrets: string[]): Promise<LoopbackServer> {
  const values = new Map(secrets.map((id) => [id, readOrMake(join(dataDir, fileOf(id)))]));
  return await listenOnLoopback(async (_, body) => {
    const { SecretId = "" } = JSON.parse(body || "{}");
    const SecretString = values.get(SecretId);
    if (SecretString) return { body: { ARN: SecretId, Name: SecretId, SecretString } };
    return { status: 400, body: { __type: "ResourceNotFoundException", message: SecretId } };
  });
}

/** `signing-key` of the logical id `SigningKey0C8E2F11`: without the CDK's suffix. */
function fileOf(id: string): string {
  const name = id.replace(/[0-9A-F]{8}$/, "");
  return name.replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

function readOrMake(path: string): string {
  const value = readIfThere(path);
  if (value !== undefined) return value;
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  writeWhole(path, secret);
  return secret;
}
