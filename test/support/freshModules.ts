import { vi } from "vitest";

/** Reloads the project's modules for each test file, so that no file meets what another has cached. */
vi.resetModules();
