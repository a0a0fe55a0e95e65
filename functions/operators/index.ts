import type { Context } from "aws-lambda";
import { Overloaded, TooBusy } from "../../shared/platform/errors.ts";
import { describeError, log, withLogFields } from "../../shared/platform/log.ts";
import { actingAs } from "../../shared/vocabulary/actor.ts";
import { identifyCaller, isDeployed } from "./caller.ts";
import { findCommand } from "./commands.ts";
import { type CommandKind, Noted, WrongInput } from "./definition.ts";
import { assertKnownForms, OtherForms } from "./storedForms.ts";

export interface AdminRequest {
  command: string;
  input: Record<string, unknown>;
  /** Says who sends the command (`identifyCaller`). */
  caller?: string | undefined;
}

/** `note` is a message to the operator beside the result. */
export type AdminResponse =
  | { ok: true; result: unknown; note?: string }
  | { ok: false; message: string };

/** Checked once per container. */
let formsAreKnown = false;

async function assertKnownFormsOnce() {
  if (formsAreKnown) return;
  await assertKnownForms(async () => true);
  formsAreKnown = true;
}

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
    await assertKnownFormsOnce();
    const [, , , , account, , , alias] = context?.invokedFunctionArn?.split(":") ?? [];
    assertAlias(alias, kind);
    const name = await identifyCaller(request, account);
    const actor = { type: "operator", name, request_id: context?.awsRequestId } as const;
    const result = await withLogFields(fields, () => actingAs(actor, run));
    return result instanceof Noted
      ? { ok: true, result: result.result, note: result.note }
      : { ok: true, result };
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

/** An error of the AWS SDK; it has no metadata if no answer arrived. */
interface ServiceError extends Error {
  $metadata?: { requestId?: string };
  code?: string;
}

function sentenceOf(error: unknown, invocation = "unknown"): string {
  if (error instanceof OtherForms) return error.message;
  if (error instanceof TooBusy || error instanceof Overloaded) {
    return `AWS or the database is busy (request id ${invocation}): try again in a moment.`;
  }
  const cause = causeOf(error);
  if (cause?.$metadata === undefined && cause?.code === undefined) {
    return `The command failed unexpectedly (request id ${invocation}): see the log of the operators' function.`;
  }
  const { requestId = invocation } = cause.$metadata ?? {};
  return `AWS or the database failed (${cause.code ?? cause.name}, request id ${requestId}): try again. Before you repeat a creation, check whether it happened.`;
}

/** The innermost cause: ElectroDB wraps the SDK's errors. */
function causeOf(error: unknown): ServiceError | undefined {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause : undefined;
}
