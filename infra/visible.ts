/**
 * Control and format characters: those that move a cursor, change the direction of what is read, have
 * no width, or end a line.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Somebody else's text for a terminal: nothing in it can change how the rest is read. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) =>
    /\p{Cc}/u.test(character) ? "?" : `<U+${hex(character.codePointAt(0) ?? 0)}>`,
  );
}

/** JSON of the same value in which such characters are escapes. */
export function visibleJson(json: string): string {
  return json.replace(UNSEEN, (character) =>
    // JSON's own line ends and indents.
    /[\n\r\t]/.test(character)
      ? character
      : Array.from(
          { length: character.length },
          (_, index) => `\\u${hex(character.charCodeAt(index)).toLowerCase()}`,
        ).join(""),
  );
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, "0");
}
