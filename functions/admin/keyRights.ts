import * as z from "zod/mini";
import { parseNetwork } from "../../shared/http/authorize.ts";
import { flag } from "./command.ts";

const MOST_NETWORKS = 50;
const COUNT = `--allow-ip can be given 1 to ${MOST_NETWORKS} times.`;
const FORM =
  "--allow-ip must be an IP address or a network: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, for example.";

/** Makes a key, or leaves it, one that changes nothing. */
export const read_only = flag("--read-only");

/** The networks from which a key is accepted, each in the form that it is kept in, and once. */
export const allow_ip = z.optional(
  z.pipe(
    z
      .array(
        z.pipe(
          z.string(FORM).check(z.trim()),
          z.transform((given, { issues }) => {
            const network = parseNetwork(given);
            if (network !== undefined) return network;
            issues.push({ code: "custom", message: FORM, input: given });
            return z.NEVER;
          }),
        ),
        COUNT,
      )
      .check(z.minLength(1, COUNT), z.maxLength(MOST_NETWORKS, COUNT)),
    z.transform((networks: string[]) => [...new Set(networks)]),
  ),
);
