import { performance } from "node:perf_hooks";
import { type RunnerTask, type RunnerTestCase, TestRunner } from "vitest";
import { addTry, covered, isLeft, kill, note, readLines } from "./tries.ts";

/** What the instrumented code reads and counts. */
interface Stryker {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}
type Hits = Record<string, number>;

const SLOWEST_MS = Number(process.env["MUTANTS_SLOWEST_MS"]);
/** A mutant that is there from the first line on, as no test reaches it again; or none. */
const ON_LOAD = process.env["__STRYKER_ACTIVE_MUTANT__"];
/** Of a mutant that is there from the first line on, in a test: more than this is a loop without an end. */
const MOST_HITS = 1_000_000;
const global = globalThis as { __stryker__?: Stryker };
global.__stryker__ ??= {};
const stryker = global.__stryker__;
stryker.mutantCoverage ??= { static: {}, perTest: {} };
// A loop can be in what is loaded, or in what a hook does before the first test.
if (ON_LOAD !== undefined) Object.assign(stryker, { hitCount: 0, hitLimit: MOST_HITS });
const { mutantCoverage } = stryker;
const { setTimeout, clearTimeout } = globalThis;

/** Pairs of a mutant and a test after which the test failed without it, too. */
const broken = new Set(readLines("broken"));

type Step = "first" | "again" | "mutant" | "check" | "over";

/**
 * Runs each test as it is, then once for each mutant that it reaches and none has noticed yet, in the
 * modules that are loaded: to load them for every mutant takes ten times as long as the test.
 */
export default class MutantRunner extends TestRunner {
  #step: Step = "first";
  #mutants: string[] = [];
  #mutant = "";
  #isClean = false; // Whether the last try was one without a mutant, and passed.
  #limitMs = 600_000;
  #began = 0;

  override async onBeforeRunTask(test: RunnerTask) {
    await super.onBeforeRunTask(test);
    if (test.type !== "test" || test.mode !== "run" || ON_LOAD !== undefined) return;
    const known = covered.get(nameOf(test));
    if (known && (known.ms > SLOWEST_MS || !isAnyLeft(known.mutants, nameOf(test)))) {
      test.mode = "skip";
      return;
    }
    this.#step = "first";
    this.#limitMs = 600_000;
    // Vitest compares it after each try: how many there are is known when the first is over.
    test.repeats = { valueOf: () => (this.#step === "over" ? -1 : Infinity) } as unknown as number;
  }

  override onBeforeTryTask(...[test, options]: Parameters<TestRunner["onBeforeTryTask"]>) {
    super.onBeforeTryTask(test, options);
    if (ON_LOAD !== undefined)
      return void Object.assign(stryker, { hitCount: 0, hitLimit: MOST_HITS });
    if (test.result) Object.assign(test.result, { errors: undefined, attempts: [] });
    stryker.activeMutant = this.#step === "mutant" ? this.#mutant : undefined;
    stryker.currentTestId = this.#step === "first" ? test.id : "a mutant";
    stryker.hitCount = 0;
    stryker.hitLimit = 100 * (mutantCoverage.perTest[test.id]?.[this.#mutant] ?? 1) + 1000;
    this.#began = performance.now();
  }

  /** A mutant may have it wait for ever. */
  async runTask(test: RunnerTestCase) {
    const run = TestRunner.getTestFn(test as never);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((_, reject) => {
      timer = setTimeout(() => reject(new Error("took too long")), this.#limitMs);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  override async onAfterRetryTask(...[test, options]: Parameters<TestRunner["onAfterRetryTask"]>) {
    await super.onAfterRetryTask(test, options);
    if (ON_LOAD !== undefined) {
      if (test.result?.state === "fail") kill(ON_LOAD, nameOf(test));
      return;
    }
    stryker.activeMutant = undefined;
    stryker.currentTestId = undefined;
    this.#step = this.#next(test, test.result?.state === "fail");
  }

  #next(test: RunnerTestCase, failed: boolean): Step {
    if (this.#step === "first") return this.#begin(test, failed);
    const name = nameOf(test);
    if (this.#step === "again" && failed) {
      note("unrepeatable", name);
      return "over";
    }
    if (this.#step === "mutant" && failed) return "check";
    const pair = `${this.#mutant} ${name}`;
    if (this.#step === "mutant") addTry(pair);
    // What an earlier mutant left behind might have been what failed: then it comes first next time.
    if (this.#step === "check" && (!failed || this.#isClean)) {
      kill(this.#mutant, name);
    }
    if (this.#step === "check" && failed) {
      if (!this.#isClean) note("broken", pair);
      return "over";
    }
    this.#isClean = this.#step !== "mutant";
    return this.#chosen(name) ? "mutant" : "over";
  }

  #begin(test: RunnerTestCase, failed: boolean): Step {
    const name = nameOf(test);
    const ms = performance.now() - this.#began;
    if (failed) {
      note("failing", `${name}: ${test.result?.errors?.[0]?.message}`);
      return "over";
    }
    const mutants = Object.keys(mutantCoverage.perTest[test.id] ?? {});
    note("covered", `${mutants.join(",")}\t${name}\t${Math.round(ms)}`);
    covered.set(name, { mutants, ms });
    if (!(ms <= SLOWEST_MS)) return "over";
    this.#limitMs = 5000 + 10 * ms;
    const isBroken = (mutant: string) => Number(broken.has(`${mutant} ${name}`));
    this.#mutants = mutants.toSorted((one, other) => isBroken(other) - isBroken(one));
    return isAnyLeft(mutants, name) ? "again" : "over";
  }

  #chosen(name: string): boolean {
    const next = this.#mutants.findIndex((mutant) => isLeft(`${mutant} ${name}`));
    this.#mutant = this.#mutants[next] ?? "";
    this.#mutants = this.#mutants.slice(next + 1);
    return next >= 0;
  }

  override onAfterRunFiles(...files: Parameters<TestRunner["onAfterRunFiles"]>) {
    super.onAfterRunFiles(...files);
    if (ON_LOAD === undefined) note("static", Object.keys(mutantCoverage.static).join(","));
    // A file that can't even be loaded with it notices it, too.
    else if (files[0].some(({ result }) => result?.state === "fail")) kill(ON_LOAD, "loading");
  }
}

/** With its id: those of a table may share their name. */
function nameOf(test: RunnerTestCase): string {
  return `${test.file.name} > ${test.fullTestName} (${test.id})`;
}

function isAnyLeft(mutants: string[], name: string): boolean {
  return mutants.some((mutant) => isLeft(`${mutant} ${name}`));
}
