import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { Result } from "./errors.ts";
import type { webhooks } from "./schema.ts";

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
  /** `signature`: a header is missing, the timestamp is more than five minutes off, or no signature is valid. `body`: no JSON. */
  kind: "signature" | "body";
  message: string;
}

export interface WebhookRequest {
  /** The webhook's secret, `whsec_…`; during a rotation, both. */
  secret: string | readonly string[];
  headers: Headers | Record<string, string | readonly string[] | undefined>;
  /** The body as it was received, not parsed. */
  body: string | Uint8Array;
}

/** Verifies a delivery as Standard Webhooks 1.0.0 has it. Throws an Error if a secret is malformed. */
export async function verifyWebhook({
  secret,
  headers,
  body,
}: WebhookRequest): Promise<Result<Delivered, VerificationError>> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const signed = Object.fromEntries(
    entries.map(([name, value]) => [name.toLowerCase(), [value ?? ""].flat().join(" ")]),
  );
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  let error: VerificationError = { kind: "signature", message: "There is no secret" };
  for (const receiver of [secret].flat().map((each) => new Webhook(each))) {
    try {
      const event = receiver.verify(text, signed) as WebhookEvent;
      return { data: { id: signed["webhook-id"] ?? "", event } };
    } catch (thrown) {
      if (!(thrown instanceof WebhookVerificationError)) {
        return { error: { kind: "body", message: "The body is not JSON" } };
      }
      error = { kind: "signature", message: thrown.message };
    }
  }
  return { error };
}
