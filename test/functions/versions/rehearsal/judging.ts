import { afterAll, expect, it } from "vitest";
import { badVersions } from "./bad.ts";
import { openStage } from "./rehearse.ts";

/** Tests that the hook lets a good version of these functions get traffic, and none of these bad ones. */
export async function judge(
  good: readonly string[],
  refused: readonly (readonly [what: string, fault: RegExp])[],
) {
  const stage = await openStage();
  afterAll(() => stage.close());

  it.each(good)("a version of %s that does what the old one does gets traffic", async (folder) => {
    const version = { what: "good", folder, spoil: <Same>(handler: Same) => handler };
    expect(await stage.check(version)).toBeUndefined();
  });

  const harmless = badVersions.filter(({ what, folder }) => {
    return what.startsWith("nothing (it") && good.includes(folder);
  });
  it.each(harmless)("a version of $folder gets traffic although bad is $what", async (version) => {
    expect(await stage.check(version)).toBeUndefined();
  });

  it.each(refused)("a version with this fault gets none: %s", async (what, fault) => {
    const version = badVersions.find((each) => each.what === what);
    if (!version) throw new Error(`No version ${what}`);
    expect((await stage.check(version))?.by).toMatch(fault);
  });
}
