import { afterAll, expect, it } from "vitest";
import { badVersions } from "../../bench/versions/bad.ts";
import { deployments } from "../../bench/versions/deployment.ts";
import { openStage } from "../../bench/versions/rehearse.ts";

const stage = await openStage();
afterAll(() => stage.close());

it.each(deployments.map(({ folder }) => folder))(
  "a version of %s that does what the old one does gets traffic",
  async (folder) => {
    expect(await stage.check({ what: "good", folder, spoil: (good) => good })).toBeUndefined();
  },
);

const refused = [
  ["throws while loading", /^users throws/],
  ["500 on one verb", /^PATCH .* is answered 500, not 200$/],
  ["401 for all", /^POST \/v1\/competitors is answered 401, not 200$/],
  ["accepts requests without a key", /without a valid key is answered 200$/],
  ["slow by 3 s on one verb", /takes longer than 1500 ms$/],
  ["lists are empty", /^GET \/v1\/websites does not show what was made$/],
  ["no permission for a verb", /^DELETE .* is answered 500, not 200$/],
  ["writes a form that the old version can't read", /^GET .* is answered 404, not 200$/],
  ["a worker with the wrong table", /gives back what it can do$/],
  ["a worker that acknowledges and does nothing", /without reading anything$/],
] as const;

it.each(refused)("a version with this fault gets none: %s", async (what, fault) => {
  const version = badVersions.find((each) => each.what === what);
  if (!version) throw new Error(`No version ${what}`);
  expect((await stage.check(version))?.by).toMatch(fault);
});
