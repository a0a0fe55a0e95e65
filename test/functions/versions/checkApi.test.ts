import { judge } from "./judging/judging.ts";

await judge(
  ["competitors"],
  [["accepts requests without a key", /without a valid key is answered 200$/]],
);
