import { cpSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";

type Save = (file: string, text: string) => void;

const LONG_AGO = new Date("2020-01-01");
/** How editors and tools save a file, by name. */
export const waysToSave: Readonly<Record<string, Save>> = {
  "written in place": writeFileSync,
  "replaced by rename": (file, text) => {
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
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
