import { escapeHtml, Html } from "../../../shared/html.ts";

/**
 * Replaces each `{{name}}` by its value, escaped unless it is HTML, and drops each `{{#name}}…{{/name}}` without a value of
 * that name. Values are inserted last, so that a placeholder within a value stays as it is.
 */
export function fill(template: string, values: Record<string, string | Html>): string {
  return template
    .replaceAll(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name: string, inner: string) =>
      Object.hasOwn(values, name) ? inner : "",
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const { [name]: value } = values;
      if (value === undefined) throw new Error(`The template has no value for ${name}`);
      return value instanceof Html ? value.text : escapeHtml(value);
    });
}
