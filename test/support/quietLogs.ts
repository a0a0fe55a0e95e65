/** Keeps the handlers' log lines and metrics out of the tests' output; a spy on `process.stdout.write` still sees them. */
const write = process.stdout.write.bind(process.stdout);

process.stdout.write = ((...[chunk, ...rest]: Parameters<typeof write>) =>
  isLogLine(chunk) || write(chunk, ...rest)) as typeof process.stdout.write;

function isLogLine(chunk: unknown): boolean {
  return typeof chunk === "string" && /^\{"(level|_aws)":/.test(chunk);
}
