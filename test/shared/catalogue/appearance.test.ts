import { expect, test } from "vitest";
import {
  appearanceOf,
  contrast,
  readableOn,
  textColourOn,
} from "../../../shared/catalogue/appearance.ts";

test("a reseller without settings has its name and a colour", () => {
  expect(appearanceOf({ name: "Acme" })).toEqual({ sender: "Acme", colour: "#1f5fbf" });
  expect(appearanceOf({ name: "Acme", sender_name: "Web", colour: "#ffd400" })).toEqual({
    ...{ sender: "Web", colour: "#ffd400" },
  });
});

test("writes on the reseller's colour in black or white, whichever has more contrast", () => {
  const contrast = Object.fromEntries(
    ["#000000", "#ffffff", "#ffd400", "#0b7a4b", "#FF0000", "#0000ff", "#767676", "#757575"].map(
      (colour) => [colour, textColourOn(colour)],
    ),
  );
  expect(contrast).toEqual({
    "#000000": "#ffffff",
    "#ffffff": "#000000",
    "#ffd400": "#000000",
    "#0b7a4b": "#ffffff",
    "#FF0000": "#000000",
    "#0000ff": "#ffffff",
    // WCAG's own limit: 4.54 and 4.62 against white, 4.61 and 4.55 against black.
    "#767676": "#000000",
    "#757575": "#ffffff",
  });
});

test("a colour that can be read stays, and any other is made darker or lighter until it can be", () => {
  expect(readableOn("#ffffff", "#0b7a4b")).toBe("#0b7a4b");
  for (const background of ["#ffffff", "#15191e"]) {
    for (const colour of ["#ffffff", "#ffd400", "#ff0000", "#0000ff", "#000000", "#7f7f7f"]) {
      expect(contrast(background, readableOn(background, colour))).toBeGreaterThanOrEqual(4.5);
    }
  }
});
