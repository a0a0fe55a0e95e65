import { vi } from "vitest";

/** Our own modules are loaded anew for each file, as what one has them remember is not for another. */
vi.resetModules();
