import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** Not in package.json: 29 packages that nothing else needs. */
const INSTRUMENTER = "@stryker-mutator/instrumenter";
const VERSION = "10.1.1";
const TOOLS = ".local/mutants/tools";

/** A place where the code is changed, with the code that stands there then. Lines begin with 0. */
export interface Mutant {
  id: string;
  fileName: string;
  replacement: string;
  location: Record<"start" | "end", { line: number; column: number }>;
}

/** The files with all of their mutants in them, switched off, by their absolute paths. */
export interface Instrumented {
  files: Record<string, string>;
  mutants: Mutant[];
}

interface File {
  name: string;
  content: string;
  mutate: boolean;
}

type Instrumenter = new (
  logger: unknown,
) => {
  instrument(
    files: File[],
    options: object,
  ): Promise<{ files: File[]; mutants: readonly Mutant[] }>;
};

/** Puts the mutants of all files that the pattern names into their code. */
export async function instrument(pattern: string): Promise<Instrumented> {
  const { Instrumenter } = await loadInstrumenter();
  const sources = globSync(pattern)
    .toSorted()
    .map((file) => ({
      name: `${process.cwd()}/${file}`,
      content: readFileSync(file, "utf8"),
      mutate: true,
    }));
  const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {}, error() {} };
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files, mutants } = await new Instrumenter(silent).instrument(sources, options);
  return {
    files: Object.fromEntries(files.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, replacement, location }) => ({
      ...{ id, fileName, replacement, location },
    })),
  };
}

/** The ids that mutants of an earlier run have now, where the code of their file is the same. */
export function sameMutants(before: Instrumented, now: Instrumented): Map<string, string> {
  const byFile = ({ mutants }: Instrumented) => Map.groupBy(mutants, ({ fileName }) => fileName);
  const former = byFile(before);
  const same = new Map<string, string>();
  for (const [fileName, mutants] of byFile(now)) {
    if (withoutIds(before.files[fileName]) !== withoutIds(now.files[fileName])) continue;
    const ids = former.get(fileName) ?? [];
    for (const [index, { id }] of mutants.entries()) same.set(ids[index]?.id ?? "", id);
  }
  return same;
}

/** As in `stryMutAct_9fa48("12")`. */
function withoutIds(code = ""): string {
  return code.replace(/(stry\w+)\(("\d+"(, )?)+\)/g, "$1");
}

async function loadInstrumenter(): Promise<{ Instrumenter: Instrumenter }> {
  const from = createRequire(`${process.cwd()}/${TOOLS}/package.json`);
  if (!existsSync(`${TOOLS}/node_modules/${INSTRUMENTER}`)) {
    const { status } = spawnSync(
      "npm",
      [
        ...["install", "--no-save", "--no-package-lock", "--loglevel=error"],
        ...["--prefix", TOOLS, `${INSTRUMENTER}@${VERSION}`],
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    if (status !== 0) throw new Error(`${INSTRUMENTER} could not be installed`);
  }
  return await import(pathToFileURL(from.resolve(INSTRUMENTER)).href);
}
