import { relative } from "node:path";
import { expect, vi } from "vitest";
import { newUuid } from "../../shared/platform/uuid.ts";
import { groupOf } from "./groups.ts";

/**
 * Reloads the project's modules for each test file, so that no file meets what another has cached. Files
 * of a group that shares them meet those of the file before, unless it set the clock ahead: identifiers
 * would go on from that time.
 */
const groupBefore = Symbol.for("the group of the test file before");
const shared = globalThis as { [groupBefore]?: string };

const path = relative(process.cwd(), expect.getState().testPath ?? "");
const { name, sharesModules } = groupOf(path);
const isShared = sharesModules && shared[groupBefore] === name;
shared[groupBefore] = name;
if (!isShared || isAhead()) vi.resetModules();

function isAhead(): boolean {
  const uuid = newUuid().replaceAll("-", "");
  return Number.parseInt(uuid.slice(0, 12), 16) > Date.now() + 1000;
}
