import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { optionalEnv, requireEnv } from "../../shared/platform/env.ts";
import { Overloaded } from "../../shared/platform/errors.ts";
import { WrongInput } from "./definition.ts";

/** A command as the command line sends it. */
export interface Sent {
  command: string;
  input: unknown;
  /** The signed query of STS's GetCallerIdentity; on a laptop, the name of the user. */
  caller?: string | undefined;
}

/** The signed header that binds a caller's proof to one command. */
export const BINDING_HEADER = "x-reseller-monitoring-command";

/** The value of that header: another command, or other input, needs another signature. */
export function bindingOf({ command, input }: Sent): string {
  return createHash("sha256")
    .update(JSON.stringify([command, input]))
    .digest("hex");
}

/** Whether the function runs on AWS, where no variable names another DynamoDB endpoint. */
export function isDeployed(): boolean {
  return optionalEnv("AWS_ENDPOINT_URL_DYNAMODB") === undefined;
}

const TIMEOUT_MS = 5000;

const answerSchema = z.object({
  GetCallerIdentityResponse: z.object({
    GetCallerIdentityResult: z.object({ Account: z.string(), Arn: z.string() }),
  }),
});

/**
 * Who sends a command. On AWS that is the identity that STS tells for the caller's signature, since an
 * invocation does not tell it; it must belong to the function's `account`. On a laptop it is what the
 * command line says. Throws WrongInput for a caller who does not prove to be somebody.
 */
export async function identifyCaller(sent: Sent, account: string | undefined): Promise<string> {
  const { caller } = sent;
  if (!isDeployed()) return `${caller ?? "somebody"} (on this machine)`;
  const query = new URLSearchParams(caller);
  const names = query.get("X-Amz-SignedHeaders")?.split(";") ?? [];
  if (query.get("Action") !== "GetCallerIdentity" || !names.includes(BINDING_HEADER)) {
    throw new WrongInput(
      "The command does not say who sends it: use the command line of this release.",
    );
  }
  const url = `https://sts.${requireEnv("AWS_REGION")}.amazonaws.com/?${query}`;
  const response = await fetch(url, {
    headers: { accept: "application/json", [BINDING_HEADER]: bindingOf(sent) },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause) => {
    throw new Overloaded(`STS can't be reached: ${cause}`);
  });
  if (response.status >= 500) throw new Overloaded(`STS answers ${response.status}`);
  const answer = response.ok ? answerSchema.safeParse(await response.json()).data : undefined;
  const identity = answer?.GetCallerIdentityResponse.GetCallerIdentityResult;
  if (!identity || identity.Account !== account) {
    throw new WrongInput(
      "AWS does not confirm who sends the command: sign in again, and try again.",
    );
  }
  return identity.Arn;
}
