import { resolve } from "node:path";
import { Problem } from "./problem.ts";

export interface Settings {
  /** 0 takes any free port. */
  port: number;
  /** The one address to listen on; undefined: loopback. */
  host: string | undefined;
  /** Absolute. */
  dataDir: string;
}

const DEFAULT_PORT = 3000;
const HIGHEST_PORT = 65_535;

/** The local server's settings, from PORT, HOST and DATA_DIR; empty is the same as not set. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  return {
    port: readPort(env["PORT"] || String(DEFAULT_PORT)),
    host: env["HOST"] || undefined,
    dataDir: readDataDir(env),
  };
}

/** Where the local data are: DATA_DIR, below the current directory unless absolute. */
export function readDataDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env["DATA_DIR"] || ".local");
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= HIGHEST_PORT) return port;
  throw new Problem(`PORT must be a whole number from 0 to ${HIGHEST_PORT}, not "${text}".`);
}
