/** HTML that holds no unescaped text of others. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | Part[];

/** A template of HTML: values are escaped unless they are HTML, lists joined, `false` and `undefined` left out. */
export function html(template: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(String.raw({ raw: template }, ...values.map(show)));
}

function show(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(show).join("");
  return part === undefined || part === false ? "" : escapeHtml(String(part));
}

/** Escapes text for HTML, quoted attributes included. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
