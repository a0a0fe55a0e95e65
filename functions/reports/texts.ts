import type { FindingSeverity } from "../../shared/severity.ts";
import type { TextLanguage } from "../../shared/texts.ts";

/** The texts of a report in one language. Numbers, dates and durations come as that language writes them. */
export interface ReportTexts {
  title: string;
  compared(range: string): string;
  counted: string;
  website: string;
  uptime: string;
  unknown: string;
  downtimes: string;
  down: string;
  noDowntimes: string;
  unconfirmed(duration: string): string;
  moreDowntimes: string;
  began: string;
  duration: string;
  cause: string;
  ongoing: string;
  responses: string;
  noResponses: string;
  chart: string;
  inUtc: string;
  day: string;
  /** Of several days in a row. */
  quiet(count: string): string;
  median: string;
  p95: string;
  findings: string;
  noFindings: string;
  /** How many findings were found after the period. */
  later(count: string): string;
  opened: string;
  resolved: string;
  open: string;
  severities: Record<FindingSeverity, string>;
  pages: string;
  why: string;
  todo: string;
  solved: string;
  /** After some findings of one kind. */
  alike(count: string): string;
  further(count: string): string;
  unchecked: string;
  watched: string;
  unobserved(duration: string): string;
  paused: string;
  notYet: string;
  neverAudited: string;
  lastAudited(day: string): string;
  unreadable(since: string): string;
  details(count: string): string;
  websites(count: string): string;
  link: string;
  made(sender: string, at: string, timezone: string): string;
}

const en: ReportTexts = {
  title: "Website report",
  compared: (range) => `In brackets: the period before, ${range}.`,
  counted:
    "The uptime is the share of the watched time in which the website could be reached; time that nobody watched counts neither way, and the percentage is rounded down.",
  website: "Website",
  uptime: "Uptime",
  unknown: "not known",
  downtimes: "Downtimes",
  down: "Time down",
  noDowntimes: "There were no downtimes.",
  unconfirmed: (duration) => `No confirmed downtime; short failures of together ${duration}.`,
  moreDowntimes: "There were more downtimes; these are the latest.",
  began: "Began",
  duration: "Duration",
  cause: "Cause",
  ongoing: "still down",
  responses: "Response times",
  noResponses: "No response times were measured.",
  chart: "Response times in milliseconds",
  inUtc: "These days begin at midnight UTC.",
  day: "Day",
  quiet: (count) => `${count} days without a failure`,
  median: "Half were faster than",
  p95: "95% were faster than",
  findings: "Findings",
  noFindings: "Nothing is open.",
  later: (count) => `Found only after these days: ${count}.`,
  opened: "New",
  resolved: "Resolved",
  open: "Still open",
  severities: { error: "serious", warning: "important", info: "minor" },
  pages: "Pages",
  why: "Why it matters",
  todo: "What to do",
  solved: "Resolved in this period",
  alike: (count) => `More of this kind: ${count}.`,
  further: (count) => `Further findings without room here: ${count}.`,
  unchecked: "What was not checked",
  watched: "The website was watched the whole time.",
  unobserved: (duration) =>
    `For ${duration} it is not known whether the website was up: no check took place, or its result could not be trusted.`,
  paused: "The checks are paused.",
  notYet: "The website has not been checked yet.",
  neverAudited: "The pages have not been read yet.",
  lastAudited: (day) => `The pages were last read on ${day}.`,
  unreadable: (since) => `The pages could not be read since ${since}:`,
  details: (count) => `Websites whose details have no room here: ${count}.`,
  websites: (count) => `Further websites that are not in this report: ${count}.`,
  link: "See the results",
  made: (sender, at, timezone) => `${sender}, ${at}. Times are those of the time zone ${timezone}.`,
};

const de: ReportTexts = {
  title: "Website-Bericht",
  compared: (range) => `In Klammern: der Zeitraum davor, ${range}.`,
  counted:
    "Die Verfügbarkeit ist der Anteil der beobachteten Zeit, in dem die Website erreichbar war; unbeobachtete Zeit zählt weder dafür noch dagegen, und der Prozentwert ist abgerundet.",
  website: "Website",
  uptime: "Verfügbarkeit",
  unknown: "nicht bekannt",
  downtimes: "Ausfälle",
  down: "Ausfallzeit",
  noDowntimes: "Es gab keine Ausfälle.",
  unconfirmed: (duration) => `Kein bestätigter Ausfall; kurze Aussetzer von zusammen ${duration}.`,
  moreDowntimes: "Es gab weitere Ausfälle; dies sind die letzten.",
  began: "Beginn",
  duration: "Dauer",
  cause: "Ursache",
  ongoing: "dauert an",
  responses: "Antwortzeiten",
  noResponses: "Es wurden keine Antwortzeiten gemessen.",
  chart: "Antwortzeiten in Millisekunden",
  inUtc: "Diese Tage beginnen um Mitternacht UTC.",
  day: "Tag",
  quiet: (count) => `${count} Tage ohne Ausfall`,
  median: "Die Hälfte war schneller als",
  p95: "95\u00a0% waren schneller als",
  findings: "Befunde",
  noFindings: "Nichts ist offen.",
  later: (count) => `Erst nach diesen Tagen gefunden: ${count}.`,
  opened: "Neu",
  resolved: "Behoben",
  open: "Noch offen",
  severities: { error: "schwerwiegend", warning: "wichtig", info: "gering" },
  pages: "Seiten",
  why: "Warum es wichtig ist",
  todo: "Was zu tun ist",
  solved: "In diesem Zeitraum behoben",
  alike: (count) => `Weitere dieser Art: ${count}.`,
  further: (count) => `Weitere Befunde, für die hier kein Platz ist: ${count}.`,
  unchecked: "Was nicht geprüft wurde",
  watched: "Die Website wurde die ganze Zeit beobachtet.",
  unobserved: (duration) =>
    `Für ${duration} ist nicht bekannt, ob die Website erreichbar war: Es fand keine Prüfung statt, oder ihr Ergebnis war nicht verlässlich.`,
  paused: "Die Prüfungen sind ausgesetzt.",
  notYet: "Die Website wurde noch nicht geprüft.",
  neverAudited: "Die Seiten wurden noch nicht gelesen.",
  lastAudited: (day) => `Die Seiten wurden zuletzt am ${day} gelesen.`,
  unreadable: (since) => `Die Seiten konnten seit dem ${since} nicht gelesen werden:`,
  details: (count) => `Websites, für deren Einzelheiten hier kein Platz ist: ${count}.`,
  websites: (count) => `Weitere Websites, die dieser Bericht nicht enthält: ${count}.`,
  link: "Ergebnisse ansehen",
  made: (sender, at, timezone) => `${sender}, ${at}. Zeiten gelten in der Zeitzone ${timezone}.`,
};

const fr: ReportTexts = {
  title: "Rapport sur le site web",
  compared: (range) => `Entre parenthèses\u00a0: la période précédente, ${range}.`,
  counted:
    "La disponibilité est la part du temps observé pendant laquelle le site était accessible\u202f; le temps non observé ne compte ni pour ni contre, et le pourcentage est arrondi vers le bas.",
  website: "Site web",
  uptime: "Disponibilité",
  unknown: "aucune donnée",
  downtimes: "Pannes",
  down: "Durée des pannes",
  noDowntimes: "Il n’y a eu aucune panne.",
  unconfirmed: (duration) =>
    `Aucune panne confirmée\u202f; de brefs échecs d’une durée totale de ${duration}.`,
  moreDowntimes: "Il y a eu d’autres pannes\u202f; voici les dernières.",
  began: "Début",
  duration: "Durée",
  cause: "Cause",
  ongoing: "en cours",
  responses: "Temps de réponse",
  noResponses: "Aucun temps de réponse n’a été mesuré.",
  chart: "Temps de réponse en millisecondes",
  inUtc: "Ces jours commencent à minuit UTC.",
  day: "Jour",
  quiet: (count) => `${count} jours sans panne`,
  median: "La moitié en moins de",
  p95: "95\u202f% en moins de",
  findings: "Anomalies",
  noFindings: "Aucune anomalie en cours.",
  later: (count) => `Anomalies trouvées après cette période seulement\u00a0: ${count}.`,
  opened: "Nouvelles",
  resolved: "Résolues",
  open: "Toujours ouvertes",
  severities: { error: "grave", warning: "importante", info: "mineure" },
  pages: "Pages",
  why: "Pourquoi c’est important",
  todo: "Que faire",
  solved: "Résolues pendant cette période",
  alike: (count) => `Autres du même type\u00a0: ${count}.`,
  further: (count) => `Autres anomalies, qui n’ont pas trouvé place ici\u00a0: ${count}.`,
  unchecked: "Ce qui n’a pas été vérifié",
  watched: "Le site a été observé en permanence.",
  unobserved: (duration) =>
    `Pendant ${duration}, on ne sait pas si le site était accessible\u00a0: aucun contrôle n’a eu lieu, ou son résultat n’était pas fiable.`,
  paused: "Les contrôles sont suspendus.",
  notYet: "Le site n’a pas encore été contrôlé.",
  neverAudited: "Les pages n’ont pas encore été lues.",
  lastAudited: (day) => `Les pages ont été lues pour la dernière fois le ${day}.`,
  unreadable: (since) => `Les pages n’ont pas pu être lues depuis le ${since}\u00a0:`,
  details: (count) => `Sites dont les détails n’ont pas de place ici\u00a0: ${count}.`,
  websites: (count) => `Autres sites absents de ce rapport\u00a0: ${count}.`,
  link: "Voir les résultats",
  made: (sender, at, timezone) => `${sender}, ${at}. Heures du fuseau ${timezone}.`,
};

const es: ReportTexts = {
  title: "Informe del sitio web",
  compared: (range) => `Entre paréntesis: el periodo anterior, ${range}.`,
  counted:
    "La disponibilidad es la parte del tiempo observado en que se podía acceder al sitio web; el tiempo no observado no cuenta ni a favor ni en contra, y el porcentaje se redondea hacia abajo.",
  website: "Sitio web",
  uptime: "Disponibilidad",
  unknown: "sin datos",
  downtimes: "Caídas",
  down: "Tiempo de caída",
  noDowntimes: "No hubo caídas.",
  unconfirmed: (duration) => `Ninguna caída confirmada; fallos breves de ${duration} en total.`,
  moreDowntimes: "Hubo más caídas; estas son las últimas.",
  began: "Inicio",
  duration: "Duración",
  cause: "Causa",
  ongoing: "sigue caído",
  responses: "Tiempos de respuesta",
  noResponses: "No se midieron tiempos de respuesta.",
  chart: "Tiempos de respuesta en milisegundos",
  inUtc: "Estos días empiezan a medianoche UTC.",
  day: "Día",
  quiet: (count) => `${count} días sin caídas`,
  median: "La mitad en menos de",
  p95: "El 95\u00a0% en menos de",
  findings: "Hallazgos",
  noFindings: "No hay nada pendiente.",
  later: (count) => `Hallazgos posteriores a este periodo: ${count}.`,
  opened: "Nuevos",
  resolved: "Resueltos",
  open: "Aún pendientes",
  severities: { error: "grave", warning: "importante", info: "leve" },
  pages: "Páginas",
  why: "Por qué importa",
  todo: "Qué hacer",
  solved: "Resueltos en este periodo",
  alike: (count) => `Otros del mismo tipo: ${count}.`,
  further: (count) => `Otros hallazgos que no caben aquí: ${count}.`,
  unchecked: "Lo que no se comprobó",
  watched: "El sitio web se observó todo el tiempo.",
  unobserved: (duration) =>
    `Durante ${duration} no se sabe si el sitio web estaba disponible: no hubo comprobación o su resultado no era fiable.`,
  paused: "Las comprobaciones están en pausa.",
  notYet: "El sitio web aún no se ha comprobado.",
  neverAudited: "Las páginas aún no se han leído.",
  lastAudited: (day) => `Las páginas se leyeron por última vez el ${day}.`,
  unreadable: (since) => `Las páginas no se pueden leer desde el ${since}:`,
  details: (count) => `Sitios web cuyos detalles no caben aquí: ${count}.`,
  websites: (count) => `Otros sitios web que no están en este informe: ${count}.`,
  link: "Ver los resultados",
  made: (sender, at, timezone) => `${sender}, ${at}. Horas de la zona horaria ${timezone}.`,
};

/** Whether the article before an Italian day loses its vowel: `l’8 novembre`. */
const isElided = (day: string) => /^(?:8|11)\D/.test(day);

const it: ReportTexts = {
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
  unreadable: (since) =>
    `Le pagine non sono leggibili ${isElided(since) ? "dall’" : "dal "}${since}:`,
  details: (count) => `Siti i cui dettagli non trovano spazio qui: ${count}.`,
  websites: (count) => `Altri siti che non sono in questo rapporto: ${count}.`,
  link: "Visualizza i risultati",
  made: (sender, at, timezone) =>
    `${sender}, ${at}. Gli orari si riferiscono al fuso orario ${timezone}.`,
};

const nl: ReportTexts = {
  title: "Websiterapport",
  compared: (range) => `Tussen haakjes: de periode daarvoor, ${range}.`,
  counted:
    "De beschikbaarheid is het deel van de geobserveerde tijd waarin de website bereikbaar was; niet-geobserveerde tijd telt niet mee, en het percentage is naar beneden afgerond.",
  website: "Website",
  uptime: "Beschikbaarheid",
  unknown: "niet bekend",
  downtimes: "Storingen",
  down: "Tijd onbereikbaar",
  noDowntimes: "Er waren geen storingen.",
  unconfirmed: (duration) => `Geen bevestigde storing; korte onderbrekingen van samen ${duration}.`,
  moreDowntimes: "Er waren meer storingen; dit zijn de laatste.",
  began: "Begin",
  duration: "Duur",
  cause: "Oorzaak",
  ongoing: "duurt nog voort",
  responses: "Responstijden",
  noResponses: "Er zijn geen responstijden gemeten.",
  chart: "Responstijden in milliseconden",
  inUtc: "Deze dagen beginnen om middernacht UTC.",
  day: "Dag",
  quiet: (count) => `${count} dagen zonder storing`,
  median: "De helft was sneller dan",
  p95: "95% was sneller dan",
  findings: "Bevindingen",
  noFindings: "Er staat niets open.",
  later: (count) => `Pas na deze dagen gevonden: ${count}.`,
  opened: "Nieuw",
  resolved: "Opgelost",
  open: "Nog open",
  severities: { error: "ernstig", warning: "belangrijk", info: "gering" },
  pages: "Pagina’s",
  why: "Waarom het belangrijk is",
  todo: "Wat te doen",
  solved: "Opgelost in deze periode",
  alike: (count) => `Andere van dezelfde soort: ${count}.`,
  further: (count) => `Overige bevindingen waarvoor hier geen plaats is: ${count}.`,
  unchecked: "Wat niet is gecontroleerd",
  watched: "De website is de hele tijd geobserveerd.",
  unobserved: (duration) =>
    `Van ${duration} is niet bekend of de website bereikbaar was: er was geen controle, of de uitkomst was niet betrouwbaar.`,
  paused: "De controles zijn onderbroken.",
  notYet: "De website is nog niet gecontroleerd.",
  neverAudited: "De pagina’s zijn nog niet gelezen.",
  lastAudited: (day) => `De pagina’s zijn het laatst gelezen op ${day}.`,
  unreadable: (since) => `De pagina’s kunnen sinds ${since} niet worden gelezen:`,
  details: (count) => `Websites waarvan de details hier niet passen: ${count}.`,
  websites: (count) => `Overige websites die niet in dit rapport staan: ${count}.`,
  link: "Resultaten bekijken",
  made: (sender, at, timezone) => `${sender}, ${at}. Tijden gelden in de tijdzone ${timezone}.`,
};

/** The texts of reports by language. */
export const reportTexts: Record<TextLanguage, ReportTexts> = { en, de, fr, es, it, nl };
