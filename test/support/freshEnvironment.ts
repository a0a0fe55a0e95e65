import { vi } from "vitest";

/**
 * Restores the environment, the clock and globals before each test file. Test files share a process, so
 * that the AWS SDK, ElectroDB and zod are loaded once.
 */
const environmentOf = Symbol.for("the environment that the first file found");
const shared = globalThis as { [environmentOf]?: NodeJS.ProcessEnv };

shared[environmentOf] ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  if (!(name in shared[environmentOf])) delete process.env[name];
}
Object.assign(process.env, shared[environmentOf]);

vi.useRealTimers();
vi.unstubAllGlobals();
