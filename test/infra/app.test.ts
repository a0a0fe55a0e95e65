import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { settingsFor } from "../../infra/settings.ts";

describe("the stage", () => {
  it("is dev unless told", () => {
    expect(settingsFor()).toEqual(settingsFor("dev"));
  });

  it.each(["staging", "", "toString"])("%j ends the app with one clear line", (stage) => {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ stage }) };
    const { status, stderr } = spawnSync(process.execPath, ["infra/app.ts"], {
      env,
      encoding: "utf8",
    });
    expect(stderr).toBe(`There is no stage "${stage}", only dev and prod\n`);
    expect(status).toBe(1);
  });
});
