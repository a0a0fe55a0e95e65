import { probeHandler } from "./probeSites.ts";

export const handler = probeHandler();
