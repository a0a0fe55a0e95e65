import { numbersOf } from "../vocabulary/texts.ts";
import type { Catalogue } from "./en.ts";

const { n, one } = numbersOf("de");

export const de: Catalogue = {
  onboarding: {
    subject: "Ihre Website wird jetzt überwacht",
    greeting: (name) => (name ? `Guten Tag ${name},` : "Guten Tag,"),
    intro: (sender) => `${sender} hat für Sie eine Website-Überwachung eingerichtet.`,
    business: "Unternehmen",
    checks:
      "Die ersten Prüfungen laufen bereits. Ab jetzt prüfen wir rund um die Uhr, ob Ihre Website erreichbar ist, und gehen ihre Seiten regelmäßig auf alles durch, worüber Besucher oder Suchmaschinen stolpern könnten.",
    results:
      "Auf Ihrer Statusseite sehen Sie jederzeit, ob Ihre Website erreichbar ist. Sie müssen nichts weiter tun.",
    button: "Statusseite ansehen",
    reply: "Haben Sie Fragen? Antworten Sie einfach auf diese E-Mail.",
  },
  reportMail: {
    subject: (range) => `Ihr Website-Bericht: ${range}`,
    button: "Ganzen Bericht ansehen",
  },
  alert: {
    down: (website, count) =>
      one(count) ? `${website} ist ausgefallen` : `${n(count)} Websites sind ausgefallen`,
    up: (website, count) =>
      one(count)
        ? `${website} ist wieder erreichbar`
        : `${n(count)} Websites sind wieder erreichbar`,
    downTitle: "Ausgefallen",
    upTitle: "Wieder erreichbar",
    since: (time) => `Ausgefallen seit ${time}`,
    was: (from, to, duration) => `Ausgefallen vom ${from} bis zum ${to} (${duration})`,
    button: "Konsole öffnen",
  },
  webhookDisabled: {
    subject: (host) => `Ein Webhook wurde abgeschaltet: ${host}`,
    gone: "Sein Endpunkt hat mit dem Status 410 (Gone) geantwortet.",
    failing: "Seit fünf Tagen ist jede Zustellung fehlgeschlagen.",
    operator:
      "Der Anbieter hat ihn abgeschaltet. Bitte wenden Sie sich an Ihren Ansprechpartner dort.",
    todo: "Er erhält keine Ereignisse, bis Sie ihn in der Konsole wieder einschalten. Dann erhält er die Zustellungen, die noch warten.",
    button: "Webhook öffnen",
  },
  common: {
    website: "Website",
    uptime: "Verfügbarkeit",
    unknown: "nicht bekannt",
    downtimes: "Ausfälle",
    counted:
      "Die Verfügbarkeit ist der Anteil der geprüften Zeit, in der die Website erreichbar war. Angekündigte Wartung zählt nicht.",
    unconfirmed: (duration) =>
      `Kein bestätigter Ausfall; kurze Aussetzer von zusammen ${duration}.`,
    began: "Beginn",
    duration: "Dauer",
    cause: "Ursache",
    ongoing: "dauert an",
    states: {
      up: "Erreichbar",
      down: "Ausgefallen",
      unstable: "Instabil",
      maintenance: "In Wartung",
      not_checked: "Noch nicht geprüft",
      paused: "Pausiert",
    },
    downFor: (duration) => `${duration} ausgefallen`,
    noFailure: "kein Ausfall",
    watchedSince: (since, isDate) => `beobachtet seit ${isDate ? "dem " : ""}${since}`,
    percentSince: (percent, day) => `${percent} seit dem ${day}`,
    secondTries: (failed, checks) =>
      `Bei ${n(failed)} von ${n(checks)} Prüfungen war ein zweiter Versuch nötig.`,
    moreWebsites: (count) => `Weitere Websites, hier nicht gezeigt: ${n(count)}.`,
    times: (timezone) => `Alle Zeiten sind in der Zeitzone ${timezone} angegeben.`,
    footer: (email, sender) =>
      `Sie erhalten diese E-Mail an ${email}, weil ${sender} Ihre Website überwacht.`,
    accountFooter: (email, account) =>
      `Sie erhalten diese E-Mail an ${email}, weil die Benachrichtigungen des Kontos ${account} an diese Adresse gehen.`,
  },
  news: {
    down: (host: string, since: string) =>
      `Ihre Website ${host} ist nicht erreichbar, und zwar seit ${since}.`,
    back: (host: string, duration: string, since: string) =>
      `Ihre Website ${host} ist wieder erreichbar. Sie war ab ${since} für ${duration} nicht erreichbar.`,
  },
  report: {
    title: "Website-Bericht",
    none: "In diesen Tagen fand keine Prüfung statt.",
    noneDown: (website, count) =>
      one(count)
        ? `${website} hatte keinen Ausfall.`
        : `Ihre ${n(count)} Websites hatten keinen Ausfall.`,
    someDown: (website, count, down, duration) =>
      one(count)
        ? `${website} war insgesamt ${duration} ausgefallen.`
        : `${n(down)} Ihrer ${n(count)} Websites ${one(down) ? "war" : "waren"} ausgefallen, insgesamt ${duration}.`,
    better: (before) => `besser als zuvor (${before})`,
    worse: (before) => `schlechter als zuvor (${before})`,
    same: "wie zuvor",
    fixed: "Was behoben wurde",
    first: "Was zuerst zu tun ist",
    openFindings: "Offene Befunde",
    all: "Websites",
    calm: (count) => `Ohne Ausfall und ohne Neues: ${n(count)}.`,
    down: "Ausfallzeit",
    noDowntimes: "Es gab keine Ausfälle.",
    moreDowntimes: "Es gab weitere Ausfälle; dies sind die letzten.",
    responses: "Antwortzeiten",
    noResponses: "Es wurden keine Antwortzeiten gemessen.",
    median: "Die Hälfte war schneller als",
    p95: "95\u00a0% waren schneller als",
    findings: "Befunde",
    noFindings: "Nichts ist offen.",
    later: (count) => `Erst nach diesen Tagen gefunden: ${n(count)}.`,
    opened: "Neu",
    resolved: "Behoben",
    open: "Noch offen",
    severities: { error: "schwerwiegend", warning: "wichtig", info: "gering" },
    pages: "Seiten",
    why: "Warum es wichtig ist",
    todo: "Was zu tun ist",
    alike: (count) => `Weitere dieser Art: ${n(count)}.`,
    further: (count) => `Weitere Befunde, für die hier kein Platz ist: ${n(count)}.`,
    unchecked: "Was nicht geprüft wurde",
    unobserved: (duration) =>
      `Für ${duration} ist nicht bekannt, ob die Website erreichbar war: Es fand keine Prüfung statt, oder ihr Ergebnis war nicht verlässlich.`,
    neverAudited: "Die Seiten wurden noch nicht gelesen.",
    lastAudited: (day) => `Die Seiten wurden zuletzt am ${day} gelesen.`,
    noSpelling: (languages) => `Rechtschreibung: nicht verfügbar für ${languages}.`,
    unreadable: (since) => `Die Seiten konnten seit dem ${since} nicht gelesen werden:`,
    details: (count) => `Websites, für deren Einzelheiten hier kein Platz ist: ${n(count)}.`,
  },
  status: {
    allUp: "Alle Websites sind erreichbar",
    noneDown: "Keine Website ist ausgefallen",
    noneChecked: "Noch wird keine Website geprüft",
    someDown: (down, total) =>
      `${n(down)} von ${n(total)} Websites ${one(down) ? "ist" : "sind"} ausgefallen`,
    since: (time) => `Seit ${time}`,
    inDays: "Verfügbarkeit in 90 Tagen",
    lastCheck: (time) => `Letzte Prüfung: ${time}`,
    maintenance: "Angekündigte Wartung",
    underWay: "Läuft gerade",
    stale:
      "Diese Seite konnte nicht aktualisiert werden. In einer Minute folgt der nächste Versuch.",
    missing: "Diese Seite gibt es nicht",
    missingWhy: "Der Link ist unvollständig, oder die Seite wird nicht mehr geteilt.",
  },
  prospect: {
    title: "Website-Prüfung",
    read: (count) => `Gelesene Seiten: ${n(count)}.`,
    unread: (count) => `Nicht gelesene Seiten: ${n(count)}.`,
    none: "Es wurden keine Mängel gefunden.",
    running: "Die Website wird gerade gelesen. Laden Sie diese Seite in einer Minute neu.",
    failed: "Die Website konnte nicht gelesen werden",
  },
  unsubscribe: {
    reports: "Berichte per E-Mail",
    alerts: "Meldungen per E-Mail",
    subscribed: (sender) => `Sie erhalten diese E-Mails von ${sender}.`,
    unsubscribe: "Abbestellen",
    unsubscribed: (sender) => `Sie erhalten diese E-Mails von ${sender} nicht mehr.`,
    subscribe: "Wieder abonnieren",
  },
};
