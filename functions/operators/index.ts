import type { Context } from "aws-lambda";
import { Overloaded, TooBusy } from "../../shared/platform/errors.ts";
import { describeError, log, withLogFields } from "../../shared/platform/log.ts";
import { actingAs } from "../../shared/vocabulary/actor.ts";
import { identifyCaller, isDeployed } from "./caller.ts";
import { findCommand } from "./commands.ts";
import { type CommandKind, WrongInput } from "./definition.ts";

export interface AdminRequest {
  command: string;
  input: Record<string, unknown>;
  /** Says who sends the command (`identifyCaller`). */
  caller?: string | undefined;
}

export type AdminResponse = { ok: true; result: unknown } | { ok: false; message: string };

/**
 * The operators' function. It has no route: IAM decides who may invoke which of its aliases, `read` or
 * `write`. Wrong input is answered with `ok: false`; any other error becomes a Fault with a message for the
 * operator.
 */
export async function handler(
  request: AdminRequest,
  context?: Pick<Context, "awsRequestId"> & Partial<Pick<Context, "invokedFunctionArn">>,
): Promise<AdminResponse> {
  const { command, input } = request;
  const fields = { request_id: context?.awsRequestId, command };
  try {
    const { kind, run } = findCommand(command, input);
    const [, , , , account, , , alias] = context?.invokedFunctionArn?.split(":") ?? [];
    assertAlias(alias, kind);
    const name = await identifyCaller(request, account);
    const actor = { type: "operator", name, request_id: context?.awsRequestId } as const;
    return { ok: true, result: await withLogFields(fields, () => actingAs(actor, run)) };
  } catch (error) {
    if (error instanceof WrongInput) return { ok: false, message: error.message };
    log("error", "a command failed", { ...fields, ...describeError(error) });
    throw new Fault(error, context?.awsRequestId);
  }
}

/** Throws WrongInput for a command that the alias does not run. */
function assertAlias(alias: string | undefined, kind: CommandKind) {
  if (!isDeployed() || alias === "write" || (alias === "read" && kind === "read")) return;
  throw new WrongInput(
    `The alias "${alias ?? ""}" of the function does not run this command: it needs the alias "${kind}".`,
  );
}

/** A command failed for another reason than its input. The message is for the operator; the log has the cause. */
class Fault extends Error {
  override readonly name = "Fault";

  constructor(error: unknown, requestId: string | undefined) {
    super(sentenceOf(error, requestId), { cause: error });
  }
}

function sentenceOf(error: unknown, invocation = "unknown"): string {
  if (error instanceof TooBusy || error instanceof Overloaded) {
    return `AWS or the database is busy (request id ${invocation}): try again in a moment.`;
  }
  return `The command failed (request id ${invocation}): see the log of the operators' function. Before you repeat a creation, check whether it happened.`;
}
