/**
 * Control and format characters: they move the cursor, change the direction of text, have no width, or
 * end a line.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes foreign text safe for a terminal. */
export function escapeForTerminal(text: string): string {
  return text.replace(UNSEEN, (character) =>
    /\p{Cc}/u.test(character) ? "?" : `<U+${hex(character.codePointAt(0) ?? 0).toUpperCase()}>`,
  );
}

/** JSON of a value with such characters escaped, except for JSON's own line ends and indents. */
export function escapeJsonForTerminal(json: string): string {
  return json.replace(UNSEEN, (character) => {
    if (/\s/.test(character) && character < "\u0080") return character;
    return character
      .split("")
      .map((unit) => `\\u${hex(unit.charCodeAt(0))}`)
      .join("");
  });
}

function hex(code: number): string {
  return code.toString(16).padStart(4, "0");
}
