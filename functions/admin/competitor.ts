import { uuid } from "./command.ts";

export const competitor_uuid = uuid("The competitor", "find HOST");
