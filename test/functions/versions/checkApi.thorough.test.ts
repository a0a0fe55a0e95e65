import { judge } from "./judging/judging.ts";

await judge(
  [],
  [
    ["lists are empty", /^GET \/v1\/websites does not show what was made$/],
    [
      "writes a form that the old version can't read",
      /^(GET|POST) .* is answered 4(04|22), not 200$/,
    ],
  ],
);
