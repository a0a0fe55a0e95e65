import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { convertDictionaries } from "../../shared/audit/analysers/spelling/words/convertDictionaries.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");

/**
 * How a function is bundled for AWS; measured by `npm run bench`. The AWS SDK is part of the
 * bundle, in the version that the tests ran with: the one in Lambda's runtime changes without
 * notice, is loaded from more files, and can't be tree-shaken.
 */
export const bundleOptions: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  // ES modules load each of Node's own modules through a facade, which slows each cold start.
  format: "cjs",
  // The SDK's first request imports `node:http`, and `import()` of it would load all of undici.
  supported: { "dynamic-import": false },
  // The modules of the AWS SDK that can be tree-shaken.
  mainFields: ["module", "main"],
  // Names stay: short ones save no time and make stack traces unreadable.
  minifyWhitespace: true,
  minifySyntax: true,
  external: [
    // Sources of credentials that Lambda does not use: it passes them in the environment.
    "@aws-sdk/credential-provider-http",
    "@aws-sdk/credential-provider-ini",
    "@aws-sdk/credential-provider-process",
    "@aws-sdk/credential-provider-sso",
    "@aws-sdk/credential-provider-web-identity",
    "@smithy/credential-provider-imds",
  ],
  // A separate file, which `shared/platform/log.ts` reads when it logs a stack.
  sourcemap: "external",
  sourcesContent: false,
  plugins: [leanElectrodb(), dataFiles(), prebuiltValues(), noAnswerSchemas(), repositoryPaths()],
  // What runs in a thread of its own is in the same file: the thread loads the bundle again.
  define: { "import.meta.filename": "__filename", "import.meta.dirname": "__dirname" },
  logLevel: "warning",
  metafile: true,
};

/** Bundles a handler's module into `<folder>/index.cjs`. */
export function bundle(entry: string, folder: string) {
  return build({ ...bundleOptions, entryPoints: [entry], outfile: join(folder, "index.cjs") });
}

/**
 * ElectroDB requires the AWS document library as CommonJS: esbuild then has to keep all of it and
 * of the client below it. It gets `documentLibrary.cjs` instead, which `electrodb.js` fills with
 * what ElectroDB uses, taken from the same tree-shaken modules that the functions import.
 */
function leanElectrodb(): Plugin {
  return {
    name: "lean-electrodb",
    setup({ onResolve }) {
      onResolve({ filter: /^electrodb$/ }, ({ importer }) =>
        importer === here("electrodb.js").path ? undefined : here("electrodb.js"),
      );
      onResolve({ filter: /^@aws-sdk\/(lib|util)-dynamodb$/ }, ({ kind }) =>
        kind === "require-call" ? here("documentLibrary.cjs") : undefined,
      );
      onResolve({ filter: /^jsonschema$/ }, () => here("skippedModelCheck.cjs"));
    },
  };
}

/** Files that these modules read from their own folders are copied beside the bundle. */
function dataFiles(): Plugin {
  return {
    name: "data-files",
    setup({ initialOptions: { outfile = "" }, onLoad, onEnd }) {
      const folders = new Set<string>();
      onLoad({ filter: /[/](words[/]dictionaries|pages[/]renderer)\.ts$/ }, ({ path }) => {
        if (path.endsWith("dictionaries.ts")) convertDictionaries();
        folders.add(dirname(path));
        return undefined;
      });
      onEnd(() => {
        for (const folder of folders)
          for (const file of readdirSync(folder))
            if (/\.(btrie|LICENSE\.txt|br)$|^misspellings\./.test(file))
              copyFileSync(join(folder, file), join(dirname(outfile), file));
      });
    },
  };
}

/** A module called `prebuilt.ts` is evaluated here: the bundle has the value of what it exports as `prebuilt`. */
function prebuiltValues(): Plugin {
  return {
    name: "prebuilt-values",
    setup({ onLoad }) {
      onLoad({ filter: /[/]prebuilt\.ts$/ }, async ({ path }) => {
        const { prebuilt } = await import(pathToFileURL(path).href);
        // Read as JSON, which is faster than as JavaScript.
        const text = JSON.stringify(JSON.stringify(prebuilt));
        return { contents: `export const prebuilt = JSON.parse(${text});` };
      });
    },
  };
}

/**
 * Endpoints name the schemas of their answers for the API's description, which is made here. No function calls them, and
 * making them takes milliseconds of each cold start: a bundle has an empty module in their place.
 */
function noAnswerSchemas(): Plugin {
  return {
    name: "no-answer-schemas",
    setup({ onResolve }) {
      onResolve({ filter: /[/](schemas|\w+Schemas|envelopes)\.ts$/ }, () =>
        here("answerSchemas.cjs"),
      );
    },
  };
}

/** Has the source map name files by their paths in the repository, wherever the bundle is made. */
function repositoryPaths(): Plugin {
  return {
    name: "repository-paths",
    setup({ initialOptions: { outfile = "" }, onEnd }) {
      onEnd(() => {
        const file = `${outfile}.map`;
        const map = JSON.parse(readFileSync(file, "utf8"));
        const inRepository = (source: string) =>
          relative(REPOSITORY, resolve(dirname(file), source)).replaceAll("\\", "/");
        writeFileSync(file, JSON.stringify({ ...map, sources: map.sources.map(inRepository) }));
      });
    },
  };
}

function here(file: string) {
  return { path: join(import.meta.dirname, file) };
}
