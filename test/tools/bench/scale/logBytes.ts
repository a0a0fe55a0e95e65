/** CloudWatch charges this for each line besides its text. */
const EVENT_BYTES = 26;

/** Lambda's own lines of a call: START, END and REPORT with the trace's id. */
export const LAMBDA_LINES_BYTES = 75 + 62 + 260 + 3 * EVENT_BYTES;

/** The bytes that CloudWatch charges for the log lines of some work. */
export async function logBytesOf(work: () => Promise<unknown>): Promise<number> {
  const write = process.stdout.write;
  let bytes = 0;
  process.stdout.write = ((line: string | Uint8Array) => {
    bytes += Buffer.byteLength(line) + EVENT_BYTES;
    return true;
  }) as typeof write;
  try {
    await work();
  } finally {
    process.stdout.write = write;
  }
  return bytes;
}
