import type { Section } from "./report.ts";

type Measurement = { measure: () => Promise<Section | Section[]> };

/** The sections of the benchmark by name, in the order in which they are run. */
export const sections: Record<string, () => Promise<Measurement>> = {
  endpoints: () => import("./endpoints.ts"),
  pages: () => import("./pages.ts"),
  bundles: () => import("./bundles.ts"),
  uptime: () => import("./uptime.ts"),
  browsers: () => import("./browsers.ts"),
  flapping: () => import("./flapping.ts"),
  deliveries: () => import("./deliveries.ts"),
  audit: () => import("./audit.ts"),
  spelling: () => import("./spelling.ts"),
  basics: () => import("./basics.ts"),
  expensive: () => import("./expensive.ts"),
  scale: () => import("./scale.ts"),
};
