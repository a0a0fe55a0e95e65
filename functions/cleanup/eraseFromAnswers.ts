import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { DeletedRecord } from "../../shared/entities/deleted.ts";
import { IdempotencyKey } from "../../shared/entities/idempotencyKey.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { withoutContent } from "./identifiers.ts";

const ANSWERS_AT_ONCE = 8;

/** Empties the answers to the requests that made these records. A request that comes again still does nothing. */
export async function eraseFromAnswers(reseller_uuid: string, records: DeletedRecord[]) {
  const digests = records.flatMap(({ record }) => {
    const answers = record?.["answers"];
    return answers === undefined ? [] : String(answers).split(" ");
  });
  const all = [...new Set(digests)];
  for (let first = 0; first < all.length; first += ANSWERS_AT_ONCE) {
    const some = all.slice(first, first + ANSWERS_AT_ONCE);
    await Promise.all(some.map((digest) => eraseFromAnswer({ reseller_uuid, digest })));
  }
}

async function eraseFromAnswer(key: { reseller_uuid: string; digest: string }) {
  const { data: kept } = await IdempotencyKey.get(key).go({ consistent: true });
  if (!kept?.answer) return;
  const { data, ...envelope } = JSON.parse(inflateRawSync(kept.answer).toString());
  const answer = { ...envelope, data: withoutContent(data) };
  await writeIfTrue(() =>
    IdempotencyKey.patch(key)
      .set({ answer: deflateRawSync(JSON.stringify(answer)) })
      .where(({ token }, { eq }) => eq(token, kept.token))
      .go(),
  );
}
