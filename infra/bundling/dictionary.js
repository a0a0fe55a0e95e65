import { readFileSync } from "node:fs";
import { join } from "node:path";
import aff from "dictionary-en/index.aff";
import dic from "dictionary-en/index.dic";

// In place of `dictionary-en`, which awaits the reading of its files at the top of its module, and
// looks for them where its package is: bundle.ts puts them beside the bundle.
const read = (file) => readFileSync(join(__dirname, file));

export default { aff: read(aff), dic: read(dic) };
