import { judge } from "./judging.ts";

await judge(
  ["changes", "cleanup", "uptime"],
  [
    ["a worker that throws while loading", /^subscriptions throws/],
    ["a worker with the wrong table", /gives back what it can do$/],
    ["a worker that acknowledges and does nothing", /without reading anything$/],
  ],
);
