/** Text as it may stand in HTML, in quoted attributes too. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** One line without what would turn the direction of the text around it (Unicode's UAX #9). */
export function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, " ");
}
