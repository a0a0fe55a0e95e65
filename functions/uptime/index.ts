import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { type DueCheck, findStillDue, readMessage } from "../../shared/checks/dueCheck.ts";
import { describeError, log } from "../../shared/log.ts";
import { runRound } from "./runRound.ts";

/** Checks the websites that the messages name, all at once; a message is given back when it fails. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const messages = Records.map((record) => ({ id: record.messageId, due: readMessage(record) }));
  const checks = await findStillDue("uptime", unique(messages.flatMap(({ due }) => due)));
  const failed = new Set<string>();
  for (const { uuid, error } of await runRound(checks)) {
    failed.add(uuid);
    log("error", "an uptime check failed and will be tried again", {
      uuid,
      ...describeError(error),
    });
  }
  return {
    batchItemFailures: messages
      .filter(({ due }) => due.some(({ uuid }) => failed.has(uuid)))
      .map(({ id }) => ({ itemIdentifier: id })),
  };
}

function unique(due: DueCheck[]): DueCheck[] {
  return [...new Map(due.map((check) => [`${check.uuid} ${check.due_at}`, check])).values()];
}
