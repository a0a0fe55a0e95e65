import { cleanUp } from "./cleanUp.ts";

export const handler = cleanUp;
