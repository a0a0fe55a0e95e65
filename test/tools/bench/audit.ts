import { measureAuditEffort } from "./audit/auditMany.ts";
import type { Section } from "./report.ts";

/** What an audit takes of a processor, of memory and of the network. */
export async function measure(): Promise<Section> {
  const { siteSeconds, threadSeconds, sentBytes, peakMb, atOnce } = await measureAuditEffort();
  return {
    title: "Audits of 25 pages by HTTPS",
    columns: ["", "amount"],
    rows: [
      ["processor s of a website", siteSeconds.toFixed(2)],
      ["processor s of a thread that starts", threadSeconds.toFixed(2)],
      ["KB sent to a website", (sentBytes / 1000).toFixed(1)],
      [`peak MB with ${atOnce} at once`, peakMb.toFixed(0)],
    ],
    notes: ["The bundled function in a process of its own, with its threads, on loopback."],
  };
}
