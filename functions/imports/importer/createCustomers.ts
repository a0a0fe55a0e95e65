import type { ImportRecord, RowResult } from "../../../shared/entities/import.ts";
import { ValidationFailed } from "../../../shared/errors.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { Replayed } from "../../../shared/http/responses.ts";
import { onboard } from "../../onboarding/onboard.ts";
import type { Row } from "./rowsOf.ts";

/** Every creation counts in the reseller's record. */
const AT_ONCE = 4;

/** Onboards the customer of each row, once for a row of an import; tells the rows that are refused. */
export async function createCustomers(found: ImportRecord, rows: Row[]): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const left = [...rows.entries()];
  /** By e-mail address: of two rows with the same one, the earlier one is created. */
  const begun = new Map<string, Promise<unknown>>();
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, row] = next;
      const email = String(row.body["email"]).toLowerCase();
      const earlier = Promise.resolve(begun.get(email));
      const made = earlier.then(() => createCustomer(found, row));
      begun.set(email, made);
      results[index] = await made;
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  // No row is still being created when a failure is told.
  for (const each of workers) if (each.status === "rejected") throw each.reason;
  return results;
}

async function createCustomer(
  { reseller_uuid, uuid, file_version }: ImportRecord,
  { line, body, errors }: Row,
): Promise<RowResult> {
  if (errors) return { line, errors };
  const event = {
    ...{ reseller_uuid, body, text: JSON.stringify(body) },
    // No request has this route, so none has the same key. A line of another file is another customer.
    ...{ routeKey: "import", pathParameters: { uuid, file_version } },
    ...{ headers: { "idempotency-key": `${line}` } },
  };
  try {
    const given = await onboard.answer(event as unknown as ApiEvent);
    const { data } = given instanceof Replayed ? given.answer : given;
    return { line, user_uuid: data.user.uuid };
  } catch (error) {
    if (error instanceof ValidationFailed) return { line, errors: error.errors };
    throw error;
  }
}
