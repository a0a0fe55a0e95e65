import { numbersOf } from "../vocabulary/texts.ts";
import type { Catalogue } from "./en.ts";

const { n, one } = numbersOf("it");

/** Whether the article before an Italian day loses its vowel: `l’8 novembre`. */
const isElided = (day: string) => /^(?:8|11)\D/.test(day);
const from = (day: string) => `${isElided(day) ? "dall’" : "dal "}${day}`;

export const it: Catalogue = {
  onboarding: {
    subject: "Il suo sito web è ora monitorato",
    greeting: (name) => (name ? `Buongiorno ${name},` : "Buongiorno,"),
    intro: (sender) => `${sender} ha attivato per lei il monitoraggio del suo sito web.`,
    business: "Azienda",
    checks:
      "I primi controlli sono già iniziati. D’ora in poi verifichiamo 24 ore su 24 che il suo sito sia raggiungibile ed esaminiamo regolarmente le sue pagine alla ricerca di tutto ciò che potrebbe ostacolare i visitatori o i motori di ricerca.",
    results:
      "Nella sua pagina di stato può vedere in ogni momento se il suo sito è raggiungibile. Lei non deve fare nulla.",
    button: "Apri la pagina di stato",
    reply: "Ha domande? Basta rispondere a questa e-mail.",
  },
  reportMail: {
    subject: (range) => `Il rapporto sul suo sito web: ${range}`,
    button: "Apri il rapporto completo",
  },
  alert: {
    down: (website, count) =>
      one(count) ? `${website} non è raggiungibile` : `${n(count)} siti non sono raggiungibili`,
    up: (website, count) =>
      one(count) ? `${website} è di nuovo online` : `${n(count)} siti sono di nuovo online`,
    downTitle: "Non raggiungibili",
    upTitle: "Di nuovo online",
    since: (time) => `Inizio: ${time}`,
    was: (from, to, duration) => `Inizio: ${from}. Fine: ${to} (${duration})`,
    button: "Apri la console",
  },
  webhookDisabled: {
    subject: (host) => `Un webhook è stato disattivato: ${host}`,
    gone: "Il suo endpoint ha risposto con lo stato 410 (Gone).",
    failing: "Per cinque giorni tutte le consegne sono fallite.",
    operator: "Il fornitore lo ha disattivato. Si rivolga al suo referente.",
    todo: "Non riceve eventi finché non lo riattiva nella console. Riceverà allora le consegne in attesa.",
    button: "Apri il webhook",
  },
  common: {
    website: "Sito web",
    uptime: "Disponibilità",
    unknown: "nessun dato",
    downtimes: "Interruzioni",
    counted:
      "La disponibilità è la parte del tempo controllato in cui il sito era raggiungibile. La manutenzione annunciata non conta.",
    unconfirmed: (duration) =>
      `Nessuna interruzione confermata; brevi errori per un totale di ${duration}.`,
    began: "Inizio",
    duration: "Durata",
    cause: "Causa",
    ongoing: "ancora in corso",
    states: {
      up: "Online",
      down: "Non raggiungibile",
      unstable: "Instabile",
      maintenance: "In manutenzione",
      not_checked: "Non ancora controllato",
      paused: "In pausa",
    },
    downFor: (duration) => `non raggiungibile per ${duration}`,
    noFailure: "nessuna interruzione",
    watchedSince: (since, isDate) => `osservato ${isDate ? from(since) : `da ${since}`}`,
    percentSince: (percent, day) => `${percent} ${from(day)}`,
    secondTries: (failed, checks) =>
      `${n(failed)} ${one(failed) ? "controllo" : "controlli"} su ${n(checks)} ${one(failed) ? "ha" : "hanno"} richiesto un secondo tentativo.`,
    moreWebsites: (count) => `Altri siti, non mostrati qui: ${n(count)}.`,
    times: (timezone) => `Gli orari si riferiscono al fuso orario ${timezone}.`,
    footer: (email, sender) =>
      `Riceve questa e-mail all’indirizzo ${email} perché ${sender} controlla il suo sito web.`,
    accountFooter: (email, account) =>
      `Riceve questa e-mail all’indirizzo ${email} perché vi vengono inviate le notifiche dell’account ${account}.`,
  },
  news: {
    down: (host: string, since: string) =>
      `Il suo sito ${host} non è raggiungibile ${from(since)}.`,
    back: (host: string, duration: string, since: string) =>
      `Il suo sito ${host} è di nuovo raggiungibile. A partire ${from(since)} non lo è stato per ${duration}.`,
  },
  report: {
    title: "Rapporto sul sito web",
    none: "In questi giorni non c’è stato alcun controllo.",
    noneDown: (website, count) =>
      one(count)
        ? `${website} non ha avuto interruzioni.`
        : `I suoi ${n(count)} siti non hanno avuto interruzioni.`,
    someDown: (website, count, down, duration) =>
      one(count)
        ? `${website} non è stato raggiungibile per ${duration} in totale.`
        : `${n(down)} dei suoi ${n(count)} siti ${one(down) ? "non è stato raggiungibile" : "non sono stati raggiungibili"}, per ${duration} in totale.`,
    better: (before) => `meglio di prima (${before})`,
    worse: (before) => `peggio di prima (${before})`,
    same: "come prima",
    fixed: "Che cosa è stato risolto",
    first: "Da dove cominciare",
    openFindings: "Rilievi in sospeso",
    all: "Siti web",
    calm: (count) => `Senza interruzioni e senza novità: ${n(count)}.`,
    down: "Durata delle interruzioni",
    noDowntimes: "Non ci sono state interruzioni.",
    moreDowntimes: "Ci sono state altre interruzioni; queste sono le ultime.",
    responses: "Tempi di risposta",
    noResponses: "Non sono stati misurati tempi di risposta.",
    median: "La metà in meno di",
    p95: "Il 95% in meno di",
    findings: "Rilievi",
    noFindings: "Non c’è nulla in sospeso.",
    later: (count) => `Rilievi emersi solo dopo questo periodo: ${n(count)}.`,
    opened: "Nuovi",
    resolved: "Risolti",
    open: "Ancora in sospeso",
    severities: { error: "grave", warning: "importante", info: "lieve" },
    pages: "Pagine",
    why: "Perché è importante",
    todo: "Che cosa fare",
    alike: (count) => `Altri dello stesso tipo: ${n(count)}.`,
    further: (count) => `Altri rilievi per cui qui non c’è spazio: ${n(count)}.`,
    unchecked: "Che cosa non è stato controllato",
    unobserved: (duration) =>
      `Per ${duration} non si sa se il sito fosse raggiungibile: non c’è stato alcun controllo, o il suo risultato non era affidabile.`,
    neverAudited: "Le pagine non sono ancora state lette.",
    lastAudited: (day) =>
      `Le pagine sono state lette l’ultima volta ${isElided(day) ? "l’" : "il "}${day}.`,
    noSpelling: (languages) => `Ortografia: non disponibile in ${languages}.`,
    unreadable: (since) => `Le pagine non sono leggibili ${from(since)}:`,
    details: (count) => `Siti i cui dettagli non trovano spazio qui: ${n(count)}.`,
  },
  status: {
    allUp: "Tutti i siti sono online",
    noneDown: "Nessun sito è irraggiungibile",
    noneChecked: "Per ora nessun sito viene controllato",
    someDown: (down, total) =>
      `${n(down)} ${one(down) ? "sito" : "siti"} su ${n(total)} ${one(down) ? "non è raggiungibile" : "non sono raggiungibili"}`,
    since: (time) => `Inizio ${time}`,
    inDays: "Disponibilità in 90 giorni",
    lastCheck: (time) => `Ultimo controllo: ${time}`,
    maintenance: "Manutenzione annunciata",
    underWay: "In corso",
    stale: "Non è stato possibile aggiornare questa pagina. Riproveremo tra un minuto.",
    missing: "Questa pagina non esiste",
    missingWhy: "Il link è incompleto oppure la pagina non è più condivisa.",
  },
  prospect: {
    title: "Controllo del sito",
    read: (count) => `Pagine lette: ${n(count)}.`,
    unread: (count) => `Pagine non lette: ${n(count)}.`,
    none: "Non sono stati trovati difetti.",
    running: "Il sito è in fase di lettura. Ricarichi questa pagina tra un minuto.",
    failed: "Non è stato possibile leggere il sito",
  },
  unsubscribe: {
    reports: "Rapporti per e-mail",
    alerts: "Avvisi per e-mail",
    subscribed: (sender) => `Riceve queste e-mail da ${sender}.`,
    unsubscribe: "Annulla l’iscrizione",
    unsubscribed: (sender) => `Non riceve più queste e-mail da ${sender}.`,
    subscribe: "Riattiva l’iscrizione",
  },
};
