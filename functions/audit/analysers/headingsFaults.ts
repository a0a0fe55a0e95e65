import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { defineFaults, detailText } from "../finding.ts";

/** Where a heading is among those of its page. */
export const headingPlace = {
  level: described(z.int(), "The heading's level.", 4),
  position: described(
    z.int(),
    "Its place among the visible headings of that page; 1 is the first.",
    3,
  ),
};

export const headingText = described(detailText, "The heading's text alone.", "Opening hours");

export const headingsFaults = defineFaults(z.strictObject({}), {
  missing_h1: {
    severity: "info",
    en: ["No main heading {pages}", "Visitors and search engines look at the main heading first to see what a page is about.", "Put a main heading at the top of each page that says what visitors will find there."],
    de: ["Keine Hauptüberschrift {pages}", "Besucher und Suchmaschinen erkennen zuerst an der Hauptüberschrift, worum es auf einer Seite geht.", "Setzen Sie an den Anfang jeder Seite eine Hauptüberschrift, die sagt, was Besucher dort finden."],
    fr: ["Pas de titre principal {pages}", "Les visiteurs et les moteurs de recherche regardent d’abord le titre principal pour savoir de quoi parle une page.", "Placez en haut de chaque page un titre principal qui annonce ce que les visiteurs y trouveront."],
    es: ["Falta el título principal {pages}", "Los visitantes y los buscadores se fijan primero en el título principal para saber de qué trata una página.", "Ponga al principio de cada página un título principal que diga qué encontrarán allí los visitantes."],
    it: ["Manca il titolo principale {pages}", "Visitatori e motori di ricerca guardano prima di tutto il titolo principale per capire di che cosa parla una pagina.", "Metta all’inizio di ogni pagina un titolo principale che dica che cosa vi troveranno i visitatori."],
    nl: ["Geen hoofdkop {pages}", "Bezoekers en zoekmachines kijken eerst naar de hoofdkop om te zien waar een pagina over gaat.", "Zet boven aan elke pagina één hoofdkop die zegt wat bezoekers daar vinden."],
  },
  several_h1: {
    severity: "info",
    en: ["Several main headings {pages}", "With more than one main heading, search engines and screen readers have to guess what the page is mainly about.", "Keep the most important one as the main heading and make the others subheadings."],
    de: ["Mehrere Hauptüberschriften {pages}", "Bei mehreren Hauptüberschriften müssen Suchmaschinen und Vorleseprogramme raten, worum es auf der Seite vor allem geht.", "Lassen Sie die wichtigste als Hauptüberschrift stehen und machen Sie die anderen zu Zwischenüberschriften."],
    fr: ["Plusieurs titres principaux {pages}", "Avec plusieurs titres principaux, les moteurs de recherche et les lecteurs d’écran doivent deviner le sujet de la page.", "Gardez le plus important comme titre principal et faites des autres des sous-titres."],
    es: ["Varios títulos principales {pages}", "Si hay más de un título principal, los buscadores y los lectores de pantalla tienen que adivinar de qué trata la página.", "Deje el más importante como título principal y convierta los demás en subtítulos."],
    it: ["Più titoli principali {pages}", "Con più di un titolo principale, motori di ricerca e lettori di schermo devono indovinare l’argomento della pagina.", "Lasci il più importante come titolo principale e trasformi gli altri in sottotitoli."],
    nl: ["Meerdere hoofdkoppen {pages}", "Bij meer dan één hoofdkop moeten zoekmachines en schermlezers raden waar de pagina vooral over gaat.", "Houd de belangrijkste als hoofdkop en maak van de andere tussenkoppen."],
  },
  empty_heading: {
    severity: "warning",
    detail: z.strictObject(headingPlace),
    en: ["An empty heading {pages}", "Screen readers announce a heading and then say nothing, which confuses visitors who cannot see the page well.", "Put some text into the empty heading, or delete it if it only makes space."],
    de: ["Eine leere Überschrift {pages}", "Vorleseprogramme kündigen eine Überschrift an und sagen dann nichts, was Besucher verwirrt, die die Seite schlecht sehen.", "Geben Sie der leeren Überschrift einen Text, oder löschen Sie sie, wenn sie nur Abstand schafft."],
    fr: ["Un titre vide {pages}", "Les lecteurs d’écran annoncent un titre puis se taisent, ce qui déroute les visiteurs malvoyants.", "Donnez un texte à ce titre vide, ou supprimez-le s’il ne sert qu’à faire de l’espace."],
    es: ["Un título vacío {pages}", "Los lectores de pantalla anuncian un título y luego no dicen nada, lo que confunde a los visitantes con problemas de vista.", "Escriba un texto en el título vacío o elimínelo si solo sirve para dejar espacio."],
    it: ["Un titolo vuoto {pages}", "I lettori di schermo annunciano un titolo e poi tacciono, e questo confonde i visitatori con problemi di vista.", "Scriva un testo nel titolo vuoto, oppure lo elimini se serve solo a creare spazio."],
    nl: ["Een lege kop {pages}", "Schermlezers kondigen een kop aan en zeggen daarna niets, wat bezoekers die slecht zien in verwarring brengt.", "Geef de lege kop een tekst, of verwijder hem als hij alleen voor witruimte zorgt."],
  },
  skipped_level: {
    severity: "info",
    detail: z.strictObject({ ...headingPlace, text: headingText }),
    en: ["The heading “{text}” skips a level {pages}", "Headings are the table of contents for screen readers and search engines, and here a step of it is missing.", "Give the heading the next level below the one before it; if it should look smaller, change its style instead."],
    de: ["Die Überschrift „{text}“ überspringt {pages} eine Ebene", "Überschriften sind das Inhaltsverzeichnis für Vorleseprogramme und Suchmaschinen, und hier fehlt darin eine Stufe.", "Geben Sie der Überschrift die Ebene direkt unter der vorherigen; soll sie kleiner aussehen, ändern Sie stattdessen ihre Gestaltung."],
    fr: ["Le titre «\u00a0{text}\u00a0» saute un niveau {pages}", "Les titres servent de table des matières aux lecteurs d’écran et aux moteurs de recherche, et il y manque ici un échelon.", "Donnez à ce titre le niveau juste en dessous du précédent\u202f; s’il doit paraître plus petit, changez plutôt sa mise en forme."],
    es: ["El título «{text}» se salta un nivel {pages}", "Los títulos son el índice para los lectores de pantalla y los buscadores, y aquí falta un escalón.", "Dé al título el nivel inmediatamente inferior al anterior; si debe verse más pequeño, cambie su estilo."],
    it: ["Il titolo «{text}» salta un livello {pages}", "I titoli sono l’indice per i lettori di schermo e i motori di ricerca, e qui manca un gradino.", "Dia al titolo il livello subito sotto quello precedente; se deve apparire più piccolo, ne cambi piuttosto lo stile."],
    nl: ["De kop “{text}” slaat een niveau over {pages}", "Koppen zijn de inhoudsopgave voor schermlezers en zoekmachines, en hier ontbreekt een trede.", "Geef de kop het niveau direct onder de vorige; moet hij er kleiner uitzien, pas dan de opmaak aan."],
  },
});
