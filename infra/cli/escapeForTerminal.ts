/**
 * Control and format characters: they move the cursor, change the direction of text, have no width, or
 * end a line.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes foreign text safe for a terminal. */
export function escapeForTerminal(text: string): string {
  return text.replace(UNSEEN, (character) =>
    /\p{Cc}/u.test(character) ? "?" : `<U+${hex(character.codePointAt(0) ?? 0)}>`,
  );
}

/** JSON of a value with such characters escaped. */
export function escapeJsonForTerminal(json: string): string {
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
