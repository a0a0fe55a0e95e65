import { isBuiltByScripts, isReadable, type Page, type PageHeading } from "../pages/page.ts";
import type { Analyser, Examination, Examined } from "./analyser.ts";
import { clip, type FaultKinds, FaultList } from "./faults.ts";

// biome-ignore format: a line for each language
const kinds = {
  missing_h1: { severity: "info",
    en: ["No main heading {pages}", "Visitors and search engines look at the main heading first to see what a page is about.", "Put a main heading at the top of each page that says what visitors will find there."],
    de: ["Keine Hauptüberschrift {pages}", "Besucher und Suchmaschinen erkennen zuerst an der Hauptüberschrift, worum es auf einer Seite geht.", "Setzen Sie an den Anfang jeder Seite eine Hauptüberschrift, die sagt, was Besucher dort finden."],
    fr: ["Pas de titre principal {pages}", "Les visiteurs et les moteurs de recherche regardent d’abord le titre principal pour savoir de quoi parle une page.", "Placez en haut de chaque page un titre principal qui annonce ce que les visiteurs y trouveront."],
    es: ["Falta el título principal {pages}", "Los visitantes y los buscadores se fijan primero en el título principal para saber de qué trata una página.", "Ponga al principio de cada página un título principal que diga qué encontrarán allí los visitantes."],
    it: ["Manca il titolo principale {pages}", "Visitatori e motori di ricerca guardano prima di tutto il titolo principale per capire di che cosa parla una pagina.", "Metta all’inizio di ogni pagina un titolo principale che dica che cosa vi troveranno i visitatori."],
    nl: ["Geen hoofdkop {pages}", "Bezoekers en zoekmachines kijken eerst naar de hoofdkop om te zien waar een pagina over gaat.", "Zet boven aan elke pagina één hoofdkop die zegt wat bezoekers daar vinden."] },
  several_h1: { severity: "info",
    en: ["Several main headings {pages}", "With more than one main heading, search engines and screen readers have to guess what the page is mainly about.", "Keep the most important one as the main heading and make the others subheadings."],
    de: ["Mehrere Hauptüberschriften {pages}", "Bei mehreren Hauptüberschriften müssen Suchmaschinen und Vorleseprogramme raten, worum es auf der Seite vor allem geht.", "Lassen Sie die wichtigste als Hauptüberschrift stehen und machen Sie die anderen zu Zwischenüberschriften."],
    fr: ["Plusieurs titres principaux {pages}", "Avec plusieurs titres principaux, les moteurs de recherche et les lecteurs d’écran doivent deviner le sujet de la page.", "Gardez le plus important comme titre principal et faites des autres des sous-titres."],
    es: ["Varios títulos principales {pages}", "Si hay más de un título principal, los buscadores y los lectores de pantalla tienen que adivinar de qué trata la página.", "Deje el más importante como título principal y convierta los demás en subtítulos."],
    it: ["Più titoli principali {pages}", "Con più di un titolo principale, motori di ricerca e lettori di schermo devono indovinare l’argomento della pagina.", "Lasci il più importante come titolo principale e trasformi gli altri in sottotitoli."],
    nl: ["Meerdere hoofdkoppen {pages}", "Bij meer dan één hoofdkop moeten zoekmachines en schermlezers raden waar de pagina vooral over gaat.", "Houd de belangrijkste als hoofdkop en maak van de andere tussenkoppen."] },
  empty_heading: { severity: "warning",
    en: ["An empty heading {pages}", "Screen readers announce a heading and then say nothing, which confuses visitors who cannot see the page well.", "Put some text into the empty heading, or delete it if it only makes space."],
    de: ["Eine leere Überschrift {pages}", "Vorleseprogramme kündigen eine Überschrift an und sagen dann nichts, was Besucher verwirrt, die die Seite schlecht sehen.", "Geben Sie der leeren Überschrift einen Text, oder löschen Sie sie, wenn sie nur Abstand schafft."],
    fr: ["Un titre vide {pages}", "Les lecteurs d’écran annoncent un titre puis se taisent, ce qui déroute les visiteurs malvoyants.", "Donnez un texte à ce titre vide, ou supprimez-le s’il ne sert qu’à faire de l’espace."],
    es: ["Un título vacío {pages}", "Los lectores de pantalla anuncian un título y luego no dicen nada, lo que confunde a los visitantes con problemas de vista.", "Escriba un texto en el título vacío o elimínelo si solo sirve para dejar espacio."],
    it: ["Un titolo vuoto {pages}", "I lettori di schermo annunciano un titolo e poi tacciono, e questo confonde i visitatori con problemi di vista.", "Scriva un testo nel titolo vuoto, oppure lo elimini se serve solo a creare spazio."],
    nl: ["Een lege kop {pages}", "Schermlezers kondigen een kop aan en zeggen daarna niets, wat bezoekers die slecht zien in verwarring brengt.", "Geef de lege kop een tekst, of verwijder hem als hij alleen voor witruimte zorgt."] },
  skipped_level: { severity: "info",
    en: ["The heading “{text}” skips a level {pages}", "Headings are the table of contents for screen readers and search engines, and here a step of it is missing.", "Give the heading the next level below the one before it; if it should look smaller, change its style instead."],
    de: ["Die Überschrift „{text}“ überspringt {pages} eine Ebene", "Überschriften sind das Inhaltsverzeichnis für Vorleseprogramme und Suchmaschinen, und hier fehlt darin eine Stufe.", "Geben Sie der Überschrift die Ebene direkt unter der vorherigen; soll sie kleiner aussehen, ändern Sie stattdessen ihre Gestaltung."],
    fr: ["Le titre «\u00a0{text}\u00a0» saute un niveau {pages}", "Les titres servent de table des matières aux lecteurs d’écran et aux moteurs de recherche, et il y manque ici un échelon.", "Donnez à ce titre le niveau juste en dessous du précédent\u202f; s’il doit paraître plus petit, changez plutôt sa mise en forme."],
    es: ["El título «{text}» se salta un nivel {pages}", "Los títulos son el índice para los lectores de pantalla y los buscadores, y aquí falta un escalón.", "Dé al título el nivel inmediatamente inferior al anterior; si debe verse más pequeño, cambie su estilo."],
    it: ["Il titolo «{text}» salta un livello {pages}", "I titoli sono l’indice per i lettori di schermo e i motori di ricerca, e qui manca un gradino.", "Dia al titolo il livello subito sotto quello precedente; se deve apparire più piccolo, ne cambi piuttosto lo stile."],
    nl: ["De kop “{text}” slaat een niveau over {pages}", "Koppen zijn de inhoudsopgave voor schermlezers en zoekmachines, en hier ontbreekt een trede.", "Geef de kop het niveau direct onder de vorige; moet hij er kleiner uitzien, pas dan de opmaak aan."] },
} satisfies FaultKinds;

/** Leaves out pages that a script builds in the browser, and pages that are only shown in frames. */
class HeadingsExamination implements Examination {
  #checked = 0;
  readonly #faults = new FaultList();

  add(page: Page) {
    if (!isReadable(page) || page.isFramed || isBuiltByScripts(page)) return;
    this.#checked += 1;
    for (const fault of outlineFaults(page)) this.#faults.add({ ...fault, page: page.url });
  }

  /** Undefined without pages. */
  examine(): Examined | undefined {
    if (this.#checked === 0) return undefined;
    const { all, more } = this.#faults;
    return {
      faults: all,
      more_count: more,
      pages_checked_count: this.#checked,
      summary: (open) => ({
        bad_headings_count: open.reduce(
          (sum, { times, pages_count }) => sum + (times ?? pages_count),
          more,
        ),
      }),
    };
  }
}

/**
 * A page without an h1 (1), a page with more than one (1), each empty
 * heading, and each heading more than one level deeper than the one before it. These are the rules
 * `page-has-heading-one`, `empty-heading` and `heading-order` of axe-core: the first heading of a page may
 * have any level, and a heading may be any number of levels higher than the one before. Hidden headings
 * don't count. An empty heading keeps its level, and an empty h1 is not a missing one.
 */
function* outlineFaults(page: Page) {
  const headings = page.headings.filter(({ hidden }) => !hidden);
  const top = headings.filter(({ level }) => level === 1);
  if (top.length === 0) yield { code: "missing_h1" };
  if (top.length > 1) yield { code: "several_h1" };
  for (const [index, heading] of headings.entries()) {
    const before = headings[index - 1];
    const { level } = heading;
    const text = heading.text.trim();
    const place = { level, position: index + 1 };
    if (isEmpty(heading)) yield { code: "empty_heading", subject: `h${level}`, detail: place };
    if (before && level > before.level + 1)
      yield {
        code: "skipped_level",
        subject: `h${before.level} > h${level} ${text}`.trim(),
        detail: { ...place, text: clip(text) },
      };
  }
}

function isEmpty({ text }: PageHeading): boolean {
  return !/[^\s\u200B-\u200D\u2060\uFEFF]/.test(text);
}

export const headings: Analyser = {
  feature: "headings",
  explanation:
    "Follows axe-core's rules `page-has-heading-one`, `empty-heading` and `heading-order`, plus pages with more than one h1. Hidden headings do not count, nor do pages that a script builds in the browser or that are only shown in frames. A fault that a template repeats is listed once, with its number of pages.",
  kinds,
  reads: "everyPage",
  begin: () => new HeadingsExamination(),
};
