import { describeError, log } from "../../platform/log.ts";
import type { SpeedSource } from "../services/pageSpeedInsights.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { type FaultKinds, ofWebsite } from "./faults.ts";

const MEASUREMENTS = 3;
const MAX_FAILURES = 1;

/**
 * Takes the median of three measurements, because scores vary. One further measurement may fail. `good`
 * from 90, `average` from 50, else `bad` (Lighthouse's own limits). Undefined if more fail.
 */
async function measureSpeed(url: string, source: SpeedSource): Promise<Examined | undefined> {
  const scores = await measureOften(url, source);
  const score = scores.toSorted((a, b) => a - b)[(MEASUREMENTS - 1) / 2];
  if (scores.length < MEASUREMENTS || score === undefined) return undefined;
  const website_speed_performance = performanceOf(score);
  const code = website_speed_performance === "bad" ? "slow_website" : "average_speed";
  const isFault = website_speed_performance !== "good";
  return {
    faults: isFault ? [ofWebsite(code, url, { score })] : [],
    pages_checked_count: 1,
    summary: () => ({ lighthouse_success: true, website_speed_performance }),
  };
}

async function measureOften(url: string, source: SpeedSource): Promise<number[]> {
  const scores: number[] = [];
  let failures = 0;
  while (scores.length < MEASUREMENTS && failures <= MAX_FAILURES) {
    try {
      scores.push(await source.measure(url));
    } catch (error) {
      failures += 1;
      log("warn", "the speed of a page could not be measured", describeError(error));
    }
  }
  return scores;
}

function performanceOf(score: number) {
  if (score >= 90) return "good";
  return score >= 50 ? "average" : "bad";
}

// biome-ignore format: a line for each language
const kinds = {
  slow_website: { severity: "error",
    en: ["Slow on phones: {score} of 100 points for {subject}", "Visitors leave a website that keeps them waiting, and search engines rank it lower.", "Make large images smaller and remove what you don’t need; your hosting provider can tell you whether a faster plan would help."],
    de: ["Langsam auf Handys: {score} von 100 Punkten für {subject}", "Besucher verlassen eine Website, die sie warten lässt, und Suchmaschinen zeigen sie weiter unten.", "Verkleinern Sie große Bilder, und entfernen Sie, was Sie nicht brauchen; Ihr Webhoster kann sagen, ob ein schnellerer Tarif helfen würde."],
    fr: ["Lent sur téléphone\u00a0: {score} points sur 100 pour {subject}", "Les visiteurs quittent un site qui les fait attendre, et les moteurs de recherche le classent moins bien.", "Réduisez les grandes images et retirez ce qui est inutile\u202f; votre hébergeur peut vous dire si une offre plus rapide aiderait."],
    es: ["Lento en móviles: {score} de 100 puntos para {subject}", "Los visitantes abandonan un sitio que los hace esperar, y los buscadores lo muestran más abajo.", "Reduzca las imágenes grandes y quite lo que no necesite; su proveedor de alojamiento puede decirle si convendría un plan más rápido."],
    it: ["Lento sui telefoni: {score} punti su 100 per {subject}", "I visitatori abbandonano un sito che li fa aspettare, e i motori di ricerca lo mostrano più in basso.", "Riduca le immagini grandi e tolga ciò che non serve; il suo fornitore di hosting può dirle se un piano più veloce aiuterebbe."],
    nl: ["Traag op telefoons: {score} van 100 punten voor {subject}", "Bezoekers verlaten een website die hen laat wachten, en zoekmachines tonen die lager.", "Maak grote afbeeldingen kleiner en verwijder wat u niet nodig hebt; uw hostingprovider kan zeggen of een sneller pakket zou helpen."] },
  average_speed: { severity: "info",
    en: ["Could be faster on phones: {score} of 100 points for {subject}", "The faster a website opens, the more visitors stay.", "Start with the largest images of the start page and make them smaller."],
    de: ["Könnte auf Handys schneller sein: {score} von 100 Punkten für {subject}", "Je schneller sich eine Website öffnet, desto mehr Besucher bleiben.", "Beginnen Sie mit den größten Bildern der Startseite, und verkleinern Sie diese."],
    fr: ["Pourrait être plus rapide sur téléphone\u00a0: {score} points sur 100 pour {subject}", "Plus un site s’ouvre vite, plus les visiteurs restent.", "Commencez par réduire les plus grandes images de la page d’accueil."],
    es: ["Podría ser más rápido en móviles: {score} de 100 puntos para {subject}", "Cuanto más rápido se abre un sitio web, más visitantes se quedan.", "Empiece por reducir las imágenes más grandes de la página de inicio."],
    it: ["Potrebbe essere più veloce sui telefoni: {score} punti su 100 per {subject}", "Più un sito si apre in fretta, più visitatori restano.", "Inizi riducendo le immagini più grandi della pagina iniziale."],
    nl: ["Kan sneller op telefoons: {score} van 100 punten voor {subject}", "Hoe sneller een website opent, hoe meer bezoekers er blijven.", "Begin met de grootste afbeeldingen van de startpagina en maak die kleiner."] },
} satisfies FaultKinds;

export const mobileSpeed: Analyser = {
  feature: "mobile_speed",
  explanation:
    "The median of three measurements of the start page by Google's PageSpeed Insights, if the provider has set it up. There is no item without it.",
  kinds,
  reads: "startPage",
  asksServices: true,
  begin: () => ({
    async examine({ crawl, sources }) {
      return sources.speed && (await measureSpeed(crawl.startUrl, sources.speed));
    },
  }),
};
