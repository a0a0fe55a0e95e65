import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { deliver } from "./deliver.ts";

/**
 * Does the audit of a message, given as an argument, in a process of its own, so that its memory
 * can be told; pauses between requests pass at once. Prints the peak, and what failed.
 */
const [message = ""] = process.argv.slice(2);
allowLocalAddresses();
const { batchItemFailures } = await deliver([JSON.parse(message)]);
// Kilobytes.
const { maxRSS } = process.resourceUsage();
process.stdout.write(`${JSON.stringify({ batchItemFailures, peakMb: maxRSS / 1024 })}\n`);
