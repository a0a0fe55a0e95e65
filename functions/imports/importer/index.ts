import { atDoor } from "../../../shared/queues/atDoor.ts";
import { importFiles } from "./importFiles.ts";

export const handler = atDoor(importFiles);
