import { type TextLanguage, textLanguages } from "../../../../shared/texts.ts";
import type { Console } from "../context.ts";

const NAMES: Record<TextLanguage, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  nl: "Nederlands",
};

export interface LanguageChoiceProps {
  t: Console["t"];
  language: TextLanguage;
  choose(language: TextLanguage): void;
}

export function LanguageChoice({ t, language, choose }: LanguageChoiceProps) {
  return (
    <select
      class="language"
      aria-label={t("language")}
      value={language}
      onChange={({ currentTarget }) => choose(currentTarget.value as TextLanguage)}
    >
      {textLanguages.map((each) => (
        <option key={each} value={each} lang={each}>
          {NAMES[each]}
        </option>
      ))}
    </select>
  );
}
