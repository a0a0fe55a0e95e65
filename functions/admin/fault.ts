import { Overloaded, TooBusy } from "../../shared/errors.ts";
import { OtherForms } from "../../shared/table/storedForms.ts";

/** A command failed, and not for its input: the message is for the operator, the log has the rest. */
export class Fault extends Error {
  override readonly name = "Fault";

  constructor(error: unknown, requestId: string | undefined) {
    super(sentenceOf(error, requestId), { cause: error });
  }
}

/** What AWS's SDK throws; without metadata where there was no answer. */
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
    return `The command failed for a reason of its own (request id ${invocation}): the log of the operators' function has it.`;
  }
  const { requestId = invocation } = cause.$metadata ?? {};
  return `AWS or the database failed (${cause.code ?? cause.name}, request id ${requestId}): try again; what is done already is not done twice.`;
}

/** What lies under the error; ElectroDB wraps what the SDK throws. */
function causeOf(error: unknown): ServiceError | undefined {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause : undefined;
}
