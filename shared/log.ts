type Level = "info" | "warn" | "error";

/**
 * Writes one line of JSON to standard output, which CloudWatch takes as it stands. Never give it
 * a header, a body or a key.
 */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}) {
  const line = { level, time: new Date().toISOString(), message, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** What a log line says of something thrown. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack, cause } = error;
  return { error: name, error_message: message, stack, cause: cause && String(cause) };
}
