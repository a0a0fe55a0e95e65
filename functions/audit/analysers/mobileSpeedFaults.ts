import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { defineFaults } from "../finding.ts";

export const score = z.number().check(z.minimum(0), z.maximum(100));

const detail = z.strictObject({
  score: described(score, "Lighthouse's performance score, 0 to 100.", 43),
});

export const mobileSpeedFaults = defineFaults(detail, {
  slow_website: {
    severity: "error",
    en: ["Slow on phones: {score} of 100 points for {subject}", "Visitors leave a website that keeps them waiting, and search engines rank it lower.", "Make large images smaller and remove what you don’t need; your hosting provider can tell you whether a faster plan would help."],
    de: ["Langsam auf Handys: {score} von 100 Punkten für {subject}", "Besucher verlassen eine Website, die sie warten lässt, und Suchmaschinen zeigen sie weiter unten.", "Verkleinern Sie große Bilder, und entfernen Sie, was Sie nicht brauchen; Ihr Webhoster kann sagen, ob ein schnellerer Tarif helfen würde."],
    fr: ["Lent sur téléphone\u00a0: {score} points sur 100 pour {subject}", "Les visiteurs quittent un site qui les fait attendre, et les moteurs de recherche le classent moins bien.", "Réduisez les grandes images et retirez ce qui est inutile\u202f; votre hébergeur peut vous dire si une offre plus rapide aiderait."],
    es: ["Lento en móviles: {score} de 100 puntos para {subject}", "Los visitantes abandonan un sitio que los hace esperar, y los buscadores lo muestran más abajo.", "Reduzca las imágenes grandes y quite lo que no necesite; su proveedor de alojamiento puede decirle si convendría un plan más rápido."],
    it: ["Lento sui telefoni: {score} punti su 100 per {subject}", "I visitatori abbandonano un sito che li fa aspettare, e i motori di ricerca lo mostrano più in basso.", "Riduca le immagini grandi e tolga ciò che non serve; il suo fornitore di hosting può dirle se un piano più veloce aiuterebbe."],
    nl: ["Traag op telefoons: {score} van 100 punten voor {subject}", "Bezoekers verlaten een website die hen laat wachten, en zoekmachines tonen die lager.", "Maak grote afbeeldingen kleiner en verwijder wat u niet nodig hebt; uw hostingprovider kan zeggen of een sneller pakket zou helpen."],
  },
  average_speed: {
    severity: "info",
    en: ["Could be faster on phones: {score} of 100 points for {subject}", "The faster a website opens, the more visitors stay.", "Start with the largest images of the start page and make them smaller."],
    de: ["Könnte auf Handys schneller sein: {score} von 100 Punkten für {subject}", "Je schneller sich eine Website öffnet, desto mehr Besucher bleiben.", "Beginnen Sie mit den größten Bildern der Startseite, und verkleinern Sie diese."],
    fr: ["Pourrait être plus rapide sur téléphone\u00a0: {score} points sur 100 pour {subject}", "Plus un site s’ouvre vite, plus les visiteurs restent.", "Commencez par réduire les plus grandes images de la page d’accueil."],
    es: ["Podría ser más rápido en móviles: {score} de 100 puntos para {subject}", "Cuanto más rápido se abre un sitio web, más visitantes se quedan.", "Empiece por reducir las imágenes más grandes de la página de inicio."],
    it: ["Potrebbe essere più veloce sui telefoni: {score} punti su 100 per {subject}", "Più un sito si apre in fretta, più visitatori restano.", "Inizi riducendo le immagini più grandi della pagina iniziale."],
    nl: ["Kan sneller op telefoons: {score} van 100 punten voor {subject}", "Hoe sneller een website opent, hoe meer bezoekers er blijven.", "Begin met de grootste afbeeldingen van de startpagina en maak die kleiner."],
  },
});
