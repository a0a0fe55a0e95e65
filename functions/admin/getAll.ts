import { batchGet, type Lookup } from "../../shared/table/batch.ts";

const MOST_PER_REQUEST = 100;

/**
 * Reads any number of records from the table. For what was found through the index, which holds
 * only parts of a record, and those as they were a moment ago.
 */
export async function getAll<Found>(lookups: Lookup<Found>[]): Promise<Found[]> {
  const found: Found[] = [];
  for (let first = 0; first < lookups.length; first += MOST_PER_REQUEST) {
    const records = await batchGet(...lookups.slice(first, first + MOST_PER_REQUEST));
    found.push(...records.filter((record) => record !== undefined));
  }
  return found;
}
