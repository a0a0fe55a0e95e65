import * as z from "zod/mini";
import { newUuid } from "../../shared/uuid.ts";
import { uuid } from "./command.ts";

/**
 * The uuid of what a command creates. Whoever asks may choose it, and then ask again when an answer
 * is lost: the record is created once.
 */
export const new_uuid = z._default(uuid("new_uuid"), newUuid);

/**
 * Creates a record unless it is there, and returns it as it is stored. `find` is asked first, and
 * again when the writing fails: it may have happened although its answer did not arrive, and the
 * SDK's own second attempt then finds the record there.
 */
export async function createOnce<Stored>({
  find,
  write,
}: {
  find(): Promise<Stored | undefined>;
  write(): Promise<Stored>;
}): Promise<Stored> {
  const before = await find();
  if (before !== undefined) return before;
  try {
    return await write();
  } catch (error) {
    const written = await find().catch(() => undefined);
    if (written === undefined) throw error;
    return written;
  }
}
