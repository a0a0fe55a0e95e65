import type { Context } from "aws-lambda";
import { describeError, log, withLogFields } from "../../shared/log.ts";
import { assertKnownForms } from "../../shared/table/storedForms.ts";
import { Noted, WrongInput } from "./command.ts";
import { commands, isCommand } from "./commands.ts";
import { Fault } from "./fault.ts";

export interface AdminRequest {
  command: string;
  input: Record<string, unknown>;
}

/** `note` is for the operator, and no part of the result. */
export type AdminResponse =
  | { ok: true; result: unknown; note?: string }
  | { ok: false; message: string };

/** Once it has looked, this container knows. On AWS a table without a version is one that is new. */
let formsAreKnown = false;

async function assertKnownFormsOnce() {
  if (formsAreKnown) return;
  await assertKnownForms(async () => true);
  formsAreKnown = true;
}

/**
 * The operators' function: no route leads here, IAM decides who may invoke it. Wrong input is an
 * answer with `ok: false`; whatever else goes wrong is a Fault, whose message is a sentence.
 */
export async function handler(
  { command, input }: AdminRequest,
  context?: Pick<Context, "awsRequestId">,
): Promise<AdminResponse> {
  const fields = { request_id: context?.awsRequestId, command };
  try {
    if (!isCommand(command)) {
      const known = Object.keys(commands).join(", ");
      throw new WrongInput(`There is no command "${command}"; there are ${known}.`);
    }
    await assertKnownFormsOnce();
    const result: unknown = await withLogFields(fields, () => commands[command](input));
    return result instanceof Noted
      ? { ok: true, result: result.result, note: result.note }
      : { ok: true, result };
  } catch (error) {
    if (error instanceof WrongInput) return { ok: false, message: error.message };
    log("error", "a command failed", { ...fields, ...describeError(error) });
    throw new Fault(error, context?.awsRequestId);
  }
}
