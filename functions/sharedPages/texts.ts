import type { TextLanguage } from "../../shared/texts.ts";

/** The texts of status pages and badges in one language. */
export interface StatusTexts {
  states: { up: string; down: string; unchecked: string; paused: string };
  /** The headline of one website. */
  site: { up: string; down: string; unchecked: string; paused: string };
  allUp: string;
  noneDown: string;
  noneChecked: string;
  /** `{down}` of `{total}` websites, by plural. */
  someDown: { one: string; other: string };
  since: string;
  uptime: string;
  daysAgo: string;
  today: string;
  noData: string;
  lastCheck: string;
  downtimes: string;
  noDowntime: string;
  /** Failed probes of `{duration}` that no downtime confirmed. */
  unconfirmed: string;
  ongoing: string;
  maintenance: string;
  underWay: string;
  more: { one: string; other: string };
  counting: string;
  utc: string;
  stale: string;
  website: string;
  missing: string;
  missingWhy: string;
}

const en: StatusTexts = {
  states: { up: "Up", down: "Down", unchecked: "Not checked yet", paused: "Paused" },
  site: {
    up: "The website is up",
    down: "The website is down",
    unchecked: "The website has not been checked yet",
    paused: "The website is not being checked at the moment",
  },
  allUp: "All websites are up",
  noneDown: "No website is down",
  noneChecked: "No website is being checked yet",
  someDown: {
    one: "{down} of {total} websites is down",
    other: "{down} of {total} websites are down",
  },
  since: "Since {time}",
  uptime: "Uptime in 90 days",
  daysAgo: "90 days ago",
  today: "Today",
  noData: "no data",
  lastCheck: "Last check: {time}",
  downtimes: "Downtimes",
  noDowntime: "No downtime in the last 90 days.",
  unconfirmed: "No confirmed downtime; short failures of together {duration}.",
  ongoing: "ongoing",
  maintenance: "Announced maintenance",
  underWay: "Under way",
  more: {
    one: "{count} more website is not shown.",
    other: "{count} more websites are not shown.",
  },
  counting:
    "Uptime is the share of the time in which we checked the website and could reach it. Announced maintenance does not count.",
  utc: "All times are in UTC.",
  stale: "This page could not be refreshed. We will try again in a minute.",
  website: "Website",
  missing: "This page does not exist",
  missingWhy: "The link is incomplete, or the page is no longer shared.",
};

const de: StatusTexts = {
  states: {
    up: "Erreichbar",
    down: "Ausgefallen",
    unchecked: "Noch nicht geprüft",
    paused: "Pausiert",
  },
  site: {
    up: "Die Website ist erreichbar",
    down: "Die Website ist ausgefallen",
    unchecked: "Die Website wurde noch nicht geprüft",
    paused: "Die Website wird zurzeit nicht geprüft",
  },
  allUp: "Alle Websites sind erreichbar",
  noneDown: "Keine Website ist ausgefallen",
  noneChecked: "Noch wird keine Website geprüft",
  someDown: {
    one: "{down} von {total} Websites ist ausgefallen",
    other: "{down} von {total} Websites sind ausgefallen",
  },
  since: "Seit {time}",
  uptime: "Verfügbarkeit in 90 Tagen",
  daysAgo: "Vor 90 Tagen",
  today: "Heute",
  noData: "keine Daten",
  lastCheck: "Letzte Prüfung: {time}",
  downtimes: "Ausfälle",
  noDowntime: "Kein Ausfall in den letzten 90 Tagen.",
  unconfirmed: "Kein bestätigter Ausfall; kurze Aussetzer von zusammen {duration}.",
  ongoing: "dauert an",
  maintenance: "Angekündigte Wartung",
  underWay: "Läuft gerade",
  more: {
    one: "{count} weitere Website wird nicht gezeigt.",
    other: "{count} weitere Websites werden nicht gezeigt.",
  },
  counting:
    "Die Verfügbarkeit ist der Anteil der geprüften Zeit, in der die Website erreichbar war. Angekündigte Wartung zählt nicht.",
  utc: "Alle Zeiten sind in UTC.",
  stale: "Diese Seite konnte nicht aktualisiert werden. In einer Minute folgt der nächste Versuch.",
  website: "Website",
  missing: "Diese Seite gibt es nicht",
  missingWhy: "Der Link ist unvollständig, oder die Seite wird nicht mehr geteilt.",
};

const fr: StatusTexts = {
  states: { up: "En ligne", down: "En panne", unchecked: "Pas encore vérifié", paused: "En pause" },
  site: {
    up: "Le site est en ligne",
    down: "Le site est en panne",
    unchecked: "Le site n’a pas encore été vérifié",
    paused: "Le site n’est pas vérifié en ce moment",
  },
  allUp: "Tous les sites sont en ligne",
  noneDown: "Aucun site n’est en panne",
  noneChecked: "Aucun site n’est encore vérifié",
  someDown: {
    one: "{down} site sur {total} est en panne",
    other: "{down} sites sur {total} sont en panne",
  },
  since: "Depuis le {time}",
  uptime: "Disponibilité sur 90 jours",
  daysAgo: "Il y a 90 jours",
  today: "Aujourd’hui",
  noData: "aucune donnée",
  lastCheck: "Dernière vérification\u00a0: {time}",
  downtimes: "Pannes",
  noDowntime: "Aucune panne ces 90 derniers jours.",
  unconfirmed: "Aucune panne confirmée\u202f; de brefs échecs d’une durée totale de {duration}.",
  ongoing: "en cours",
  maintenance: "Maintenance annoncée",
  underWay: "En cours",
  more: {
    one: "{count} autre site n’est pas affiché.",
    other: "{count} autres sites ne sont pas affichés.",
  },
  counting:
    "La disponibilité est la part du temps vérifié pendant laquelle le site était accessible. La maintenance annoncée ne compte pas.",
  utc: "Toutes les heures sont en UTC.",
  stale: "Cette page n’a pas pu être actualisée. Nouvel essai dans une minute.",
  website: "Site web",
  missing: "Cette page n’existe pas",
  missingWhy: "Le lien est incomplet, ou la page n’est plus partagée.",
};

const es: StatusTexts = {
  states: { up: "En línea", down: "Caído", unchecked: "Aún sin comprobar", paused: "En pausa" },
  site: {
    up: "El sitio web está en línea",
    down: "El sitio web está caído",
    unchecked: "El sitio web aún no se ha comprobado",
    paused: "El sitio web no se está comprobando en este momento",
  },
  allUp: "Todos los sitios web están en línea",
  noneDown: "Ningún sitio web está caído",
  noneChecked: "Aún no se comprueba ningún sitio web",
  someDown: {
    one: "{down} de {total} sitios web está caído",
    other: "{down} de {total} sitios web están caídos",
  },
  since: "Desde el {time}",
  uptime: "Disponibilidad en 90 días",
  daysAgo: "Hace 90 días",
  today: "Hoy",
  noData: "sin datos",
  lastCheck: "Última comprobación: {time}",
  downtimes: "Caídas",
  noDowntime: "Ninguna caída en los últimos 90 días.",
  unconfirmed: "Ninguna caída confirmada; fallos breves de {duration} en total.",
  ongoing: "en curso",
  maintenance: "Mantenimiento anunciado",
  underWay: "En curso",
  more: {
    one: "No se muestra {count} sitio web más.",
    other: "No se muestran {count} sitios web más.",
  },
  counting:
    "La disponibilidad es la parte del tiempo comprobado en que el sitio web estaba accesible. El mantenimiento anunciado no cuenta.",
  utc: "Todas las horas están en UTC.",
  stale: "No se pudo actualizar esta página. Lo intentaremos de nuevo en un minuto.",
  website: "Sitio web",
  missing: "Esta página no existe",
  missingWhy: "El enlace está incompleto o la página ya no se comparte.",
};

const it: StatusTexts = {
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
};

const nl: StatusTexts = {
  states: {
    up: "Online",
    down: "Onbereikbaar",
    unchecked: "Nog niet gecontroleerd",
    paused: "Gepauzeerd",
  },
  site: {
    up: "De website is online",
    down: "De website is onbereikbaar",
    unchecked: "De website is nog niet gecontroleerd",
    paused: "De website wordt op dit moment niet gecontroleerd",
  },
  allUp: "Alle websites zijn online",
  noneDown: "Geen website is onbereikbaar",
  noneChecked: "Er wordt nog geen website gecontroleerd",
  someDown: {
    one: "{down} van {total} websites is onbereikbaar",
    other: "{down} van {total} websites zijn onbereikbaar",
  },
  since: "Sinds {time}",
  uptime: "Beschikbaarheid in 90 dagen",
  daysAgo: "90 dagen geleden",
  today: "Vandaag",
  noData: "geen gegevens",
  lastCheck: "Laatste controle: {time}",
  downtimes: "Storingen",
  noDowntime: "Geen storing in de afgelopen 90 dagen.",
  unconfirmed: "Geen bevestigde storing; korte onderbrekingen van samen {duration}.",
  ongoing: "duurt voort",
  maintenance: "Aangekondigd onderhoud",
  underWay: "Bezig",
  more: {
    one: "{count} andere website wordt niet getoond.",
    other: "{count} andere websites worden niet getoond.",
  },
  counting:
    "De beschikbaarheid is het deel van de gecontroleerde tijd waarin de website bereikbaar was. Aangekondigd onderhoud telt niet mee.",
  utc: "Alle tijden zijn in UTC.",
  stale: "Deze pagina kon niet worden vernieuwd. Over een minuut proberen we het opnieuw.",
  website: "Website",
  missing: "Deze pagina bestaat niet",
  missingWhy: "De link is onvolledig, of de pagina wordt niet meer gedeeld.",
};

export const statusTexts: Record<TextLanguage, StatusTexts> = { en, de, fr, es, it, nl };

/** A text with its values. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
