import type { Catalogue } from "./catalogue.ts";

/** Whether the article before an Italian day loses its vowel: `l’8 novembre`. */
const isElided = (day: string) => /^(?:8|11)\D/.test(day);

export const it: Catalogue = {
  onboarding: {
    subject: "Il suo sito web è ora monitorato",
    greeting: (name) => (name ? `Buongiorno ${name},` : "Buongiorno,"),
    intro: (sender) => `${sender} ha attivato per lei il monitoraggio del suo sito web.`,
    business: "Azienda",
    website: "Sito web",
    checks:
      "I primi controlli sono già iniziati. D’ora in poi verifichiamo 24 ore su 24 che il suo sito sia raggiungibile ed esaminiamo regolarmente le sue pagine alla ricerca di tutto ciò che potrebbe ostacolare i visitatori o i motori di ricerca.",
    results: (sender) =>
      `${sender} le metterà a disposizione i risultati. Lei non deve fare nulla.`,
    button: "Visualizza i risultati",
    reply: "Ha domande? Basta rispondere a questa e-mail.",
    footer: (email, sender) =>
      `Riceve questa e-mail all’indirizzo ${email} perché ${sender} ha attivato per lei il monitoraggio di un sito web.`,
  },
  reportMail: {
    subject: (range) => `Il rapporto sul suo sito web: ${range}`,
    intro: (sender, range) => `${sender} la informa su come è andato il suo sito web: ${range}.`,
    first: "Da dove cominciare",
    footer: (email, sender) =>
      `Riceve questa e-mail all’indirizzo ${email} perché ${sender} controlla il suo sito web.`,
    unsubscribe: "Non ricevere più rapporti per e-mail",
  },
  alert: {
    down: { one: "{website} non è raggiungibile", other: "{count} siti non sono raggiungibili" },
    up: {
      one: "{website} è di nuovo raggiungibile",
      other: "{count} siti sono di nuovo raggiungibili",
    },
    downTitle: "Non raggiungibili",
    upTitle: "Di nuovo raggiungibili",
    since: (time) => `Inizio: ${time}`,
    was: (from, to, duration) => `Inizio: ${from}. Fine: ${to} (${duration})`,
    more: {
      one: "C’è {count} altro sito che non è elencato.",
      other: "Ci sono altri {count} siti che non sono elencati.",
    },
    button: "Apri la console",
    footer: (email, account) =>
      `Riceve questa e-mail all’indirizzo ${email} perché vi vengono inviati gli avvisi sui siti di ${account}.`,
    times: (timezone) => `Gli orari sono quelli del fuso orario ${timezone}.`,
    unsubscribe: "Non ricevere più avvisi per e-mail",
  },
  report: {
    title: "Rapporto sul sito web",
    compared: (range) => `Tra parentesi: il periodo precedente, ${range}.`,
    counted:
      "La disponibilità è la parte del tempo osservato in cui il sito era raggiungibile; il tempo non osservato non conta né a favore né contro, e la percentuale è arrotondata per difetto.",
    website: "Sito web",
    uptime: "Disponibilità",
    unknown: "nessun dato",
    downtimes: "Interruzioni",
    down: "Durata delle interruzioni",
    noDowntimes: "Non ci sono state interruzioni.",
    unconfirmed: (duration) =>
      `Nessuna interruzione confermata; brevi errori per un totale di ${duration}.`,
    moreDowntimes: "Ci sono state altre interruzioni; queste sono le ultime.",
    began: "Inizio",
    duration: "Durata",
    cause: "Causa",
    ongoing: "ancora in corso",
    responses: "Tempi di risposta",
    noResponses: "Non sono stati misurati tempi di risposta.",
    chart: "Tempi di risposta in millisecondi",
    inUtc: "Questi giorni iniziano a mezzanotte UTC.",
    day: "Giorno",
    quiet: (count) => `${count} giorni senza interruzioni`,
    median: "La metà in meno di",
    p95: "Il 95% in meno di",
    findings: "Rilievi",
    noFindings: "Non c’è nulla in sospeso.",
    later: (count) => `Rilievi emersi solo dopo questo periodo: ${count}.`,
    opened: "Nuovi",
    resolved: "Risolti",
    open: "Ancora in sospeso",
    severities: { error: "grave", warning: "importante", info: "lieve" },
    pages: "Pagine",
    why: "Perché è importante",
    todo: "Che cosa fare",
    solved: "Risolti in questo periodo",
    alike: (count) => `Altri dello stesso tipo: ${count}.`,
    further: (count) => `Altri rilievi per cui qui non c’è spazio: ${count}.`,
    unchecked: "Che cosa non è stato controllato",
    watched: "Il sito è stato osservato per tutto il tempo.",
    unobserved: (duration) =>
      `Per ${duration} non si sa se il sito fosse raggiungibile: non c’è stato alcun controllo, o il suo risultato non era affidabile.`,
    paused: "I controlli sono sospesi.",
    notYet: "Il sito non è ancora stato controllato.",
    neverAudited: "Le pagine non sono ancora state lette.",
    lastAudited: (day) =>
      `Le pagine sono state lette l’ultima volta ${isElided(day) ? "l’" : "il "}${day}.`,
    noSpelling: (languages) => `Ortografia: non disponibile in ${languages}.`,
    unreadable: (since) =>
      `Le pagine non sono leggibili ${isElided(since) ? "dall’" : "dal "}${since}:`,
    details: (count) => `Siti i cui dettagli non trovano spazio qui: ${count}.`,
    websites: (count) => `Altri siti che non sono in questo rapporto: ${count}.`,
    link: "Visualizza i risultati",
    made: (sender, at, timezone) =>
      `${sender}, ${at}. Gli orari si riferiscono al fuso orario ${timezone}.`,
  },
  status: {
    states: {
      up: "Online",
      down: "Non raggiungibile",
      unchecked: "Non ancora controllato",
      paused: "In pausa",
    },
    site: {
      up: "Il sito è online",
      down: "Il sito non è raggiungibile",
      unchecked: "Il sito non è ancora stato controllato",
      paused: "Al momento il sito non viene controllato",
    },
    allUp: "Tutti i siti sono online",
    noneDown: "Nessun sito è irraggiungibile",
    noneChecked: "Per ora nessun sito viene controllato",
    someDown: {
      one: "{down} sito su {total} non è raggiungibile",
      other: "{down} siti su {total} non sono raggiungibili",
    },
    since: "Inizio {time}",
    uptime: "Disponibilità in 90 giorni",
    daysAgo: "90 giorni fa",
    today: "Oggi",
    noData: "nessun dato",
    lastCheck: "Ultimo controllo: {time}",
    downtimes: "Interruzioni",
    noDowntime: "Nessuna interruzione negli ultimi 90 giorni.",
    unconfirmed: "Nessuna interruzione confermata; brevi errori per un totale di {duration}.",
    ongoing: "in corso",
    maintenance: "Manutenzione annunciata",
    underWay: "In corso",
    more: {
      one: "{count} altro sito non è mostrato.",
      other: "{count} altri siti non sono mostrati.",
    },
    counting:
      "La disponibilità è la parte del tempo controllato in cui il sito era raggiungibile. La manutenzione annunciata non conta.",
    utc: "Tutti gli orari sono in UTC.",
    stale: "Non è stato possibile aggiornare questa pagina. Riproveremo tra un minuto.",
    website: "Sito web",
    missing: "Questa pagina non esiste",
    missingWhy: "Il link è incompleto oppure la pagina non è più condivisa.",
  },
  secondTries: (failed, checks) =>
    `Controlli che hanno richiesto un secondo tentativo: ${failed} su ${checks}.`,
  unsubscribe: {
    reports: {
      title: "Rapporti per e-mail",
      subscribed: (sender) => `Riceve per e-mail i rapporti di ${sender} sul suo sito web.`,
      unsubscribe: "Non ricevere più rapporti",
      unsubscribed: (sender) => `Non riceve rapporti di ${sender} per e-mail.`,
      subscribe: "Ricevere di nuovo i rapporti",
    },
    alerts: {
      title: "Avvisi per e-mail",
      subscribed: (sender) => `Riceve per e-mail avvisi sui siti di ${sender}.`,
      unsubscribe: "Non ricevere più avvisi",
      unsubscribed: (sender) => `Non riceve avvisi da ${sender} per e-mail.`,
      subscribe: "Ricevere di nuovo gli avvisi",
    },
  },
};
