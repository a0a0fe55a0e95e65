import { judge } from "./judging.ts";

await judge(
  ["websites"],
  [
    ["401 for all", /^POST \/v1\/competitors is answered 401, not 200$/],
    ["accepts requests without a key", /without a valid key is answered 200$/],
    ["lists are empty", /^GET \/v1\/websites does not show what was made$/],
    ["writes a form that the old version can't read", /^GET .* is answered 404, not 200$/],
  ],
);
