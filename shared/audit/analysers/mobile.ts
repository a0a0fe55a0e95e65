import { isBuiltByScripts, isReadable, type Page } from "../pages/page.ts";
import type { Analyser, Examination, Examined } from "./analyser.ts";
import { clip, type FaultKinds, FaultList } from "./faults.ts";

const MAX_VIEWPORT_CHARACTERS = 1000;

/**
 * A page suits small screens when its viewport has `width=device-width` or an initial scale of at
 * least 1, and no `user-scalable=no` or `maximum-scale` below 2 (Lighthouse's `viewport`, axe-core's
 * `meta-viewport`). The website is mobile friendly if every page suits small screens. A page that is only
 * shown in frames doesn't count, because browsers use the viewport of the page around it.
 */
class MobileExamination implements Examination {
  #checked = 0;
  readonly #faults = new FaultList();

  add({ viewport, ...page }: Page) {
    if (!isReadable(page) || page.isFramed) return;
    // The script that builds the page may set a viewport.
    if (viewport === undefined && isBuiltByScripts(page)) return;
    this.#checked += 1;
    const detail = viewport === undefined ? {} : { viewport: clip(viewport) };
    for (const code of viewportProblems(viewport))
      this.#faults.add({ code, subject: viewport ?? "", detail, page: page.url });
  }

  /** Undefined without pages. */
  examine(): Examined | undefined {
    if (this.#checked === 0) return undefined;
    const { all, more } = this.#faults;
    return {
      faults: all,
      more_count: more,
      pages_checked_count: this.#checked,
      summary: (open) => ({ mobile_friendly: open.length + more === 0 }),
    };
  }
}

/** What keeps a page with this viewport from suiting small screens. */
function viewportProblems(content: string | undefined): string[] {
  if (!content?.trim()) return ["no_viewport"];
  const viewport = readViewport(content);
  const problems: string[] = [];
  const isFluid =
    viewport.get("width") === "device-width" || number(viewport, "initial-scale") >= 1;
  if (!isFluid) problems.push("fixed_width");
  if (forbidsZoom(viewport)) problems.push("zoom_disabled");
  // Browsers ignore a negative scale.
  const maximum = number(viewport, "maximum-scale");
  if (maximum >= 0 && maximum < 2) problems.push("zoom_limited");
  return problems;
}

/** `name=value` pairs between commas, semicolons or spaces, as browsers read them; the last value of a name counts. */
function readViewport(content: string): Map<string, string> {
  const tokens = content
    .slice(0, MAX_VIEWPORT_CHARACTERS)
    .toLowerCase()
    .match(/[=,;]|[^\s=,;]+/g);
  const viewport = new Map<string, string>();
  for (const [index, token] of (tokens ?? []).entries()) {
    const [name = "", value = ""] = [tokens?.[index - 1], tokens?.[index + 1]];
    if (token === "=") viewport.set(name, /[,;]/.test(value) ? "" : value);
  }
  return viewport;
}

/** The number that a name has, and 1 for `yes`. Otherwise NaN, for which every comparison is false. */
function number(viewport: Map<string, string>, name: string): number {
  const value = viewport.get(name) ?? "";
  return value === "yes" ? 1 : Number.parseFloat(value);
}

/** Whether `user-scalable` is `no`, or a number between -1 and 1, which browsers read as `no`. */
function forbidsZoom(viewport: Map<string, string>): boolean {
  const value = viewport.get("user-scalable");
  return value === "no" || Math.abs(Number.parseFloat(value ?? "")) < 1;
}

// biome-ignore format: a line for each language
const kinds = {
  no_viewport: { severity: "error",
    en: ["A layout that is not made for phones {pages}", "On a phone the page looks like a shrunken desktop page with tiny text, and most visitors come by phone.", "Ask {sender} for a design that adapts to small screens."],
    de: ["Nicht handytaugliche Gestaltung {pages}", "Auf dem Handy sieht die Seite aus wie eine verkleinerte Desktop-Seite mit winziger Schrift, und die meisten Besucher kommen per Handy.", "Lassen Sie von {sender} ein Design einrichten, das sich kleinen Bildschirmen anpasst."],
    fr: ["Présentation inadaptée aux téléphones {pages}", "Sur un téléphone, la page ressemble à une page d’ordinateur rétrécie au texte minuscule, alors que la plupart des visiteurs viennent par téléphone.", "Demandez à {sender} une présentation qui s’adapte aux petits écrans."],
    es: ["Un diseño que no está pensado para móviles {pages}", "En un móvil la página se ve como una página de ordenador encogida y con letra diminuta, y la mayoría de los visitantes usa el móvil.", "Pida a {sender} un diseño que se adapte a las pantallas pequeñas."],
    it: ["Un aspetto non adatto ai telefoni {pages}", "Su un telefono la pagina appare come una pagina per computer rimpicciolita con testo minuscolo, e la maggior parte dei visitatori usa il telefono.", "Chieda a {sender} una grafica che si adatti agli schermi piccoli."],
    nl: ["Een ontwerp dat niet geschikt is voor telefoons {pages}", "Op een telefoon ziet de pagina eruit als een verkleinde computerpagina met piepkleine tekst, terwijl de meeste bezoekers een telefoon gebruiken.", "Vraag {sender} om een ontwerp dat zich aan kleine schermen aanpast."] },
  fixed_width: { severity: "error",
    en: ["A fixed width that does not suit phones {pages}", "Visitors on a phone see tiny text or only a part of the page, and most visitors come by phone.", "Ask {sender} to have the page adapt to the width of the screen."],
    de: ["Eine feste Breite, die nicht auf Handys passt {pages}", "Besucher mit Handy sehen winzige Schrift oder nur einen Teil der Seite, und die meisten Besucher kommen per Handy.", "Lassen Sie die Seite von {sender} an die Breite des Bildschirms anpassen."],
    fr: ["Une largeur fixe inadaptée aux téléphones {pages}", "Sur un téléphone, les visiteurs voient un texte minuscule ou une partie seulement de la page, alors que la plupart viennent par téléphone.", "Demandez à {sender} de faire s’adapter la page à la largeur de l’écran."],
    es: ["Un ancho fijo que no cabe en los móviles {pages}", "Los visitantes ven en el móvil letra diminuta o solo una parte de la página, y la mayoría usa el móvil.", "Pida a {sender} que la página se adapte al ancho de la pantalla."],
    it: ["Una larghezza fissa inadatta ai telefoni {pages}", "Sul telefono i visitatori vedono un testo minuscolo o solo una parte della pagina, e la maggior parte di loro usa il telefono.", "Chieda a {sender} di far adattare la pagina alla larghezza dello schermo."],
    nl: ["Een vaste breedte die niet op telefoons past {pages}", "Bezoekers zien op hun telefoon piepkleine tekst of maar een deel van de pagina, terwijl de meeste een telefoon gebruiken.", "Vraag {sender} om de pagina aan de breedte van het scherm te laten aanpassen."] },
  zoom_disabled: { severity: "warning",
    en: ["Zooming is switched off {pages}", "People with poor eyesight can’t make the text larger on their phone.", "Ask {sender} to allow zooming."],
    de: ["Heranzoomen ist abgeschaltet {pages}", "Wer schlecht sieht, kann die Schrift auf dem Handy nicht vergrößern.", "Lassen Sie das Zoomen von {sender} freigeben."],
    fr: ["Zoom désactivé {pages}", "Les personnes malvoyantes ne peuvent pas agrandir le texte sur leur téléphone.", "Demandez à {sender} d’autoriser le zoom."],
    es: ["No se puede ampliar la vista {pages}", "Quien tiene problemas de vista no puede agrandar el texto en su móvil.", "Pida a {sender} que permita ampliar la vista."],
    it: ["Lo zoom è disattivato {pages}", "Chi ha problemi di vista non può ingrandire il testo sul proprio telefono.", "Chieda a {sender} di consentire lo zoom."],
    nl: ["Inzoomen is uitgeschakeld {pages}", "Wie slecht ziet, kan de tekst op de telefoon niet vergroten.", "Vraag {sender} om inzoomen toe te staan."] },
  zoom_limited: { severity: "info",
    en: ["Zooming is too limited {pages}", "People with poor eyesight can’t make the text large enough on their phone.", "Ask {sender} to remove the limit on zooming."],
    de: ["Heranzoomen ist zu stark begrenzt {pages}", "Wer schlecht sieht, kann die Schrift auf dem Handy nicht weit genug vergrößern.", "Lassen Sie die Begrenzung des Zoomens von {sender} aufheben."],
    fr: ["Zoom très limité {pages}", "Les personnes malvoyantes ne peuvent pas agrandir suffisamment le texte sur leur téléphone.", "Demandez à {sender} de supprimer la limite du zoom."],
    es: ["La vista apenas se puede ampliar {pages}", "Quien tiene problemas de vista no puede agrandar lo suficiente el texto en su móvil.", "Pida a {sender} que quite el límite de ampliación."],
    it: ["Lo zoom è troppo limitato {pages}", "Chi ha problemi di vista non può ingrandire abbastanza il testo sul proprio telefono.", "Chieda a {sender} di togliere il limite allo zoom."],
    nl: ["Inzoomen is te sterk beperkt {pages}", "Wie slecht ziet, kan de tekst op de telefoon niet genoeg vergroten.", "Vraag {sender} om de grens aan het inzoomen weg te halen."] },
} satisfies FaultKinds;

export const mobile: Analyser = {
  feature: "mobile",
  explanation:
    "Reads the `viewport` of each page, as Lighthouse's `viewport` and axe-core's `meta-viewport` do. Pages are not rendered: text that is too small or wider than the screen is not found. Pages that are only shown in frames are left out.",
  kinds,
  reads: "everyPage",
  begin: () => new MobileExamination(),
};
