import { writeFileSync } from "node:fs";
import { readInput, tellParent } from "../inChild.ts";
import { siteUrl } from "./addresses.ts";
import { inBatches, makeFleet } from "./fleet.ts";

/** Writes websites to the table, and the worker's batches to a file. */
const { count, port, file } = readInput<{ count: number; port: number; file: string }>();
const urls = Array.from({ length: count }, (_, index) => siteUrl(index, port));
writeFileSync(file, JSON.stringify(inBatches(await makeFleet({ urls }))));
tellParent(true);
