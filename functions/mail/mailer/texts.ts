import { type TextLanguage, textLanguageOf } from "../../../shared/texts.ts";

/** The texts of the onboarding mail in one language. */
interface OnboardingTexts {
  subject: string;
  /** Without a name, the greeting is impersonal. */
  greeting(name: string | undefined): string;
  intro(sender: string): string;
  business: string;
  website: string;
  checks: string;
  results(sender: string): string;
  button: string;
  reply: string;
  footer(email: string, sender: string): string;
}

const en: OnboardingTexts = {
  subject: "Your website is now being monitored",
  greeting: (name) => (name ? `Hello ${name},` : "Hello,"),
  intro: (sender) => `${sender} has set up website monitoring for you.`,
  business: "Business",
  website: "Website",
  checks:
    "The first checks have already begun. From now on we check around the clock that your website can be reached, and go through its pages regularly for anything that visitors or search engines might stumble over.",
  results: (sender) =>
    `${sender} will share the results with you. There is nothing you need to do.`,
  button: "See the results",
  reply: "Any questions? Just reply to this e-mail.",
  footer: (email, sender) =>
    `You are receiving this e-mail at ${email} because ${sender} has set up website monitoring for you.`,
};

const de: OnboardingTexts = {
  subject: "Ihre Website wird jetzt überwacht",
  greeting: (name) => (name ? `Guten Tag ${name},` : "Guten Tag,"),
  intro: (sender) => `${sender} hat für Sie eine Website-Überwachung eingerichtet.`,
  business: "Unternehmen",
  website: "Website",
  checks:
    "Die ersten Prüfungen laufen bereits. Ab jetzt prüfen wir rund um die Uhr, ob Ihre Website erreichbar ist, und gehen ihre Seiten regelmäßig auf alles durch, worüber Besucher oder Suchmaschinen stolpern könnten.",
  results: (sender) =>
    `${sender} stellt Ihnen die Ergebnisse bereit. Sie müssen nichts weiter tun.`,
  button: "Ergebnisse ansehen",
  reply: "Haben Sie Fragen? Antworten Sie einfach auf diese E-Mail.",
  footer: (email, sender) =>
    `Sie erhalten diese E-Mail an ${email}, weil ${sender} für Sie eine Website-Überwachung eingerichtet hat.`,
};

const fr: OnboardingTexts = {
  subject: "Votre site web est désormais surveillé",
  greeting: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  intro: (sender) => `${sender} a mis en place pour vous la surveillance de votre site web.`,
  business: "Entreprise",
  website: "Site web",
  checks:
    "Les premières vérifications ont déjà commencé. Désormais, nous vérifions jour et nuit que votre site est accessible et nous parcourons régulièrement ses pages pour repérer tout ce qui pourrait gêner vos visiteurs ou les moteurs de recherche.",
  results: (sender) =>
    `${sender} met les résultats à votre disposition. Vous n’avez rien d’autre à faire.`,
  button: "Voir les résultats",
  reply: "Une question\u202f? Il vous suffit de répondre à cet e-mail.",
  footer: (email, sender) =>
    `Vous recevez cet e-mail à l’adresse ${email} parce que ${sender} a mis en place pour vous la surveillance d’un site web.`,
};

const es: OnboardingTexts = {
  subject: "Su sitio web ya está bajo supervisión",
  greeting: (name) => (name ? `Hola, ${name}:` : "Hola:"),
  intro: (sender) => `${sender} ha activado para usted la supervisión de su sitio web.`,
  business: "Empresa",
  website: "Sitio web",
  checks:
    "Las primeras comprobaciones ya están en marcha. A partir de ahora comprobamos las 24 horas del día que se puede acceder a su sitio web y revisamos periódicamente sus páginas en busca de cualquier problema que pueda afectar a sus visitantes o a los buscadores.",
  results: (sender) =>
    `${sender} pondrá los resultados a su disposición. No tiene que hacer nada más.`,
  button: "Ver los resultados",
  reply: "¿Tiene alguna pregunta? Solo tiene que responder a este correo.",
  footer: (email, sender) =>
    `Recibe este correo en ${email} porque ${sender} ha activado para usted la supervisión de un sitio web.`,
};

const it: OnboardingTexts = {
  subject: "Il suo sito web è ora monitorato",
  greeting: (name) => (name ? `Buongiorno ${name},` : "Buongiorno,"),
  intro: (sender) => `${sender} ha attivato per lei il monitoraggio del suo sito web.`,
  business: "Azienda",
  website: "Sito web",
  checks:
    "I primi controlli sono già iniziati. D’ora in poi verifichiamo 24 ore su 24 che il suo sito sia raggiungibile ed esaminiamo regolarmente le sue pagine alla ricerca di tutto ciò che potrebbe ostacolare i visitatori o i motori di ricerca.",
  results: (sender) => `${sender} le metterà a disposizione i risultati. Lei non deve fare nulla.`,
  button: "Visualizza i risultati",
  reply: "Ha domande? Basta rispondere a questa e-mail.",
  footer: (email, sender) =>
    `Riceve questa e-mail all’indirizzo ${email} perché ${sender} ha attivato per lei il monitoraggio di un sito web.`,
};

const nl: OnboardingTexts = {
  subject: "Uw website wordt nu bewaakt",
  greeting: (name) => (name ? `Beste ${name},` : "Goedendag,"),
  intro: (sender) => `${sender} heeft websitebewaking voor u ingesteld.`,
  business: "Bedrijf",
  website: "Website",
  checks:
    "De eerste controles zijn al begonnen. Vanaf nu controleren we dag en nacht of uw website bereikbaar is en lopen we de pagina’s regelmatig na op alles waar bezoekers of zoekmachines over zouden kunnen struikelen.",
  results: (sender) =>
    `${sender} stelt de resultaten voor u beschikbaar. U hoeft verder niets te doen.`,
  button: "Resultaten bekijken",
  reply: "Hebt u vragen? Beantwoord dan gewoon deze e-mail.",
  footer: (email, sender) =>
    `U ontvangt deze e-mail op ${email} omdat ${sender} websitebewaking voor u heeft ingesteld.`,
};

const languages: Record<TextLanguage, OnboardingTexts> = { en, de, fr, es, it, nl };

/** The language of a mail for a preference such as `de-AT`, and its texts. */
export function textsFor(language_preference: string) {
  const language = textLanguageOf(language_preference);
  return { language, texts: languages[language] };
}
