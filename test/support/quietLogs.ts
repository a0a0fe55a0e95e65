/** Hides log lines and metrics from the tests' output. A spy on `process.stdout.write` still sees them. */
const quiet = Symbol.for("quiet");
const write = process.stdout.write.bind(process.stdout);

if (!(quiet in process.stdout.write)) {
  process.stdout.write = Object.assign(
    (...[chunk, ...rest]: Parameters<typeof write>) => isLogLine(chunk) || write(chunk, ...rest),
    { [quiet]: true },
  ) as typeof process.stdout.write;
}

function isLogLine(chunk: unknown): boolean {
  return typeof chunk === "string" && /^\{"(level|_aws)":/.test(chunk);
}
