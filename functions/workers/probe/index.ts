import { probeHandler } from "../../../shared/uptime/probeSites.ts";

export const handler = probeHandler();
