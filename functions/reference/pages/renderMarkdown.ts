import { Marked, type Tokens } from "marked";

/** A heading that the table of contents of a page names. */
interface Heading {
  id: string;
  html: string;
}

/** HTML of a guide, and its headings of the second level. Links to `errors.md` lead to its page. */
export function renderMarkdown(markdown: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const marked = new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${html}</h1>\n`;
        const id = anchorOf(text);
        if (depth === 2) headings.push({ id, html });
        // The heading's text is the link to it, so that a keyboard reaches one element with a name.
        return `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const target = /^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, "");
        return `<a href="${target}">${this.parser.parseInline(tokens)}</a>`;
      },
      // Wide blocks scroll separately from the page, also by keyboard.
      code({ text, lang = "" }: Tokens.Code) {
        return `<div class="code"><pre tabindex="0"><code class="language-${lang}">${escapeHtml(text)}\n</code></pre></div>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        const head = `<thead><tr>${cells(header, "th")}</tr></thead>`;
        return `<div class="table" tabindex="0"><table>\n${head}\n<tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  return { html: marked.parse(markdown) as string, headings };
}

/** As GitHub makes anchors of headings. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
