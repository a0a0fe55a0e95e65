import { vi } from "vitest";
import { newUuid } from "../../shared/uuid.ts";

/**
 * Reloads the project's modules only after a test that set the clock ahead: identifiers and caches would
 * go on from that time.
 */
const uuid = newUuid().replaceAll("-", "");
if (Number.parseInt(uuid.slice(0, 12), 16) > Date.now() + 1000) vi.resetModules();
