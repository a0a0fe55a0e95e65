import type { Section } from "./report.ts";

type Measurement = { measure: () => Promise<Section | Section[]> };

/** The sections of the benchmark by name, in the order in which they are run. */
export const sections: Record<string, () => Promise<Measurement>> = {
  bundles: () => import("./bundles.ts"),
  spelling: () => import("./spelling.ts"),
  expensive: () => import("./expensive.ts"),
  scale: () => import("./scale.ts"),
};
