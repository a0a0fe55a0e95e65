import { startTestTable } from "../support/table.ts";
import { printTable, progress, type Section } from "./report.ts";

/** `npm run bench -- [endpoints] [pages] [bundles] [overhead]`: all sections unless some are named. */
const sections: Record<string, () => Promise<{ measure: () => Promise<Section> }>> = {
  endpoints: () => import("./endpoints.ts"),
  pages: () => import("./pages.ts"),
  bundles: () => import("./bundles.ts"),
  overhead: () => import("./overhead.ts"),
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
    printTable(await measure());
  }
} finally {
  await stop();
}
