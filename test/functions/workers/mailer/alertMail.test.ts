import { expect, test } from "vitest";
import { renderAlert } from "../../../../functions/workers/mailer/alertMail.ts";
import { type TextLanguage, textLanguages } from "../../../../shared/vocabulary/texts.ts";

const BEGAN = "2026-11-22T09:58:00+00:00";
const downtimeOf = (hostname: string, more: object = {}) => ({
  ...{ website_uuid: "01a1f3c2-8d4e-7b6a-9c5d-000000000010", hostname, began_at: BEGAN },
  ...{ business: "<b>Bread & more</b>", cause: "dns (ENOTFOUND)", ...more },
});
const back = downtimeOf("b.example.com", {
  ended_at: "2026-11-22T10:20:00+00:00",
  cause: undefined,
});

function render(language: TextLanguage, alert: Parameters<typeof renderAlert>[0]["alert"]) {
  return renderAlert({
    ...{ alert, language, timezone: "Europe/Berlin", account: "Acme", email: "ops@example.com" },
    appearance: { sender: "Acme", colour: "#1f5fbf" },
    ...{ console_url: "https://api.example.com/console", unsubscribe_url: "https://u.example.com" },
  });
}

test.each(textLanguages)(
  "an alert in %s names each website, its business, cause and times",
  (language) => {
    const alert = {
      begun: [downtimeOf("a.example.com/shop")],
      begun_count: 1,
      ended: [back],
      ended_count: 1,
    };
    const { subject, text, html } = render(language, alert);
    expect(subject).toMatch(/^a\.example\.com .+; b\.example\.com /);
    expect(text).toMatch(/10:58.*\n.*\(ENOTFOUND\)/);
    expect(text).toMatch(/10:58.*11:20.*22/);
    expect(text.match(/#\/websites\/01a1f3c2-8d4e-7b6a-9c5d-000000000010$/gm)).toHaveLength(2);
    expect(html).toContain("&#60;b&#62;Bread &#38; more");
    expect(html).not.toMatch(/\{\{|undefined/);
  },
);

test.each(textLanguages)("an alert in %s counts what it has no room for", (language) => {
  const alert = {
    begun: [downtimeOf("a.example.com")],
    begun_count: 1201,
    ended: [],
    ended_count: 0,
  };
  const { subject, text } = render(language, alert);
  expect(subject).toMatch(/^1[.,\s]?201 \p{L}+/u);
  expect(subject).not.toContain("a.example.com");
  expect(text).toMatch(/: 1[.,\s]?200\.$/m);
});

test("an alert tells when a certificate ended, as reports do", () => {
  const cause = "tls (CERT_HAS_EXPIRED, 2026-11-01T10:00:00+00:00)";
  const begun = [downtimeOf("a.example.com", { cause })];
  const { text } = render("en", { begun, begun_count: 1, ended: [], ended_count: 0 });
  expect(text).toContain("has expired (1 November 2026) (CERT_HAS_EXPIRED)");
});
