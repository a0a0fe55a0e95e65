import type { Section } from "./report.ts";

type Measurement = { measure: () => Promise<Section | Section[]> };

/** The sections of the benchmark by name, in the order in which they are run. */
export const sections: Record<string, () => Promise<Measurement>> = {
  endpoints: () => import("./endpoints.ts"),
  pages: () => import("./pages.ts"),
  bundles: () => import("./bundles.ts"),
  uptime: () => import("./uptime.ts"),
  deliveries: () => import("./deliveries.ts"),
  audit: () => import("./audit.ts"),
  scale: () => import("./scale.ts"),
};
