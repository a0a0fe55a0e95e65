import type { TextLanguage } from "../../../shared/texts.ts";

/** What the mail with a report says beside the texts of reports and of the onboarding mail. */
interface ReportMailTexts {
  subject(range: string): string;
  intro(sender: string, range: string): string;
  /** The heading of what should be done. */
  first: string;
  footer(email: string, sender: string): string;
  unsubscribe: string;
}

export const reportMailTexts: Record<TextLanguage, ReportMailTexts> = {
  en: {
    subject: (range) => `Your website report: ${range}`,
    intro: (sender, range) => `${sender} reports how your website did: ${range}.`,
    first: "What to do first",
    footer: (email, sender) =>
      `You are receiving this e-mail at ${email} because ${sender} monitors your website.`,
    unsubscribe: "No more reports by e-mail",
  },
  de: {
    subject: (range) => `Ihr Website-Bericht: ${range}`,
    intro: (sender, range) => `${sender} berichtet, wie es Ihrer Website ergangen ist: ${range}.`,
    first: "Was zuerst zu tun ist",
    footer: (email, sender) =>
      `Sie erhalten diese E-Mail an ${email}, weil ${sender} Ihre Website überwacht.`,
    unsubscribe: "Keine Berichte mehr per E-Mail",
  },
  fr: {
    subject: (range) => `Le rapport sur votre site web\u00a0: ${range}`,
    intro: (sender, range) => `${sender} vous présente le bilan de votre site web\u00a0: ${range}.`,
    first: "Par quoi commencer",
    footer: (email, sender) =>
      `Vous recevez cet e-mail à l’adresse ${email} parce que ${sender} surveille votre site web.`,
    unsubscribe: "Ne plus recevoir de rapports par e-mail",
  },
  es: {
    subject: (range) => `El informe de su sitio web: ${range}`,
    intro: (sender, range) => `${sender} le informa de cómo ha ido su sitio web: ${range}.`,
    first: "Por dónde empezar",
    footer: (email, sender) =>
      `Recibe este correo en ${email} porque ${sender} supervisa su sitio web.`,
    unsubscribe: "No recibir más informes por correo",
  },
  it: {
    subject: (range) => `Il rapporto sul suo sito web: ${range}`,
    intro: (sender, range) => `${sender} la informa su come è andato il suo sito web: ${range}.`,
    first: "Da dove cominciare",
    footer: (email, sender) =>
      `Riceve questa e-mail all’indirizzo ${email} perché ${sender} controlla il suo sito web.`,
    unsubscribe: "Non ricevere più rapporti per e-mail",
  },
  nl: {
    subject: (range) => `Het rapport over uw website: ${range}`,
    intro: (sender, range) => `${sender} laat zien hoe het met uw website ging: ${range}.`,
    first: "Wat u als eerste kunt doen",
    footer: (email, sender) =>
      `U ontvangt deze e-mail op ${email} omdat ${sender} uw website bewaakt.`,
    unsubscribe: "Geen rapporten meer per e-mail",
  },
};
