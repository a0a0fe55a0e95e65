import { guarded } from "../../../functions/audit/guarded.ts";
import { auditHere } from "./deliver.ts";

/** An audit in a thread, which a page called "Endless" keeps busy for ever. */
export const audit = guarded({
  file: import.meta.filename,
  name: "expensive",
  processorMs: 4000,
  heapMb: 192,
  async run(job: Parameters<ReturnType<typeof auditHere>>[0]) {
    const audit = await auditHere()(job);
    const { title } = await fetch(job.check.hostname)
      .then((response) => response.text())
      .then((html) => ({ title: /<title>(.*?)<\/title>/.exec(html)?.[1] }));
    if (title === "Endless" && job.unreadable === undefined) for (;;);
    return audit;
  },
});
