import { resolve } from "node:path";
import { startTestTable } from "./table.ts";

/**
 * One table for all tests; each test has a reseller of its own in it. What programs and threads load
 * is compiled by the first of them: Node keeps it by its content.
 */
export default async function setup() {
  process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/node");
  return await startTestTable();
}
