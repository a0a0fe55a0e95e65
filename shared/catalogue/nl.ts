import { numbersOf } from "../vocabulary/texts.ts";
import type { Catalogue } from "./en.ts";

const { n, one } = numbersOf("nl");

export const nl: Catalogue = {
  onboarding: {
    subject: "Uw website wordt nu bewaakt",
    greeting: (name) => (name ? `Beste ${name},` : "Goedendag,"),
    intro: (sender) => `${sender} heeft websitebewaking voor u ingesteld.`,
    business: "Bedrijf",
    checks:
      "De eerste controles zijn al begonnen. Vanaf nu controleren we dag en nacht of uw website bereikbaar is en lopen we de pagina’s regelmatig na op alles waar bezoekers of zoekmachines over zouden kunnen struikelen.",
    results:
      "Op uw statuspagina ziet u op elk moment of uw website bereikbaar is. U hoeft verder niets te doen.",
    button: "Statuspagina bekijken",
    reply: "Hebt u vragen? Beantwoord dan gewoon deze e-mail.",
  },
  reportMail: {
    subject: (range) => `Het rapport over uw website: ${range}`,
    button: "Hele rapport bekijken",
  },
  alert: {
    down: (website, count) =>
      one(count) ? `${website} is onbereikbaar` : `${n(count)} websites zijn onbereikbaar`,
    up: (website, count) =>
      one(count) ? `${website} is weer online` : `${n(count)} websites zijn weer online`,
    downTitle: "Onbereikbaar",
    upTitle: "Weer online",
    since: (time) => `Onbereikbaar sinds ${time}`,
    was: (from, to, duration) => `Onbereikbaar van ${from} tot ${to} (${duration})`,
    button: "Console openen",
  },
  webhookDisabled: {
    subject: (host) => `Een webhook is uitgeschakeld: ${host}`,
    gone: "Het endpoint antwoordde met status 410 (Gone).",
    failing: "Vijf dagen lang is elke aflevering mislukt.",
    operator:
      "De aanbieder heeft de webhook uitgeschakeld. Neem contact op met uw aanspreekpunt daar.",
    todo: "De webhook krijgt geen gebeurtenissen tot u hem in de console weer inschakelt. Dan krijgt hij de afleveringen die nog wachten.",
    button: "Webhook openen",
  },
  common: {
    website: "Website",
    uptime: "Beschikbaarheid",
    unknown: "niet bekend",
    downtimes: "Storingen",
    counted:
      "De beschikbaarheid is het deel van de gecontroleerde tijd waarin de website bereikbaar was. Aangekondigd onderhoud telt niet mee.",
    unconfirmed: (duration) =>
      `Geen bevestigde storing; korte onderbrekingen van samen ${duration}.`,
    began: "Begin",
    duration: "Duur",
    cause: "Oorzaak",
    ongoing: "duurt nog voort",
    states: {
      up: "Online",
      down: "Onbereikbaar",
      unstable: "Instabiel",
      maintenance: "In onderhoud",
      not_checked: "Nog niet gecontroleerd",
      paused: "Gepauzeerd",
    },
    downFor: (duration) => `${duration} onbereikbaar`,
    noFailure: "geen storing",
    watchedSince: (since) => `gevolgd sinds ${since}`,
    percentSince: (percent, day) => `${percent} sinds ${day}`,
    secondTries: (failed, checks) =>
      `Bij ${n(failed)} van de ${n(checks)} controles was een tweede poging nodig.`,
    moreWebsites: (count) => `Overige websites, hier niet getoond: ${n(count)}.`,
    times: (timezone) => `Alle tijden gelden in de tijdzone ${timezone}.`,
    footer: (email, sender) =>
      `U ontvangt deze e-mail op ${email} omdat ${sender} uw website bewaakt.`,
    accountFooter: (email, account) =>
      `U ontvangt deze e-mail op ${email} omdat de meldingen van het account ${account} naar dit adres gaan.`,
  },
  news: {
    down: (host: string, since: string) => `Uw website ${host} is sinds ${since} niet bereikbaar.`,
    back: (host: string, duration: string, since: string) =>
      `Uw website ${host} is weer bereikbaar. Vanaf ${since} was de website ${duration} onbereikbaar.`,
  },
  report: {
    title: "Websiterapport",
    none: "In deze dagen vond geen controle plaats.",
    noneDown: (website, count) =>
      one(count) ? `${website} had geen storing.` : `Uw ${n(count)} websites hadden geen storing.`,
    someDown: (website, count, down, duration) =>
      one(count)
        ? `${website} was in totaal ${duration} onbereikbaar.`
        : `${n(down)} van uw ${n(count)} websites ${one(down) ? "was" : "waren"} onbereikbaar, in totaal ${duration}.`,
    better: (before) => `beter dan hiervoor (${before})`,
    worse: (before) => `slechter dan hiervoor (${before})`,
    same: "zoals hiervoor",
    fixed: "Wat is opgelost",
    first: "Wat u als eerste kunt doen",
    openFindings: "Open bevindingen",
    all: "Websites",
    calm: (count) => `Zonder storing en zonder nieuws: ${n(count)}.`,
    down: "Tijd onbereikbaar",
    noDowntimes: "Er waren geen storingen.",
    moreDowntimes: "Er waren meer storingen; dit zijn de laatste.",
    responses: "Responstijden",
    noResponses: "Er zijn geen responstijden gemeten.",
    median: "De helft was sneller dan",
    p95: "95% was sneller dan",
    findings: "Bevindingen",
    noFindings: "Er staat niets open.",
    later: (count) => `Pas na deze dagen gevonden: ${n(count)}.`,
    opened: "Nieuw",
    resolved: "Opgelost",
    open: "Nog open",
    severities: { error: "ernstig", warning: "belangrijk", info: "gering" },
    pages: "Pagina’s",
    why: "Waarom het belangrijk is",
    todo: "Wat te doen",
    alike: (count) => `Andere van dezelfde soort: ${n(count)}.`,
    further: (count) => `Overige bevindingen waarvoor hier geen plaats is: ${n(count)}.`,
    unchecked: "Wat niet is gecontroleerd",
    unobserved: (duration) =>
      `Van ${duration} is niet bekend of de website bereikbaar was: er was geen controle, of de uitkomst was niet betrouwbaar.`,
    neverAudited: "De pagina’s zijn nog niet gelezen.",
    lastAudited: (day) => `De pagina’s zijn het laatst gelezen op ${day}.`,
    noSpelling: (languages) => `Spelling: niet beschikbaar voor ${languages}.`,
    unreadable: (since) => `De pagina’s kunnen sinds ${since} niet worden gelezen:`,
    details: (count) => `Websites waarvan de details hier niet passen: ${n(count)}.`,
  },
  status: {
    allUp: "Alle websites zijn online",
    noneDown: "Geen website is onbereikbaar",
    noneChecked: "Er wordt nog geen website gecontroleerd",
    someDown: (down, total) =>
      `${n(down)} van ${n(total)} websites ${one(down) ? "is" : "zijn"} onbereikbaar`,
    since: (time) => `Sinds ${time}`,
    inDays: "Beschikbaarheid in 90 dagen",
    lastCheck: (time) => `Laatste controle: ${time}`,
    maintenance: "Aangekondigd onderhoud",
    underWay: "Bezig",
    stale: "Deze pagina kon niet worden vernieuwd. Over een minuut proberen we het opnieuw.",
    missing: "Deze pagina bestaat niet",
    missingWhy: "De link is onvolledig, of de pagina wordt niet meer gedeeld.",
  },
  prospect: {
    title: "Websitecontrole",
    read: (count) => `Gelezen pagina’s: ${n(count)}.`,
    unread: (count) => `Niet gelezen pagina’s: ${n(count)}.`,
    none: "Er zijn geen gebreken gevonden.",
    running: "De website wordt gelezen. Laad deze pagina over een minuut opnieuw.",
    failed: "De website kon niet worden gelezen",
  },
  unsubscribe: {
    reports: "Rapporten per e-mail",
    alerts: "Meldingen per e-mail",
    subscribed: (sender) => `U ontvangt deze e-mails van ${sender}.`,
    unsubscribe: "Afmelden",
    unsubscribed: (sender) => `U ontvangt deze e-mails van ${sender} niet meer.`,
    subscribe: "Opnieuw aanmelden",
  },
};
