import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { defineFaults, detailText } from "../../finding.ts";

export const suggestion = described(detailText, "What was probably meant.", "receive");
export const sentence = z.optional(
  described(detailText, "The text around it on one of the pages.", "You will recieve our menu."),
);

const detail = z.strictObject({ suggestion, sentence });

export const spellingFaults = defineFaults(detail, {
  misspelled_word: {
    severity: "warning",
    en: ["Misspelled word {pages}: “{subject}”", "Spelling mistakes make a business look careless, and visitors trust it less.", "Correct the word; “{suggestion}” was probably meant."],
    de: ["Falsch geschriebenes Wort {pages}: „{subject}“", "Rechtschreibfehler lassen ein Unternehmen nachlässig wirken und kosten das Vertrauen von Besuchern.", "Berichtigen Sie das Wort; gemeint ist wahrscheinlich „{suggestion}“."],
    fr: ["Mot mal orthographié {pages}\u00a0: «\u00a0{subject}\u00a0»", "Les fautes d’orthographe donnent une image peu soignée de l’entreprise, et les visiteurs lui font moins confiance.", "Corrigez ce mot\u202f; il s’agit sans doute de «\u00a0{suggestion}\u00a0»."],
    es: ["Palabra mal escrita {pages}: «{subject}»", "Las faltas de ortografía dan una imagen descuidada de la empresa, y los visitantes confían menos en ella.", "Corrija la palabra; probablemente se quería decir «{suggestion}»."],
    it: ["Parola scritta male {pages}: «{subject}»", "Gli errori di ortografia danno un’immagine poco curata dell’azienda, e i visitatori se ne fidano meno.", "Corregga la parola; probabilmente si intendeva «{suggestion}»."],
    nl: ["Fout gespeld woord {pages}: “{subject}”", "Spelfouten laten een bedrijf slordig overkomen en kosten het vertrouwen van bezoekers.", "Verbeter het woord; waarschijnlijk is “{suggestion}” bedoeld."],
  },
  possible_misspelling: {
    severity: "info",
    en: ["Perhaps misspelled {pages}: “{subject}”", "Spelling mistakes make a business look careless, and visitors trust it less.", "Check whether “{suggestion}” was meant, and leave names and technical terms as they are."],
    de: ["Vielleicht falsch geschrieben {pages}: „{subject}“", "Rechtschreibfehler lassen ein Unternehmen nachlässig wirken und kosten das Vertrauen von Besuchern.", "Prüfen Sie, ob „{suggestion}“ gemeint ist, und lassen Sie Namen und Fachwörter, wie sie sind."],
    fr: ["Mot peut-être mal orthographié {pages}\u00a0: «\u00a0{subject}\u00a0»", "Les fautes d’orthographe donnent une image peu soignée de l’entreprise, et les visiteurs lui font moins confiance.", "Vérifiez s’il s’agit de «\u00a0{suggestion}\u00a0», et laissez les noms et les termes techniques tels quels."],
    es: ["Palabra quizá mal escrita {pages}: «{subject}»", "Las faltas de ortografía dan una imagen descuidada de la empresa, y los visitantes confían menos en ella.", "Compruebe si se quería decir «{suggestion}» y deje los nombres y los términos técnicos como están."],
    it: ["Parola forse scritta male {pages}: «{subject}»", "Gli errori di ortografia danno un’immagine poco curata dell’azienda, e i visitatori se ne fidano meno.", "Verifichi se si intendeva «{suggestion}», e lasci i nomi e i termini tecnici così come sono."],
    nl: ["Misschien fout gespeld {pages}: “{subject}”", "Spelfouten laten een bedrijf slordig overkomen en kosten het vertrouwen van bezoekers.", "Kijk of “{suggestion}” is bedoeld, en laat namen en vaktermen zoals ze zijn."],
  },
});
