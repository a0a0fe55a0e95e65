import type { TextLanguage } from "../vocabulary/texts.ts";
import { de } from "./de.ts";
import { type Catalogue, en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { nl } from "./nl.ts";

export const catalogues: Record<TextLanguage, Catalogue> = { en, de, fr, es, it, nl };
