import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import tls from "node:tls";
import { Problem } from "../terminal.ts";
import { run, waitFor } from "./programs.ts";

const VERSION = "1.5.33";
const INSTALL_SECONDS = 300;
const START_SECONDS = 120;
const REGION = "eu-west-1";
/** The root user of MiniStack's account, whom IAM allows everything. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

/** Installs MiniStack into a virtual environment of its own, once; returns its Python. */
export async function installMiniStack(): Promise<string> {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(cache, "reseller-website-monitoring", `ministack-${VERSION}`);
  const python = join(folder, "bin", "python");
  const probe = `import importlib.metadata as m; assert m.version("ministack") == "${VERSION}"`;
  if (succeeds(python, ["-c", probe])) return python;
  const found = ["python3", "python"].find((name) =>
    succeeds(name, ["-c", "import sys, ensurepip, venv; assert sys.version_info >= (3, 10)"]),
  );
  if (!found || !succeeds("openssl", ["version"])) {
    throw new Problem(
      "MiniStack, the emulator, needs Python 3.10 or newer with venv, and openssl: install them (on Debian and Ubuntu: apt install python3-venv openssl) and try again.",
    );
  }
  const env = process.env;
  await run([found, "-m", "venv", "--clear", folder], { env, seconds: INSTALL_SECONDS });
  const install = [python, "-m", "pip", "install", "--quiet", `ministack==${VERSION}`];
  await run(install, { env, seconds: INSTALL_SECONDS });
  return python;
}

function succeeds(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

export interface MiniStack {
  url: string;
  /** The account and region, as `cdk bootstrap` takes them. */
  account: string;
  /** For programs that call AWS. */
  env: Record<string, string>;
  /** What it prints, the functions' logs included. */
  log: string;
}

/**
 * Starts MiniStack with TLS and IAM on a free port; it ends with this process. `types` are those of the resources
 * to come; its files are in `folder`.
 */
export async function startMiniStack(
  python: string,
  { folder, log, types }: { folder: string; log: string; types: string[] },
): Promise<MiniStack> {
  const port = await findFreePort();
  const PATH = `${dirname(process.execPath)}:${process.env["PATH"]}`;
  const output = openSync(log, "w");
  const args = [join(import.meta.dirname, "wrapper.py"), ...types];
  const child = spawn(python, args, {
    // A group of its own, with the processes of the functions.
    detached: true,
    stdio: ["pipe", output, output],
    cwd: folder,
    env: {
      PATH,
      HOME: folder,
      TMPDIR: folder,
      ...CREDENTIALS,
      AUTH: "true",
      USE_SSL: "1",
      BIND_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: REGION,
      S3_DATA_DIR: join(folder, "s3"),
      STATE_DIR: join(folder, "state"),
    },
  });
  endWithThisProcess(child);
  const url = `https://127.0.0.1:${port}`;
  const certificate = join(folder, "ministack-tls", "server.crt");
  const ended = once(child, "exit").then(() => {
    throw new Problem(`MiniStack ended; its last lines are in ${log}.`);
  });
  const started = waitFor("MiniStack", START_SECONDS, async () => {
    if (!existsSync(certificate)) return undefined;
    tls.setDefaultCACertificates([...tls.getCACertificates(), readFileSync(certificate, "utf8")]);
    const { ok } = await fetch(`${url}/_ministack/health`);
    return ok || undefined;
  });
  await Promise.race([started, ended]);
  ended.catch(() => {});
  return {
    url,
    account: `aws://000000000000/${REGION}`,
    log,
    env: {
      ...withoutAws(process.env),
      ...CREDENTIALS,
      PATH,
      AWS_ENDPOINT_URL: url,
      AWS_REGION: REGION,
      AWS_CONFIG_FILE: join(folder, "none"),
      AWS_SHARED_CREDENTIALS_FILE: join(folder, "none"),
      NODE_EXTRA_CA_CERTS: certificate,
      // The CDK's command line reads only this one.
      AWS_CA_BUNDLE: certificate,
    },
  };
}

function endWithThisProcess(child: ChildProcess) {
  process.once("exit", () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  });
}

function withoutAws(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || name.startsWith("AWS_") ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("No port is free");
  return address.port;
}
