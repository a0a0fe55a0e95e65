import { isIP } from "node:net";
import { brokenReasons, reasonIn } from "../../../vocabulary/reasons.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Verdict } from "../../pages/outcome.ts";
import { REQUESTS_AT_ONCE } from "../../pages/politeClient.ts";
import type { Analyser, AuditInput, Examination, Examined } from "../analyser.ts";
import { clip, type Fault, type FaultKinds } from "../faults.ts";
import {
  broken,
  digest,
  type LinkTarget,
  LinkTargets,
  TARGETS_PER_HOST,
  TargetChecker,
  unchecked,
  verdictOfCrawl,
} from "./linkTargets.ts";

/** The most failed targets to keep. */
const MAX_FAILED = 5000;
/** The most targets to request, in addition to the crawl's requests. */
const MAX_REQUESTS = 2000;
const HOSTS_AT_ONCE = 16;
/** A website with a single external link may well link to a host that is gone. */
const MIN_HOSTS_OF_A_DOUBT = 2;

type Verdicts = Map<LinkTarget, Verdict>;

/** Checks every distinct target of the crawled pages' links once. */
class LinksExamination implements Examination {
  readonly #targets = new LinkTargets();

  get bytes() {
    return this.#targets.bytes;
  }

  readonly add: LinkTargets["add"] = (page, site) => this.#targets.add(page, site);

  async examine({ crawl, ...tools }: Pick<AuditInput, "crawl" | "client" | "deadline">) {
    const checker = new TargetChecker(crawl, tools);
    const verdicts = await judgeTargets(this.#targets.all, crawl, checker);
    doubtResolver(verdicts, crawl);
    return describeVerdicts(verdicts, crawl);
  }
}

/** The verdict on each target, from the crawl or from requests to many hosts at once. */
async function judgeTargets(
  targets: LinkTarget[],
  crawl: Crawl,
  checker: TargetChecker,
): Promise<Verdicts> {
  const verdicts = new Map(targets.map((target) => [target, unchecked("limit of links")]));
  const requests: { url: string; target: LinkTarget }[] = [];
  const ofHosts = new Map<string, number>();
  for (const target of targets) {
    const judged = target.valid ? verdictOfCrawl(crawl, target.url) : broken("invalid_url");
    if ("verdict" in judged) verdicts.set(target, judged.verdict);
    else if (requests.length < MAX_REQUESTS) {
      const { hostname } = new URL(judged.request);
      const count = (ofHosts.get(hostname) ?? 0) + 1;
      // A page of the website may redirect elsewhere.
      if (count > TARGETS_PER_HOST && !crawl.site.includes(judged.request)) {
        verdicts.set(target, unchecked("limit of links to one host"));
        continue;
      }
      requests.push({ url: judged.request, target });
      ofHosts.set(hostname, count);
    }
  }
  const byHost = Map.groupBy(requests, ({ url }) => new URL(url).host).values();
  await forEach([...byHost], HOSTS_AT_ONCE, (ofHost) =>
    forEach(ofHost, REQUESTS_AT_ONCE, async ({ url, target }) => {
      verdicts.set(target, await checker.check(url, target));
    }),
  );
  return verdicts;
}

/** If no other host resolves, our resolver is at fault: the links to other hosts are unchecked. */
function doubtResolver(verdicts: Verdicts, { site }: Crawl) {
  const hosts = new Set<string>();
  const failed: LinkTarget[] = [];
  for (const [target, { verdict, reason }] of verdicts) {
    if (!target.valid || verdict === "unchecked" || site.includes(target.url)) continue;
    const { hostname } = new URL(target.url);
    if (reason === "private address" || isAddress(hostname)) continue;
    if (!reason.startsWith("dns")) return;
    hosts.add(hostname);
    failed.push(target);
  }
  if (hosts.size < MIN_HOSTS_OF_A_DOUBT) return;
  for (const target of failed) verdicts.set(target, unchecked("no host name resolves"));
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}

/** Runs the task for each item, in order, at most `atOnce` at the same time. */
async function forEach<Item>(
  items: Item[],
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function describeVerdicts(verdicts: Verdicts, { coverage }: Crawl): Examined {
  const reasons = new Map<string, number>();
  const unknown = new Set<string>();
  const faults: Fault[] = [];
  let more = 0;
  for (const [target, verdict] of verdicts) {
    const { verdict: word, reason } = verdict;
    if (word === "unchecked") reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (word === "unchecked" || word === "inconclusive") unknown.add(digest(target.key));
    if (word !== "broken" && word !== "suspect") continue;
    if (faults.length < MAX_FAILED) faults.push(faultOf(target, verdict));
    else if (word === "broken") more += 1;
  }
  const notChecked = [...reasons].map(([reason, count]) => ({
    what: "links" as const,
    reason,
    count,
  }));
  const isRead = coverage.pages > 0;
  const judged = new Set([...verdicts.keys()].map(({ key }) => digest(key)));
  return {
    ...(isRead && { faults }),
    more_count: more,
    pages_checked_count: coverage.pages,
    summary: (open) => ({ links_broken_count: open.length + more }),
    unchecked: notChecked.toSorted((a, b) => b.count - a.count),
    // If the crawl ended early, an unread page may have the link.
    mayRemain: ({ key = "" }) =>
      unknown.has(key) || (coverage.limit === "time" && !judged.has(key)),
  };
}

function faultOf(
  { key, url, text, pageCount, pages, visited, isImage }: LinkTarget,
  { verdict, reason }: Verdict,
): Fault {
  return {
    code: visited ? "broken_link" : isImage ? "broken_image" : "broken_file",
    ...{ subject: clip(url), key: digest(key) },
    detail: { ...reasonIn(brokenReasons, reason), ...(text && { text: clip(text) }) },
    ...{ pages: pages.map(clip), pages_count: pageCount },
    ...(verdict === "suspect" && { isSuspect: true }),
  };
}

// biome-ignore format: a line for each language
const kinds = {
  broken_link: { severity: "warning",
    en: ["Broken link {pages}: {subject}", "Visitors who click it get an error instead of what they were looking for, and some of them leave.", "If the page is yours and should be there, have it repaired; otherwise correct the address of the link, or remove the link."],
    de: ["Defekter Link {pages}: {subject}", "Wer darauf klickt, sieht eine Fehlermeldung statt des Gesuchten, und mancher Besucher geht dann.", "Gehört die Seite zu Ihrer Website und soll es sie geben, lassen Sie sie reparieren; sonst berichtigen Sie die Adresse des Links, oder entfernen Sie ihn."],
    fr: ["Lien mort {pages}\u00a0: {subject}", "Les visiteurs qui cliquent dessus tombent sur une erreur au lieu de ce qu’ils cherchaient, et certains s’en vont.", "Si la page est à vous et doit exister, faites-la réparer\u202f; sinon, corrigez l’adresse du lien, ou supprimez-le."],
    es: ["Enlace roto {pages}: {subject}", "Quien hace clic en él ve un error en lugar de lo que buscaba, y algunos visitantes se marchan.", "Si la página es suya y debe existir, haga que la reparen; si no, corrija la dirección del enlace o elimínelo."],
    it: ["Link interrotto {pages}: {subject}", "Chi ci clicca trova un errore invece di ciò che cercava, e qualche visitatore se ne va.", "Se la pagina è sua e deve esistere, la faccia riparare; altrimenti corregga l’indirizzo del link, oppure lo elimini."],
    nl: ["Defecte link {pages}: {subject}", "Wie erop klikt, krijgt een foutmelding in plaats van de gezochte pagina, en sommige bezoekers haken dan af.", "Is de pagina van u en hoort die er te zijn, laat die dan herstellen; verbeter anders het adres van de link, of verwijder de link."] },
  broken_image: { severity: "warning", covers: ["broken_preview_image"],
    en: ["Missing image {pages}: {subject}", "Visitors see a gap or a broken symbol where a picture should be, which looks neglected.", "Upload the image again, or remove it from the page."],
    de: ["Fehlendes Bild {pages}: {subject}", "Besucher sehen eine Lücke oder ein Fehlersymbol statt eines Bildes, und das wirkt ungepflegt.", "Laden Sie das Bild erneut hoch, oder entfernen Sie es von der Seite."],
    fr: ["Image manquante {pages}\u00a0: {subject}", "Les visiteurs voient un vide ou une icône d’erreur à la place d’une image, ce qui donne une impression de négligence.", "Remettez l’image en ligne, ou retirez-la de la page."],
    es: ["Falta una imagen {pages}: {subject}", "Los visitantes ven un hueco o un símbolo de error en lugar de una imagen, y eso da sensación de abandono.", "Vuelva a subir la imagen o quítela de la página."],
    it: ["Immagine mancante {pages}: {subject}", "I visitatori vedono uno spazio vuoto o un simbolo di errore al posto di un’immagine, e il sito sembra trascurato.", "Carichi di nuovo l’immagine, oppure la tolga dalla pagina."],
    nl: ["Ontbrekende afbeelding {pages}: {subject}", "Bezoekers zien een gat of een foutsymbool waar een afbeelding hoort, en dat oogt slordig.", "Upload de afbeelding opnieuw, of haal die van de pagina."] },
  broken_file: { severity: "warning",
    en: ["Missing file {pages}: {subject}", "Pages load this file for their layout or functions, so parts may look wrong or not work without it.", "Ask {sender} to restore the file, or to remove the reference to it."],
    de: ["Fehlende Datei {pages}: {subject}", "Seiten laden diese Datei für Gestaltung oder Funktionen, sodass ohne sie manches falsch aussehen oder nicht funktionieren kann.", "Lassen Sie die Datei von {sender} wiederherstellen, oder lassen Sie entfernen, was sie lädt."],
    fr: ["Fichier manquant {pages}\u00a0: {subject}", "Des pages chargent ce fichier pour leur mise en forme ou leurs fonctions, si bien que sans lui certaines parties peuvent mal s’afficher ou ne pas marcher.", "Demandez à {sender} de rétablir ce fichier, ou de retirer ce qui le charge."],
    es: ["Falta un archivo {pages}: {subject}", "Hay páginas que cargan este archivo para su diseño o sus funciones, de modo que sin él algunas partes pueden verse mal o no funcionar.", "Pida a {sender} que restablezca el archivo o que quite lo que lo carga."],
    it: ["File mancante {pages}: {subject}", "Alcune pagine caricano questo file per l’aspetto o le funzioni, quindi senza di esso qualche parte può apparire male o non funzionare.", "Chieda a {sender} di ripristinare il file, o di togliere ciò che lo carica."],
    nl: ["Ontbrekend bestand {pages}: {subject}", "Pagina’s laden dit bestand voor hun opmaak of functies, zodat er zonder dat bestand iets verkeerd kan uitzien of niet kan werken.", "Vraag {sender} om het bestand terug te zetten, of te verwijderen wat het laadt."] },
} satisfies FaultKinds;

export const brokenLinks: Analyser = {
  feature: "broken_links",
  explanation: `Requests each target of a link, image, script or style sheet once. A target is broken if it is certainly gone (404, 410, no such host, a certificate that can't be trusted), or fails or answers 5xx in two audits in a row. Answers that may only mean "no robots" are left out: on other hosts every other 4xx, and 503. At most 2,000 targets are requested, 300 of them on one other host. If no other host has an address, links to other hosts are unchecked. Fragments (\`#part\`) are not checked.`,
  kinds,
  reads: "everyPage",
  begin: () => new LinksExamination(),
};
