import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { brokenReasons } from "../../../../shared/reasons.ts";
import { defineFaults, detailText, technical } from "../../finding.ts";

/** Why a link is broken, and what it says. */
export const brokenLink = {
  reason: described(z.enum(brokenReasons), "Why it counts as broken.", "http_4xx"),
  technical,
  text: z.optional(
    described(detailText, "What the link says; absent where it has no text.", "Our offers"),
  ),
};

const detail = z.strictObject(brokenLink);

export const brokenLinksFaults = defineFaults(detail, {
  broken_link: {
    severity: "warning",
    en: ["Broken link {pages}: {subject}", "Visitors who click it get an error instead of what they were looking for, and some of them leave.", "If the page is yours and should be there, have it repaired; otherwise correct the address of the link, or remove the link."],
    de: ["Defekter Link {pages}: {subject}", "Wer darauf klickt, sieht eine Fehlermeldung statt des Gesuchten, und mancher Besucher geht dann.", "Gehört die Seite zu Ihrer Website und soll es sie geben, lassen Sie sie reparieren; sonst berichtigen Sie die Adresse des Links, oder entfernen Sie ihn."],
    fr: ["Lien mort {pages}\u00a0: {subject}", "Les visiteurs qui cliquent dessus tombent sur une erreur au lieu de ce qu’ils cherchaient, et certains s’en vont.", "Si la page est à vous et doit exister, faites-la réparer\u202f; sinon, corrigez l’adresse du lien, ou supprimez-le."],
    es: ["Enlace roto {pages}: {subject}", "Quien hace clic en él ve un error en lugar de lo que buscaba, y algunos visitantes se marchan.", "Si la página es suya y debe existir, haga que la reparen; si no, corrija la dirección del enlace o elimínelo."],
    it: ["Link interrotto {pages}: {subject}", "Chi ci clicca trova un errore invece di ciò che cercava, e qualche visitatore se ne va.", "Se la pagina è sua e deve esistere, la faccia riparare; altrimenti corregga l’indirizzo del link, oppure lo elimini."],
    nl: ["Defecte link {pages}: {subject}", "Wie erop klikt, krijgt een foutmelding in plaats van de gezochte pagina, en sommige bezoekers haken dan af.", "Is de pagina van u en hoort die er te zijn, laat die dan herstellen; verbeter anders het adres van de link, of verwijder de link."],
  },
  broken_image: {
    severity: "warning",
    covers: ["broken_preview_image"],
    en: ["Missing image {pages}: {subject}", "Visitors see a gap or a broken symbol where a picture should be, which looks neglected.", "Upload the image again, or remove it from the page."],
    de: ["Fehlendes Bild {pages}: {subject}", "Besucher sehen eine Lücke oder ein Fehlersymbol statt eines Bildes, und das wirkt ungepflegt.", "Laden Sie das Bild erneut hoch, oder entfernen Sie es von der Seite."],
    fr: ["Image manquante {pages}\u00a0: {subject}", "Les visiteurs voient un vide ou une icône d’erreur à la place d’une image, ce qui donne une impression de négligence.", "Remettez l’image en ligne, ou retirez-la de la page."],
    es: ["Falta una imagen {pages}: {subject}", "Los visitantes ven un hueco o un símbolo de error en lugar de una imagen, y eso da sensación de abandono.", "Vuelva a subir la imagen o quítela de la página."],
    it: ["Immagine mancante {pages}: {subject}", "I visitatori vedono uno spazio vuoto o un simbolo di errore al posto di un’immagine, e il sito sembra trascurato.", "Carichi di nuovo l’immagine, oppure la tolga dalla pagina."],
    nl: ["Ontbrekende afbeelding {pages}: {subject}", "Bezoekers zien een gat of een foutsymbool waar een afbeelding hoort, en dat oogt slordig.", "Upload de afbeelding opnieuw, of haal die van de pagina."],
  },
  broken_file: {
    severity: "warning",
    en: ["Missing file {pages}: {subject}", "Pages load this file for their layout or functions, so parts may look wrong or not work without it.", "Ask {sender} to restore the file, or to remove the reference to it."],
    de: ["Fehlende Datei {pages}: {subject}", "Seiten laden diese Datei für Gestaltung oder Funktionen, sodass ohne sie manches falsch aussehen oder nicht funktionieren kann.", "Lassen Sie die Datei von {sender} wiederherstellen, oder lassen Sie entfernen, was sie lädt."],
    fr: ["Fichier manquant {pages}\u00a0: {subject}", "Des pages chargent ce fichier pour leur mise en forme ou leurs fonctions, si bien que sans lui certaines parties peuvent mal s’afficher ou ne pas marcher.", "Demandez à {sender} de rétablir ce fichier, ou de retirer ce qui le charge."],
    es: ["Falta un archivo {pages}: {subject}", "Hay páginas que cargan este archivo para su diseño o sus funciones, de modo que sin él algunas partes pueden verse mal o no funcionar.", "Pida a {sender} que restablezca el archivo o que quite lo que lo carga."],
    it: ["File mancante {pages}: {subject}", "Alcune pagine caricano questo file per l’aspetto o le funzioni, quindi senza di esso qualche parte può apparire male o non funzionare.", "Chieda a {sender} di ripristinare il file, o di togliere ciò che lo carica."],
    nl: ["Ontbrekend bestand {pages}: {subject}", "Pagina’s laden dit bestand voor hun opmaak of functies, zodat er zonder dat bestand iets verkeerd kan uitzien of niet kan werken.", "Vraag {sender} om het bestand terug te zetten, of te verwijderen wat het laadt."],
  },
});
