/** The value of an environment variable; throws with its name when it is missing. */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing`);
  return value;
}

/** The value of an environment variable that a stage may leave out. */
export function optionalEnv(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** The whole number in a variable; undefined if it is not set. */
export function optionalCount(variable: string): number | undefined {
  const value = optionalEnv(variable);
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value))
    throw new Error(`${variable} must be a whole number, not "${value}"`);
  return Number(value);
}
