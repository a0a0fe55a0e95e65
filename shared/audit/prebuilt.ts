// The entities need the name of a table when they are imported; nothing is read from it.
process.env["TABLE_NAME"] ??= "none";
const { analysers } = await import("./analysers/index.ts");
const { typeOf } = await import("./analysers/analyser.ts");
const { feedItemTypes } = await import("./feedItemTypes.ts");

/**
 * What endpoints know of analysers: the types of feed items, and the kinds of faults by type and code. In a bundle
 * this module is replaced by its value, so that no analyser is loaded.
 */
export const prebuilt = {
  feedItemTypes: Object.keys(feedItemTypes),
  kinds: Object.fromEntries(analysers.map((analyser) => [typeOf(analyser), analyser.kinds])),
};
