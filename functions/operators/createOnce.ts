/**
 * Creates a record unless it exists, and returns the stored one. `find` runs again after a failed
 * write: the write may have succeeded with its answer lost, and the SDK's retry then fails.
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
