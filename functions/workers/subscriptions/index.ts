import { followSubscriptions } from "./followSubscriptions.ts";

export const handler = followSubscriptions;
