import type { TextLanguage } from "../../shared/texts.ts";

/** The texts of the page behind an unsubscribe link. */
interface UnsubscribeTexts {
  title: string;
  /** Of somebody who gets reports, and of somebody who does not. */
  subscribed(sender: string): string;
  unsubscribe: string;
  unsubscribed(sender: string): string;
  subscribe: string;
}

export const unsubscribeTexts: Record<TextLanguage, UnsubscribeTexts> = {
  en: {
    title: "Reports by e-mail",
    subscribed: (sender) => `You get reports about your website from ${sender} by e-mail.`,
    unsubscribe: "No more reports",
    unsubscribed: (sender) => `You get no reports from ${sender} by e-mail.`,
    subscribe: "Get reports again",
  },
  de: {
    title: "Berichte per E-Mail",
    subscribed: (sender) => `Sie erhalten Berichte über Ihre Website von ${sender} per E-Mail.`,
    unsubscribe: "Keine Berichte mehr",
    unsubscribed: (sender) => `Sie erhalten keine Berichte von ${sender} per E-Mail.`,
    subscribe: "Wieder Berichte erhalten",
  },
  fr: {
    title: "Rapports par e-mail",
    subscribed: (sender) => `Vous recevez par e-mail des rapports de ${sender} sur votre site web.`,
    unsubscribe: "Ne plus recevoir de rapports",
    unsubscribed: (sender) => `Vous ne recevez pas de rapports de ${sender} par e-mail.`,
    subscribe: "Recevoir à nouveau les rapports",
  },
  es: {
    title: "Informes por correo",
    subscribed: (sender) => `Recibe por correo informes de ${sender} sobre su sitio web.`,
    unsubscribe: "No recibir más informes",
    unsubscribed: (sender) => `No recibe informes de ${sender} por correo.`,
    subscribe: "Volver a recibir informes",
  },
  it: {
    title: "Rapporti per e-mail",
    subscribed: (sender) => `Riceve per e-mail i rapporti di ${sender} sul suo sito web.`,
    unsubscribe: "Non ricevere più rapporti",
    unsubscribed: (sender) => `Non riceve rapporti di ${sender} per e-mail.`,
    subscribe: "Ricevere di nuovo i rapporti",
  },
  nl: {
    title: "Rapporten per e-mail",
    subscribed: (sender) => `U ontvangt rapporten van ${sender} over uw website per e-mail.`,
    unsubscribe: "Geen rapporten meer",
    unsubscribed: (sender) => `U ontvangt geen rapporten van ${sender} per e-mail.`,
    subscribe: "Weer rapporten ontvangen",
  },
};
