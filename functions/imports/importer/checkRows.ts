import * as z from "zod/mini";
import { EmailAddress, emailAddressKey } from "../../../shared/entities/emailAddress.ts";
import type { ImportRecord, RowResult } from "../../../shared/entities/import.ts";
import type { ResellerRecord } from "../../../shared/entities/reseller.ts";
import { ValidationFailed } from "../../../shared/errors.ts";
import { validate } from "../../../shared/http/validationErrors.ts";
import { assertRoom } from "../../../shared/limits/recordLimits.ts";
import { batchGet, lookup } from "../../../shared/table/batch.ts";
import { onboardingBody } from "../../onboarding/onboarding.ts";
import type { Row } from "./rowsOf.ts";

const request = z.object({ body: onboardingBody });

/**
 * Tells the faults that onboardings of these rows would meet, in the order of the file: of the fields, of
 * e-mail addresses that are taken or repeated, and of a full account.
 */
export function checkRows({ rows_done, faults }: ImportRecord, reseller: ResellerRecord) {
  const { business_count = 0, website_count = 0 } = reseller;
  const seen = new Set<string>();
  let valid = rows_done - faults.reduce((sum, faulty) => sum + faulty, 0);

  const digestOf = ({ body }: Row) => emailAddressKey(reseller.uuid, String(body["email"])).digest;

  const checkRow = (row: Row, isTaken: boolean) => {
    if (row.errors) throw new ValidationFailed(row.errors);
    validate(request, { body: row.body });
    const digest = digestOf(row);
    if (seen.has(digest)) throw refused("Email is in an earlier row of the file");
    seen.add(digest);
    if (isTaken) throw refused("Email belongs to a user already");
    const then = { business_count: business_count + valid, website_count: website_count + valid };
    assertRoom({ ...reseller, ...then }, "max_businesses", "business.business_name");
    assertRoom({ ...reseller, ...then }, "max_websites", "business.hostname");
    valid += 1;
  };

  return {
    /** Notes rows that were checked before. */
    note(rows: Row[]) {
      for (const row of rows) if (isSound(row)) seen.add(digestOf(row));
    },

    async check(rows: Row[]): Promise<RowResult[]> {
      const found = await batchGet(
        ...[...new Set(rows.map(digestOf))].map((digest) =>
          lookup<{ digest: string }>(EmailAddress, { reseller_uuid: reseller.uuid, digest }),
        ),
      );
      const taken = new Set(found.map((address) => address?.digest));
      return rows.map((row) => {
        const { line } = row;
        const errors = errorsOf(() => checkRow(row, taken.has(digestOf(row))));
        return errors ? { line, errors } : { line };
      });
    },
  };
}

function isSound(row: Row): boolean {
  return !row.errors && errorsOf(() => validate(request, { body: row.body })) === undefined;
}

function errorsOf(check: () => unknown) {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors;
    throw error;
  }
}

function refused(unique: string) {
  return new ValidationFailed({ email: { unique } });
}
