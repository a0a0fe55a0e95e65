import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WORDS } from "../../../functions/reference/document/jsonSchema.ts";
import { prebuilt } from "../../../functions/reference/prebuilt.ts";
import { type Estate, makeEstate, makeFeedItem } from "../../support/factories.ts";
import { startService } from "../../support/service.ts";
import { startSite } from "../../support/site.ts";
import { startProgram } from "./program.ts";

/** The tools are kept here, outside the checkout; nothing of them comes with `npm ci`. */
const CACHE = join(process.env["DATA_DIR"] ?? tmpdir(), "tmp/generators");
const PROGRAMS = join(import.meta.dirname, "generated");
const DOCUMENT = join(CACHE, "openapi.json");
const GENERATOR = "7.25.0";
const JAR = join(CACHE, `openapi-generator-cli-${GENERATOR}.jar`);
const PYTHON_CLIENT = "0.29.1";
const OAPI_CODEGEN = "v2.8.2";
const NPM = {
  "@redocly/cli": "2.77.0",
  "@stoplight/spectral-cli": "6.16.3",
  "@hey-api/openapi-ts": "0.95.0",
  ...{ zod: "4.6.7", valibot: "1.5.0", typescript: "5.9.3" },
};
const PYTHON = join(CACHE, "venv/bin/python");
const binary = (name: string) => join(CACHE, "npm/node_modules/.bin", name);

let estate: Estate;
let service: string;
let proxy: string;

beforeAll(async () => {
  mkdirSync(join(CACHE, "npm"), { recursive: true });
  writeFileSync(DOCUMENT, JSON.stringify(prebuilt.document));
  [estate, service] = await Promise.all([makeEstate(), startService()]);
  const { reseller, business: business_uuid, website: website_uuid } = estate;
  await makeFeedItem({ reseller_uuid: reseller.uuid, business_uuid, website_uuid });
  proxy = await startGrowingProxy();
});

/** Runs a command; its exit code and the end of what it wrote. */
async function run(command: string[], env: Record<string, string> = {}, cwd = CACHE) {
  try {
    const { code, output, errors } = await startProgram(command, { cwd, env }).ended;
    return { isDone: code === 0, text: `${output}${errors}`.slice(-3000) };
  } catch (error) {
    return { isDone: false, text: String(error) };
  }
}

const has = async (...command: string[]) => (await run(command)).isDone;

/** Installs what a tool needs, once. */
async function install(file: string, ...command: string[]) {
  return existsSync(join(CACHE, file)) || (await run(command)).isDone;
}

const installNpm = () =>
  install(
    ...["npm/node_modules/.bin/redocly", "npm", "install", "--prefix", "npm", "--no-audit"],
    ...Object.entries(NPM).map(([name, version]) => `${name}@${version}`),
  );

const installJar = async () =>
  (await has("java", "-version")) &&
  (await install(
    ...[JAR.slice(CACHE.length + 1), "mvn", "-q"],
    "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy",
    ...[`-Dartifact=org.openapitools:openapi-generator-cli:${GENERATOR}`, `-DoutputDirectory=.`],
  ));

const installPython = async () =>
  (await install("venv/bin/python", "python3", "-m", "venv", "venv")) &&
  (await install(
    ...["venv/bin/openapi-python-client", PYTHON, "-m", "pip", "install", "-q", "ruff"],
    ...[`openapi-python-client==${PYTHON_CLIENT}`, "pydantic", "python-dateutil", "urllib3"],
  ));

/**
 * What comes of additions: every object has a field more, and every word of a list that may grow is another. Clients
 * that live through this live through each release.
 */
async function startGrowingProxy(): Promise<string> {
  const growing = new Set(growingFields(prebuilt.document.components.schemas));
  const grow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(grow);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, each]) => [
      name,
      growing.has(name) && typeof each === "string" ? "added_later" : grow(each),
    ]);
    return { ...Object.fromEntries(entries), added_later: { also: [1] } };
  };
  const site = await startSite(async (request, response) => {
    const { method = "GET", headers, url: path = "/" } = request;
    const sent = ["api-key", "content-type"].filter((name) => headers[name] !== undefined);
    const rest = Object.fromEntries(sent.map((name) => [name, headers[name]]));
    const body = ["GET", "HEAD"].includes(method) ? undefined : await buffer(request);
    const own = { ...(rest as Record<string, string>), "accept-encoding": "identity" };
    const answer = await fetch(new URL(path, service), {
      method,
      headers: own,
      body: body ?? null,
    });
    const type = { "content-type": "application/json" };
    response.writeHead(answer.status, type).end(JSON.stringify(grow(await answer.json())));
  });
  afterAll(() => site.close());
  return site.url;
}

/** The names of the fields whose words may grow. */
function growingFields(schema: unknown, name = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, each]) =>
    growingFields(each, ["items", "properties"].includes(key) ? name : key),
  );
  return WORDS in schema ? [name, ...inner] : inner;
}

/** Runs a program of 22 steps, against the service and against one that has grown. */
async function runProgram(command: string[], cwd: string) {
  const { reseller, business, website } = estate;
  for (const api of [service, proxy]) {
    const env = {
      API: api.replace(/\/$/, ""),
      KEY: reseller.key,
      BUSINESS: business,
      WEBSITE: website,
    };
    const { isDone, text } = await run(command, { ...env, PYTHONPATH: "." }, cwd);
    expect(text).toContain("22 delete business");
    expect(isDone).toBe(true);
  }
}

/** Runs a step of a tool, which must succeed. */
async function mustRun(command: string[], cwd = CACHE) {
  expect(await run(command, {}, cwd)).toMatchObject({ isDone: true });
}

interface Language {
  name: string;
  more?: string[];
  /** The tool that compiles, without which the language is generated only. */
  needs?: string[];
  compile: string[];
  /** The program for the client, and the command that runs it. */
  program?: { file: string; command: string[] };
}

const languages: Language[] = [
  {
    name: "python",
    needs: ["python3", "--version"],
    compile: [PYTHON, "-m", "compileall", "-q", "openapi_client"],
    program: { file: "program.py", command: [PYTHON, "program.py"] },
  },
  {
    name: "typescript-fetch",
    compile: [
      ...[binary("tsc"), "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"],
      ...["--module", "esnext", "--moduleResolution", "bundler", "index.ts"],
    ],
    program: { file: "program.ts", command: [process.execPath, "program.mjs"] },
  },
  { name: "go", needs: ["go", "version"], compile: ["go", "build", "./..."] },
  {
    name: "java",
    more: ["--library", "native"],
    needs: ["mvn", "--version"],
    compile: ["mvn", "-q", "compile"],
  },
  { name: "csharp", needs: ["dotnet", "--version"], compile: ["dotnet", "build"] },
  {
    name: "php",
    needs: ["php", "--version"],
    compile: ["sh", "-c", "find lib -name '*.php' -exec php -l {} +"],
  },
  { name: "rust", needs: ["cargo", "--version"], compile: ["cargo", "check", "-q"] },
];

test.for(languages)("OpenAPI Generator makes a client in $name", async (language, { skip }) => {
  const { name, more = [], needs, compile, program } = language;
  if (!(await installJar())) skip("no java, mvn or jar");
  await Promise.all([installPython(), installNpm()]);
  const folder = join(CACHE, "out", name);
  rmSync(folder, { recursive: true, force: true });
  const options = ["-i", DOCUMENT, "-g", name, ...more, "-o", folder];
  await mustRun(["java", "-jar", JAR, "generate", ...options]);
  if (needs && !(await has(...needs))) return;
  if (program) cpSync(join(PROGRAMS, program.file), join(folder, program.file));
  await mustRun(compile, folder);
  if (!program) return;
  if (name === "typescript-fetch") {
    const entryPoints = [join(folder, "program.ts")];
    const outfile = join(folder, "program.mjs");
    await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm" });
  }
  await runProgram(program.command, folder);
});

test("openapi-python-client makes a client", async ({ skip }) => {
  if (!(await installPython())) skip("no python3");
  const options = ["--path", DOCUMENT, "--output-path", "out/python-client", "--overwrite"];
  const { isDone, text } = await run([
    ...[join(CACHE, "venv/bin/openapi-python-client"), "generate", "--meta", "none", ...options],
  ]);
  expect({ isDone, text }).toMatchObject({ isDone: true });
  expect(text).not.toMatch(/WARNING parsing|Unable to parse/);
  await mustRun([PYTHON, "-m", "compileall", "-q", "out/python-client"]);
});

test("oapi-codegen makes a client", async ({ skip }) => {
  const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`;
  if (!(await has("go", "version"))) skip("no go");
  const folder = join(CACHE, "out/oapi-codegen");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Without `skip-prune` it leaves out the schemas that only `webhooks` name, and then refers to them.
  const targets = "types,client,skip-prune";
  const options = ["-generate", targets, "-package", "client", "-o", "client.go", DOCUMENT];
  await mustRun(["go", "run", tool, ...options], folder);
  const build = "go mod init example.com/client && go mod tidy && go build ./...";
  await mustRun(["sh", "-c", build], folder);
});

test("hey-api makes a client with zod and valibot", async ({ skip }) => {
  if (!(await installNpm())) skip("no npm registry");
  const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"];
  const cwd = join(CACHE, "npm");
  const options = ["-i", DOCUMENT, "-o", join(cwd, "hey"), "-p", ...plugins, "zod", "valibot"];
  await mustRun([binary("openapi-ts"), ...options], cwd);
  await mustRun(
    [
      ...[binary("tsc"), "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"],
      ...["--module", "esnext", "--moduleResolution", "bundler"],
      ...["hey/index.ts", "hey/zod.gen.ts", "hey/valibot.gen.ts"],
    ],
    cwd,
  );
});

test.for<[name: string, options: string[]]>([
  ["redocly", ["lint", "--extends", "recommended-strict"]],
  ["spectral", ["lint", "-F", "hint", "-r", "spectral.yaml"]],
])("%s finds nothing", async ([name, options], { skip }) => {
  if (!(await installNpm())) skip("no npm registry");
  writeFileSync(join(CACHE, "spectral.yaml"), 'extends: ["spectral:oas"]\n');
  await mustRun([binary(name), ...options, DOCUMENT]);
});
