import { resolve } from "node:path";
import { prebuilt } from "../../functions/reference/prebuilt.ts";
import { convertDictionaries } from "../../shared/audit/analysers/spelling/words/convertDictionaries.ts";
import { startTestTable } from "./table.ts";

/**
 * Starts one table for all tests, in which each test has its own reseller. Makes the description of the API
 * and the dictionaries once, and caches the compiled code of programs and threads.
 */
export default async function setup() {
  process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/node");
  convertDictionaries();
  void prebuilt.document;
  return await startTestTable();
}
