import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { defineFaults } from "../../finding.ts";

export const blogFaults = defineFaults(z.strictObject({}), {
  no_recent_post: {
    severity: "warning",
    detail: z.strictObject({
      last_post_at: described(z.string(), "When the newest post was published.", "2026-05-20T09:30:00+00:00"),
    }),
    en: ["No new post for a long time: {subject} (the last one: {last_post_at})", "A blog that stands still makes visitors wonder whether the business is still active.", "Publish something new, such as a project or an offer, or hide the dates of the posts."],
    de: ["Lange kein neuer Beitrag: {subject} (der letzte: {last_post_at})", "Ein Blog, in dem sich nichts tut, lässt Besucher zweifeln, ob es das Unternehmen noch gibt.", "Veröffentlichen Sie etwas Neues, etwa ein Projekt oder ein Angebot, oder blenden Sie das Datum der Beiträge aus."],
    fr: ["Aucun nouvel article depuis longtemps\u00a0: {subject} (le dernier\u00a0: {last_post_at})", "Devant un blog à l’arrêt, les visiteurs se demandent si l’entreprise est toujours en activité.", "Publiez du nouveau, par exemple un projet ou une offre, ou masquez la date des articles."],
    es: ["Sin entradas nuevas desde hace tiempo: {subject} (la última: {last_post_at})", "Ante un blog parado, los visitantes se preguntan si la empresa sigue en activo.", "Publique algo nuevo, por ejemplo un proyecto o una oferta, u oculte la fecha de las entradas."],
    it: ["Nessun nuovo articolo da tempo: {subject} (l’ultimo: {last_post_at})", "Davanti a un blog fermo i visitatori si chiedono se l’azienda sia ancora attiva.", "Pubblichi qualcosa di nuovo, per esempio un progetto o un’offerta, oppure nasconda la data degli articoli."],
    nl: ["Al lang geen nieuw bericht: {subject} (het laatste: {last_post_at})", "Bij een blog dat stilstaat vragen bezoekers zich af of het bedrijf nog actief is.", "Publiceer iets nieuws, zoals een project of een aanbieding, of verberg de datum van de berichten."],
  },
});
