import { judged } from "../../shared/queues/judged.ts";
import { systemClock } from "../../shared/time.ts";
import { changesHandler } from "./dispatch.ts";

export const handler = judged(changesHandler(systemClock));
