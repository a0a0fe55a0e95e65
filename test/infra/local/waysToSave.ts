import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

type Save = (file: string, text: string) => void;

const LONG_AGO = new Date("2020-01-01");
const git = (file: string, ...args: string[]) =>
  execFileSync("git", [
    "-C",
    dirname(file),
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@b.c",
    ...args,
  ]);

/** How editors and tools save a file, by name. */
export const waysToSave: Readonly<Record<string, Save>> = {
  "written in place": writeFileSync,
  "emptied first": (file, text) => {
    truncateSync(file);
    appendFileSync(file, text);
  },
  "appended to": (file, text) => appendFileSync(file, text),
  "replaced by rename": (file, text) => {
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
  },
  "with the old one as a backup": (file, text) => {
    renameSync(file, `${file}~`);
    writeFileSync(file, text);
    rmSync(`${file}~`);
  },
  "deleted and written anew": (file, text) => {
    rmSync(file);
    writeFileSync(file, text);
  },
  "by sed -i": (file, text) => {
    execFileSync("sed", ["-i", "-e", `$a\\${text.trimEnd()}`, file]);
  },
  "by git checkout": (file, text) => {
    const before = readFileSync(file);
    git(file, "init", "--quiet");
    writeFileSync(file, text);
    git(file, "add", basename(file));
    git(file, "commit", "--quiet", "--message=Next");
    writeFileSync(file, before);
    git(file, "checkout", "--quiet", "--", basename(file));
    rmSync(join(dirname(file), ".git"), { recursive: true });
  },
  "by a copy of an older file": (file, text) => {
    writeFileSync(`${file}.old`, text);
    utimesSync(`${file}.old`, LONG_AGO, LONG_AGO);
    cpSync(`${file}.old`, file, { preserveTimestamps: true });
    rmSync(`${file}.old`);
  },
  "in place with the time kept": (file, text) => {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, text);
    utimesSync(file, atime, mtime);
  },
};
