import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../bundling/bundle.ts";
import { entryOf } from "../bundling/entries.ts";

const ROOT = join(import.meta.dirname, "../..");
const FUNCTIONS = join(ROOT, "functions");

/**
 * Bundles the functions of an assembly that was synthesized without bundling, and puts the bundles in the place
 * of their source folders. Only these bundles reach this machine's own addresses.
 */
export async function bundleForEmulator(assembly: string) {
  for (const file of globSync(join(assembly, "*.assets.json"))) {
    const manifest: { files: Record<string, { source: { path: string } }> } = readJson(file);
    for (const { source } of Object.values(manifest.files)) {
      const folder = relative(FUNCTIONS, resolve(assembly, source.path));
      if (folder.startsWith("..")) continue;
      source.path = join(assembly, "bundles", folder);
      await build({
        ...bundleOptions,
        entryPoints: [entryOf(folder)],
        inject: [join(import.meta.dirname, "allowLocal.ts")],
        // MiniStack finds no index.cjs.
        outfile: join(source.path, "index.js"),
      });
    }
    writeFileSync(file, JSON.stringify(manifest));
  }
}

/** The types of all resources of an assembly. */
export function resourceTypes(assembly: string): string[] {
  const types = new Set<string>();
  for (const file of globSync(join(assembly, "*.template.json"))) {
    const { Resources }: { Resources: Record<string, { Type: string }> } = readJson(file);
    for (const { Type } of Object.values(Resources)) types.add(Type);
  }
  return [...types];
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}
