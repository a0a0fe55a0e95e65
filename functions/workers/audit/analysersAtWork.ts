import { setTimeout } from "node:timers/promises";
import {
  type Analyser,
  type AuditInput,
  type Examination,
  type Examined,
  typeOf,
} from "../../../shared/audit/analysers/analyser.ts";
import type { Unchecked } from "../../../shared/audit/analysers/feedSchemas.ts";
import type { Collected } from "../../../shared/audit/crawl/visits.ts";
import { describeError, log } from "../../../shared/platform/log.ts";

/**
 * The analysers that examine one website. If an analyser throws by a mistake in its code, only its own result is lost,
 * because it would fail again with the same website; the summary names it. Other faults of ours, such as a lack of
 * sockets, end the audit, which is retried.
 */
export class AnalysersAtWork {
  readonly #work: [Analyser, Examination][];
  readonly #failed = new Set<Analyser>();

  constructor(analysers: readonly Analyser[]) {
    this.#work = analysers.map((analyser) => [analyser, analyser.begin()]);
  }

  get isEmpty(): boolean {
    return this.#work.length === 0;
  }

  get readsEveryPage(): boolean {
    return this.#work.some(([{ reads }]) => reads === "everyPage");
  }

  /** The analysers that failed, as entries of the summary's details. */
  get failed(): Unchecked[] {
    return [...this.#failed].map((analyser) => ({
      ...{ what: "analysers", reason: `internal_error (${typeOf(analyser)})`, count: 1 },
    }));
  }

  /** The collectors that the crawl passes each page to. A failed analyser gets no further page. */
  get collected(): Collected[] {
    return this.#work.map(([analyser, examination]) => ({
      add: (page, site) => {
        if (this.#failed.has(analyser)) return;
        try {
          examination.add?.(page, site);
        } catch (error) {
          this.#fail(analyser, error);
        }
      },
      get bytes() {
        return examination.bytes ?? 0;
      },
    }));
  }

  /**
   * Runs the analysers at the same time, because they request different hosts; those with `runsLast` wait for the
   * others. The result of an analyser that asks services is left out if it misses the deadline.
   */
  async examine(
    input: AuditInput,
    { isReadable }: { isReadable: boolean },
  ): Promise<Map<Analyser, Examined>> {
    const first: Promise<unknown>[] = [];
    const run = async ([analyser, examination]: [Analyser, Examination]) => {
      if (analyser.runsLast) {
        // Until all others have begun.
        await undefined;
        await Promise.allSettled(first);
      }
      const examined = await this.#examine(analyser, examination, input);
      return examined ? [[analyser, examined] as const] : [];
    };
    const results = this.#work
      .filter(([{ reads }]) => isReadable || reads === "nothing")
      .map((each) => {
        const result = run(each);
        const [{ runsLast, asksServices }] = each;
        if (!runsLast && !asksServices) first.push(result);
        return result;
      });
    return new Map((await Promise.all(results)).flat());
  }

  async #examine(analyser: Analyser, examination: Examination, input: AuditInput) {
    if (this.#failed.has(analyser)) return undefined;
    try {
      // Awaited here, so that a mistake is caught.
      return await limited(analyser, input, examination);
    } catch (error) {
      this.#fail(analyser, error);
      return undefined;
    }
  }

  #fail(analyser: Analyser, error: unknown) {
    const isMistake = [TypeError, RangeError, SyntaxError].some((type) => error instanceof type);
    if (!isMistake) throw error;
    log("error", "an analyser failed", { analyser: typeOf(analyser), ...describeError(error) });
    this.#failed.add(analyser);
  }
}

/** The result of an analyser; undefined if it asks services and misses the deadline. */
async function limited(
  { asksServices }: Analyser,
  input: AuditInput,
  examination: Examination,
): Promise<Examined | undefined> {
  if (!asksServices) return await examination.examine(input);
  const done = new AbortController();
  const remainingMs = Math.max(0, input.deadline - input.client.clock.now());
  const late = setTimeout(remainingMs, undefined, { signal: done.signal });
  try {
    return await Promise.race([examination.examine(input), late.catch(() => undefined)]);
  } finally {
    done.abort();
  }
}
