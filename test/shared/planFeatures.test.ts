import { expect, test } from "vitest";
import {
  hasFeature,
  planFeatureDefaults,
  planFeatures,
} from "../../shared/resources/planFeatures.ts";

test.each(planFeatures)("a plan has %s by its switch, or by the switch's default", (feature) => {
  expect(hasFeature({ [feature]: true }, feature)).toBe(true);
  expect(hasFeature({ [feature]: false }, feature)).toBe(false);
  expect(hasFeature({}, feature)).toBe(planFeatureDefaults[feature]);
});
