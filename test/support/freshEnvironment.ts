import { vi } from "vitest";

/**
 * Files of tests share a process, which saves each from loading the AWS SDK, ElectroDB and zod anew.
 * What no two of them may share is made new here, before each file: the environment, the clock and
 * what stands in for globals.
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
