import { setTimeout } from "node:timers/promises";
import type {
  Analyser,
  AuditInput,
  Examination,
  Examined,
} from "../../../shared/audit/analysers/analyser.ts";

/** Analysers, each with its work on one website. */
export type Work = (readonly [Analyser, Examination])[];

/**
 * Runs the analysers at the same time, because they request different hosts; those with `runsLast` after those that
 * request the website. The result of one that asks services is left out if it misses the deadline.
 */
export async function examine(work: Work, input: AuditInput): Promise<Map<Analyser, Examined>> {
  const done = new AbortController();
  const remainingMs = Math.max(0, input.deadline - input.client.clock.now());
  const late = setTimeout(remainingMs, undefined, { signal: done.signal }).catch(() => undefined);
  const run = async ([analyser, examination]: Work[number]) => {
    const result = examination.examine(input);
    const examined = await (analyser.asksServices ? Promise.race([result, late]) : result);
    return [analyser, examined] as const;
  };
  const asking = work.filter(([{ asksServices }]) => asksServices);
  const last = work.filter(([{ runsLast }]) => runsLast);
  const first = work.filter((each) => !asking.includes(each) && !last.includes(each));
  const runOwn = async () => [
    ...(await Promise.all(first.map(run))),
    ...(await Promise.all(last.map(run))),
  ];
  try {
    const results = new Map((await Promise.all([Promise.all(asking.map(run)), runOwn()])).flat());
    const entries = work.flatMap(([analyser]) => {
      const examined = results.get(analyser);
      return examined ? [[analyser, examined] as const] : [];
    });
    return new Map(entries);
  } finally {
    done.abort();
  }
}
