import { vi } from "vitest";
import { newUuid } from "../../shared/uuid.ts";

/**
 * Our own modules are loaded once for many files, but anew after a test that has set the clock ahead:
 * identifiers go on from the latest time, and so does what a module keeps for some seconds.
 */
const uuid = newUuid().replaceAll("-", "");
if (Number.parseInt(uuid.slice(0, 12), 16) > Date.now() + 1000) vi.resetModules();
