import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  type OnboardingContent,
  renderOnboarding,
} from "../../../functions/mail/mailer/renderOnboarding.ts";
import { textLanguages } from "../../../shared/texts.ts";
import { asksForHelp, runMain } from "../../terminal.ts";
import { readDataDir } from "../dataDir.ts";

const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><rect width="60" height="60" rx="12" fill="#0b7a4b"/><text x="72" y="41" font-family="sans-serif" font-size="30" fill="#123">Acme</text></svg>',
)}`;

const usual: OnboardingContent = {
  language_preference: "en-GB",
  email: "grace@example.com",
  first_name: "Grace",
  sender: "Acme Web Agency",
  business: "Compilers Ltd",
  website: "https://compilers.example.com",
  logo_url: LOGO,
  colour: "#0b7a4b",
  link: "https://acme.example.com/results",
  canReply: true,
};

/** A mail in each language, and mails with content that can break the design. */
const previews: Record<string, OnboardingContent> = {
  ...Object.fromEntries(
    textLanguages.map((language) => [
      language,
      { ...usual, language_preference: `${language}-XX` },
    ]),
  ),
  plain: {
    language_preference: "en-GB",
    email: usual.email,
    first_name: "Bo",
    sender: "Acme",
    colour: usual.colour,
    canReply: false,
  },
  "missing-logo": { ...usual, logo_url: "data:image/png;base64,", colour: "#ffd400" },
  hostile: {
    ...usual,
    email: `${"long.".repeat(30)}address@${"sub.".repeat(20)}example.com`,
    first_name: `"><script>alert(1)</script> {{sender}} ${"W".repeat(200)}`,
    sender: "</style><h1>O'Neil & Söhne</h1> 🚲 \u202eesrever",
    business: `שלום עולם ${"x".repeat(88)}`,
    website: `https://example.com/${"path".repeat(58)}`,
    logo_url: undefined,
    colour: "#ffd400",
  },
};

const HELP = `Writes the onboarding mail in every language, as HTML files for a browser.

  npm run mail:preview

  DATA_DIR     .local; the files are in its folder mail-preview
`;

/** `npm run mail:preview`: writes the mails as HTML files for a browser. */
runMain(async () => {
  if (asksForHelp("npm run mail:preview")) return void process.stdout.write(HELP);
  const folder = join(readDataDir(), "mail-preview");
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(previews)) {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, renderOnboarding(content).html);
    process.stdout.write(`${relative("", file)}\n`);
  }
});
