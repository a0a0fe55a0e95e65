import { expect, test } from "vitest";
import { assertDeployable } from "../../infra/deploymentSettings.ts";

const HERE = { region: "eu-central-1", recoveryRegion: "eu-west-1" };

test("a recovery region without another region of the stage is refused", () => {
  expect(() => assertDeployable({ stage: "dev", recoveryRegion: "eu-west-1" })).toThrow("region");
  expect(() => assertDeployable({ stage: "dev", ...HERE, region: "eu-west-1" })).toThrow("region");
  expect(() => assertDeployable({ stage: "dev", ...HERE })).not.toThrow();
});
