import { resolve } from "node:path";
import "../../functions/reference/made.ts";
import { startTestTable } from "./table.ts";

/**
 * Starts one table for all tests; each test has its own reseller in it. The description of the API is
 * made here once, and what programs and threads compile is cached.
 */
export default async function setup() {
  process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/node");
  return await startTestTable();
}
