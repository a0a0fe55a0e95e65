const ATTEMPTS = 5;

/** The part of an ElectroDB entity that a deletion of many records needs. */
interface Deletable<Key> {
  delete(keys: Key[]): {
    go(options: { concurrency: number }): Promise<{ unprocessed: unknown[] }>;
  };
}

/** Deletes the records with these keys, in batches, and again what DynamoDB leaves undone. */
export async function deleteAll<Key extends object>(entity: Deletable<Key>, keys: Key[]) {
  let rest = keys;
  for (let attempt = 0; rest.length > 0; attempt += 1) {
    if (attempt === ATTEMPTS) throw new Error(`${rest.length} records could not be deleted`);
    const { unprocessed } = await entity.delete(rest).go({ concurrency: 4 });
    rest = unprocessed as Key[];
  }
}
