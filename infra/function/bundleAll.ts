import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { entryOf, functionFolders } from "./entries.ts";

// Bundles all functions, each into its path below the folder that is named.
const [, , folder = ""] = process.argv;
for (const path of functionFolders()) await bundle(entryOf(path), join(folder, path));
