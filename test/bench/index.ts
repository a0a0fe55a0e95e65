import "../support/quietLogs.ts";
import { startTestTable } from "../support/table.ts";
import { printTable, progress, type Section } from "./report.ts";

type Measurement = { measure: () => Promise<Section | Section[]> };

/** `npm run bench -- [endpoints] [pages] …`: all sections unless some are named. */
const sections: Record<string, () => Promise<Measurement>> = {
  endpoints: () => import("./endpoints.ts"),
  pages: () => import("./pages.ts"),
  bundles: () => import("./bundles.ts"),
  overhead: () => import("./overhead.ts"),
  uptime: () => import("./uptime.ts"),
  audit: () => import("./audit.ts"),
  cost: () => import("./cost.ts"),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in sections));
if (unknown !== undefined) {
  console.error(`There is no section ${unknown}: choose of ${Object.keys(sections).join(", ")}`);
  process.exit(2);
}

const stop = await startTestTable();
try {
  for (const [name, load] of Object.entries(sections)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    progress(`Measuring ${name} …`);
    const { measure } = await load();
    for (const section of [await measure()].flat()) printTable(section);
  }
} finally {
  await stop();
}
