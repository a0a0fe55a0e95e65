import { deployments } from "./judging/deployments.ts";
import { judge } from "./judging/judging.ts";

await judge(
  deployments.map(({ folder }) => folder),
  [
    ["throws while loading", /^users throws/],
    ["401 for all", /^GET \/v1\/competitors is answered 401, not 200$/],
    ["a worker that throws while loading", /^subscriptions throws/],
    ["500 on one verb", /^PATCH .* is answered 500, not 200$/],
    ["500 for one request in eight", /is answered 500, not 200$/],
    ["slow by 3 s", /takes longer than 1500 ms$/],
    ["slow by 3 s on one verb", /takes longer than 1500 ms$/],
    ["wrong table", /is answered 500, not 200$/],
    ["no permission for a verb", /^DELETE .* is answered 500, not 200$/],
    ["a worker that reads messages and then does nothing", /without reading anything$/],
    ["a worker that gives back everything", /gives back what it can do$/],
    ["memory runs out in every third call", /^feedItems throws/],
    ["a new environment variable is missing", /^customFields throws/],
    ["pages that are not found", /^GET .* is answered 404, not 200$/],
  ],
);
