import { type Clock, systemClock } from "./clock.ts";
import type { Result } from "./errors.ts";
import type { webhooks } from "./schema.ts";

const TOLERANCE_SECONDS = 300;

/** The body of a delivery, told apart by `type`. There may be types that this version does not know. */
export type WebhookEvent =
  webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

/** A delivery with a valid signature. */
export interface Delivered {
  /** The event's id, the same in each attempt and replay: skip an event that you have seen. */
  id: string;
  event: WebhookEvent;
}

export interface VerificationError {
  /** A header is missing; the timestamp is too far off; no signature is valid; the body is not JSON. */
  kind: "headers" | "timestamp" | "signature" | "body";
  message: string;
}

export interface WebhookRequest {
  /** The webhook's secret, `whsec_…`; during a rotation, both. */
  secret: string | readonly string[];
  headers: Headers | Record<string, string | readonly string[] | undefined>;
  /** The body as it was received, not parsed. */
  body: string | Uint8Array;
  /** How far off the timestamp may be; 300 by default. */
  toleranceSeconds?: number;
  /** For tests. */
  clock?: Pick<Clock, "now">;
}

/**
 * Verifies a delivery as Standard Webhooks 1.0.0 has it; signatures are compared by WebCrypto, in
 * constant time. Throws a TypeError if a secret is malformed.
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = TOLERANCE_SECONDS,
  clock = systemClock,
}: WebhookRequest): Promise<Result<Delivered, VerificationError>> {
  const keys = [secret].flat().map(readSecret);
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    findHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) {
    return refuse("headers", "webhook-id, webhook-timestamp and webhook-signature are needed");
  }
  // A timestamp that is not a number is never within the tolerance.
  const secondsOff = Math.abs(clock.now() / 1000 - Number(timestamp));
  if (!(secondsOff <= toleranceSeconds)) {
    return refuse("timestamp", "The delivery is too old, or a clock is wrong");
  }
  const signed = concat(encode(`${id}.${timestamp}.`), encode(body));
  if (!(await holds(signatures, keys, signed))) return refuse("signature", "No signature holds");
  try {
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    return { data: { id, event: JSON.parse(text) } };
  } catch {
    return refuse("body", "The body is not JSON");
  }
}

/** Whether one of the signatures, which spaces separate, was made with one of the keys. */
async function holds(signatures: string, keys: Bytes[], signed: Bytes): Promise<boolean> {
  const candidates = signatures
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => decodeBase64(signature.slice("v1,".length)));
  for (const bytes of keys) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
    for (const candidate of candidates) {
      if (candidate && (await crypto.subtle.verify("HMAC", key, candidate, signed))) return true;
    }
  }
  return false;
}

function readSecret(secret: string): Bytes {
  const bytes = decodeBase64(secret.replace("whsec_", ""));
  if (bytes?.length) return bytes;
  throw new TypeError("A secret is whsec_ and base64, as the API answers it");
}

function findHeader(headers: WebhookRequest["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.join(" ");
}

const refuse = (kind: VerificationError["kind"], message: string) => ({ error: { kind, message } });

type Bytes = Uint8Array<ArrayBuffer>;

function decodeBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function encode(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

function concat(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
