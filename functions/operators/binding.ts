import { createHash } from "node:crypto";

/** A command as the command line sends it. */
export interface Sent {
  command: string;
  input: unknown;
  /** The signed query of STS's GetCallerIdentity; on a laptop, the name of the user. */
  caller?: string | undefined;
}

/** The signed header that binds a caller's proof to one command. */
export const BINDING_HEADER = "x-reseller-monitoring-command";

/** The value of that header: another command, or other input, needs another signature. */
export function bindingOf({ command, input }: Sent): string {
  return createHash("sha256")
    .update(JSON.stringify([command, input]))
    .digest("hex");
}
