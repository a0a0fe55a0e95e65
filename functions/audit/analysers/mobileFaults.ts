import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { defineFaults, detailText } from "../finding.ts";

export const viewport = z.optional(
  described(detailText, "What its viewport says; absent where it has none.", "width=1024"),
);

const detail = z.strictObject({ viewport });

export const mobileFaults = defineFaults(detail, {
  no_viewport: {
    severity: "error",
    en: ["A layout that is not made for phones {pages}", "On a phone the page looks like a shrunken desktop page with tiny text, and most visitors come by phone.", "Ask {sender} for a design that adapts to small screens."],
    de: ["Nicht handytaugliche Gestaltung {pages}", "Auf dem Handy sieht die Seite aus wie eine verkleinerte Desktop-Seite mit winziger Schrift, und die meisten Besucher kommen per Handy.", "Lassen Sie von {sender} ein Design einrichten, das sich kleinen Bildschirmen anpasst."],
    fr: ["Présentation inadaptée aux téléphones {pages}", "Sur un téléphone, la page ressemble à une page d’ordinateur rétrécie au texte minuscule, alors que la plupart des visiteurs viennent par téléphone.", "Demandez à {sender} une présentation qui s’adapte aux petits écrans."],
    es: ["Un diseño que no está pensado para móviles {pages}", "En un móvil la página se ve como una página de ordenador encogida y con letra diminuta, y la mayoría de los visitantes usa el móvil.", "Pida a {sender} un diseño que se adapte a las pantallas pequeñas."],
    it: ["Un aspetto non adatto ai telefoni {pages}", "Su un telefono la pagina appare come una pagina per computer rimpicciolita con testo minuscolo, e la maggior parte dei visitatori usa il telefono.", "Chieda a {sender} una grafica che si adatti agli schermi piccoli."],
    nl: ["Een ontwerp dat niet geschikt is voor telefoons {pages}", "Op een telefoon ziet de pagina eruit als een verkleinde computerpagina met piepkleine tekst, terwijl de meeste bezoekers een telefoon gebruiken.", "Vraag {sender} om een ontwerp dat zich aan kleine schermen aanpast."],
  },
  fixed_width: {
    severity: "error",
    en: ["A fixed width that does not suit phones {pages}", "Visitors on a phone see tiny text or only a part of the page, and most visitors come by phone.", "Ask {sender} to have the page adapt to the width of the screen."],
    de: ["Eine feste Breite, die nicht auf Handys passt {pages}", "Besucher mit Handy sehen winzige Schrift oder nur einen Teil der Seite, und die meisten Besucher kommen per Handy.", "Lassen Sie die Seite von {sender} an die Breite des Bildschirms anpassen."],
    fr: ["Une largeur fixe inadaptée aux téléphones {pages}", "Sur un téléphone, les visiteurs voient un texte minuscule ou une partie seulement de la page, alors que la plupart viennent par téléphone.", "Demandez à {sender} de faire s’adapter la page à la largeur de l’écran."],
    es: ["Un ancho fijo que no cabe en los móviles {pages}", "Los visitantes ven en el móvil letra diminuta o solo una parte de la página, y la mayoría usa el móvil.", "Pida a {sender} que la página se adapte al ancho de la pantalla."],
    it: ["Una larghezza fissa inadatta ai telefoni {pages}", "Sul telefono i visitatori vedono un testo minuscolo o solo una parte della pagina, e la maggior parte di loro usa il telefono.", "Chieda a {sender} di far adattare la pagina alla larghezza dello schermo."],
    nl: ["Een vaste breedte die niet op telefoons past {pages}", "Bezoekers zien op hun telefoon piepkleine tekst of maar een deel van de pagina, terwijl de meeste een telefoon gebruiken.", "Vraag {sender} om de pagina aan de breedte van het scherm te laten aanpassen."],
  },
  zoom_disabled: {
    severity: "warning",
    en: ["Zooming is switched off {pages}", "People with poor eyesight can’t make the text larger on their phone.", "Ask {sender} to allow zooming."],
    de: ["Heranzoomen ist abgeschaltet {pages}", "Wer schlecht sieht, kann die Schrift auf dem Handy nicht vergrößern.", "Lassen Sie das Zoomen von {sender} freigeben."],
    fr: ["Zoom désactivé {pages}", "Les personnes malvoyantes ne peuvent pas agrandir le texte sur leur téléphone.", "Demandez à {sender} d’autoriser le zoom."],
    es: ["No se puede ampliar la vista {pages}", "Quien tiene problemas de vista no puede agrandar el texto en su móvil.", "Pida a {sender} que permita ampliar la vista."],
    it: ["Lo zoom è disattivato {pages}", "Chi ha problemi di vista non può ingrandire il testo sul proprio telefono.", "Chieda a {sender} di consentire lo zoom."],
    nl: ["Inzoomen is uitgeschakeld {pages}", "Wie slecht ziet, kan de tekst op de telefoon niet vergroten.", "Vraag {sender} om inzoomen toe te staan."],
  },
  zoom_limited: {
    severity: "info",
    en: ["Zooming is too limited {pages}", "People with poor eyesight can’t make the text large enough on their phone.", "Ask {sender} to remove the limit on zooming."],
    de: ["Heranzoomen ist zu stark begrenzt {pages}", "Wer schlecht sieht, kann die Schrift auf dem Handy nicht weit genug vergrößern.", "Lassen Sie die Begrenzung des Zoomens von {sender} aufheben."],
    fr: ["Zoom très limité {pages}", "Les personnes malvoyantes ne peuvent pas agrandir suffisamment le texte sur leur téléphone.", "Demandez à {sender} de supprimer la limite du zoom."],
    es: ["La vista apenas se puede ampliar {pages}", "Quien tiene problemas de vista no puede agrandar lo suficiente el texto en su móvil.", "Pida a {sender} que quite el límite de ampliación."],
    it: ["Lo zoom è troppo limitato {pages}", "Chi ha problemi di vista non può ingrandire abbastanza il testo sul proprio telefono.", "Chieda a {sender} di togliere il limite allo zoom."],
    nl: ["Inzoomen is te sterk beperkt {pages}", "Wie slecht ziet, kan de tekst op de telefoon niet genoeg vergroten.", "Vraag {sender} om de grens aan het inzoomen weg te halen."],
  },
});
