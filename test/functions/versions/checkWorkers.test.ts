import { judge } from "./judging/judging.ts";

await judge(
  ["uptime"],
  [
    ["a worker with the wrong table", /gives back what it can do$/],
    ["a worker that acknowledges and does nothing", /without reading anything$/],
  ],
);
