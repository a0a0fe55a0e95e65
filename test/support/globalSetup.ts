import { startTestTable } from "./table.ts";

/** One table for all tests; each test has a reseller of its own in it. */
export default async function setup() {
  return await startTestTable();
}
