import { numbersOf } from "../vocabulary/texts.ts";
import type { Catalogue } from "./en.ts";

const { n, one } = numbersOf("fr");

export const fr: Catalogue = {
  onboarding: {
    subject: "Votre site web est désormais surveillé",
    greeting: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
    intro: (sender) => `${sender} a mis en place pour vous la surveillance de votre site web.`,
    business: "Entreprise",
    checks:
      "Les premières vérifications ont déjà commencé. Désormais, nous vérifions jour et nuit que votre site est accessible et nous parcourons régulièrement ses pages pour repérer tout ce qui pourrait gêner vos visiteurs ou les moteurs de recherche.",
    results:
      "Votre page de statut montre à tout moment si votre site est accessible. Vous n’avez rien d’autre à faire.",
    button: "Voir votre page de statut",
    reply: "Une question\u202f? Il vous suffit de répondre à cet e-mail.",
  },
  reportMail: {
    subject: (range) => `Le rapport sur votre site web\u00a0: ${range}`,
    button: "Voir le rapport complet",
  },
  alert: {
    down: (website, count) =>
      one(count) ? `${website} est en panne` : `${n(count)} sites sont en panne`,
    up: (website, count) =>
      one(count)
        ? `${website} est de nouveau en ligne`
        : `${n(count)} sites sont de nouveau en ligne`,
    downTitle: "En panne",
    upTitle: "De nouveau en ligne",
    since: (time) => `En panne depuis le ${time}`,
    was: (from, to, duration) => `En panne du ${from} au ${to} (${duration})`,
    button: "Ouvrir la console",
  },
  webhookDisabled: {
    subject: (host) => `Un webhook a été désactivé\u00a0: ${host}`,
    gone: "Son point de terminaison a répondu avec le statut 410 (Gone).",
    failing: "Toutes les livraisons ont échoué pendant cinq jours.",
    operator: "Le fournisseur l’a désactivé. Adressez-vous à votre interlocuteur chez lui.",
    todo: "Il ne reçoit aucun événement tant que vous ne le réactivez pas dans la console. Il recevra alors les livraisons en attente.",
    button: "Ouvrir le webhook",
  },
  common: {
    website: "Site web",
    uptime: "Disponibilité",
    unknown: "aucune donnée",
    downtimes: "Pannes",
    counted:
      "La disponibilité est la part du temps vérifié pendant laquelle le site était accessible. La maintenance annoncée ne compte pas.",
    unconfirmed: (duration) =>
      `Aucune panne confirmée\u202f; de brefs échecs d’une durée totale de ${duration}.`,
    began: "Début",
    duration: "Durée",
    cause: "Cause",
    ongoing: "en cours",
    states: {
      up: "En ligne",
      down: "En panne",
      unstable: "Instable",
      maintenance: "En maintenance",
      not_checked: "Pas encore vérifié",
      paused: "En pause",
    },
    downFor: (duration) => `en panne pendant ${duration}`,
    noFailure: "aucune panne",
    watchedSince: (since, isDate) => `observé depuis ${isDate ? "le " : ""}${since}`,
    percentSince: (percent, day) => `${percent} depuis le ${day}`,
    secondTries: (failed, checks) =>
      `${n(failed)} ${one(failed) ? "contrôle" : "contrôles"} sur ${n(checks)} ${one(failed) ? "a" : "ont"} demandé un second essai.`,
    moreWebsites: (count) => `Autres sites, non affichés ici\u00a0: ${n(count)}.`,
    times: (timezone) => `Les heures sont indiquées dans le fuseau horaire ${timezone}.`,
    footer: (email, sender) =>
      `Vous recevez cet e-mail à l’adresse ${email} parce que ${sender} surveille votre site web.`,
    accountFooter: (email, account) =>
      `Vous recevez cet e-mail à l’adresse ${email} parce que les notifications du compte ${account} y sont envoyées.`,
  },
  news: {
    down: (host: string, since: string) =>
      `Votre site ${host} est inaccessible depuis le ${since}.`,
    back: (host: string, duration: string, since: string) =>
      `Votre site ${host} est de nouveau accessible. À partir du ${since}, il a été inaccessible pendant ${duration}.`,
  },
  report: {
    title: "Rapport sur le site web",
    none: "Aucun contrôle n’a eu lieu pendant ces jours.",
    noneDown: (website, count) =>
      one(count)
        ? `${website} n’a connu aucune panne.`
        : `Vos ${n(count)} sites n’ont connu aucune panne.`,
    someDown: (website, count, down, duration) =>
      one(count)
        ? `${website} a été en panne pendant ${duration} au total.`
        : `Sur vos ${n(count)} sites, ${n(down)} ${one(down) ? "a" : "ont"} été en panne, pendant ${duration} au total.`,
    better: (before) => `mieux qu’avant (${before})`,
    worse: (before) => `moins bien qu’avant (${before})`,
    same: "comme avant",
    fixed: "Ce qui a été résolu",
    first: "Par quoi commencer",
    openFindings: "Anomalies en cours",
    all: "Sites web",
    calm: (count) => `Sans panne et sans nouveauté\u00a0: ${n(count)}.`,
    down: "Durée des pannes",
    noDowntimes: "Il n’y a eu aucune panne.",
    moreDowntimes: "Il y a eu d’autres pannes\u202f; voici les dernières.",
    responses: "Temps de réponse",
    noResponses: "Aucun temps de réponse n’a été mesuré.",
    median: "La moitié en moins de",
    p95: "95\u202f% en moins de",
    findings: "Anomalies",
    noFindings: "Aucune anomalie en cours.",
    later: (count) => `Anomalies trouvées après cette période seulement\u00a0: ${n(count)}.`,
    opened: "Nouvelles",
    resolved: "Résolues",
    open: "Toujours ouvertes",
    severities: { error: "grave", warning: "importante", info: "mineure" },
    pages: "Pages",
    why: "Pourquoi c’est important",
    todo: "Que faire",
    alike: (count) => `Autres du même type\u00a0: ${n(count)}.`,
    further: (count) => `Autres anomalies, qui n’ont pas trouvé place ici\u00a0: ${n(count)}.`,
    unchecked: "Ce qui n’a pas été vérifié",
    unobserved: (duration) =>
      `Pendant ${duration}, on ne sait pas si le site était accessible\u00a0: aucun contrôle n’a eu lieu, ou son résultat n’était pas fiable.`,
    neverAudited: "Les pages n’ont pas encore été lues.",
    lastAudited: (day) => `Les pages ont été lues pour la dernière fois le ${day}.`,
    noSpelling: (languages) => `Orthographe\u00a0: non disponible (${languages}).`,
    unreadable: (since) => `Les pages n’ont pas pu être lues depuis le ${since}\u00a0:`,
    details: (count) => `Sites dont les détails n’ont pas de place ici\u00a0: ${n(count)}.`,
  },
  status: {
    allUp: "Tous les sites sont en ligne",
    noneDown: "Aucun site n’est en panne",
    noneChecked: "Aucun site n’est encore vérifié",
    someDown: (down, total) =>
      `${n(down)} ${one(down) ? "site" : "sites"} sur ${n(total)} ${one(down) ? "est" : "sont"} en panne`,
    since: (time) => `Depuis le ${time}`,
    inDays: "Disponibilité sur 90 jours",
    lastCheck: (time) => `Dernière vérification\u00a0: ${time}`,
    maintenance: "Maintenance annoncée",
    underWay: "En cours",
    stale: "Cette page n’a pas pu être actualisée. Nouvel essai dans une minute.",
    missing: "Cette page n’existe pas",
    missingWhy: "Le lien est incomplet, ou la page n’est plus partagée.",
  },
  prospect: {
    title: "Analyse du site",
    read: (count) => `Pages lues\u00a0: ${n(count)}.`,
    unread: (count) => `Pages non lues\u00a0: ${n(count)}.`,
    none: "Aucun défaut n’a été trouvé.",
    running: "Le site est en cours de lecture. Rechargez cette page dans une minute.",
    failed: "Le site n’a pas pu être lu",
  },
  unsubscribe: {
    reports: "Rapports par e-mail",
    alerts: "Alertes par e-mail",
    subscribed: (sender) => `Vous recevez ces e-mails de ${sender}.`,
    unsubscribe: "Se désabonner",
    unsubscribed: (sender) => `Vous ne recevez plus ces e-mails de ${sender}.`,
    subscribe: "Se réabonner",
  },
};
