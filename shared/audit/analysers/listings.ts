import { describeError, log } from "../../platform/log.ts";
import {
  type BusinessDetails,
  compareListing,
  type ListingDirectory,
  type Lookup,
} from "../services/businessListing.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { type FaultKinds, ofWebsite } from "./faults.ts";

/**
 * Looks a business up in directories and compares name, postcode and phone. A directory counts as
 * tested if it answered, as found if it has the business, and as inconsistent if one of the three
 * differs. `missing_listing_details`: one of the three could not be compared, because the listing or the
 * business lacks it. Undefined if no directory could be asked.
 */
async function examineListings(
  business: BusinessDetails,
  directories: ListingDirectory[],
): Promise<Examined | undefined> {
  const lookups = await Promise.all(directories.map((directory) => lookUp(business, directory)));
  const tested = lookups.filter((lookup) => lookup.isSearched);
  if (tested.length === 0) return undefined;
  const comparisons = tested
    .flatMap(({ listing }) => listing ?? [])
    .map((listing) => compareListing(business, listing));
  const missing_listing_details = comparisons.some(({ missing }) => missing.length > 0);
  const counts = {
    directories_tested_count: tested.length,
    directories_found_count: comparisons.length,
    directories_inconsistent_count: comparisons.filter(({ differing }) => differing.length > 0)
      .length,
  };
  const codes = [
    ...(comparisons.length === 0 ? ["listing_missing"] : []),
    ...(counts.directories_inconsistent_count > 0 ? ["listing_differs"] : []),
    ...(missing_listing_details ? ["listing_incomplete"] : []),
  ];
  return {
    faults: codes.map((code) => ofWebsite(code, "", counts)),
    details: { ...counts, missing_listing_details },
  };
}

async function lookUp(business: BusinessDetails, directory: ListingDirectory): Promise<Lookup> {
  try {
    return await directory.find(business);
  } catch (error) {
    log("warn", "a directory could not be asked", {
      directory: directory.name,
      ...describeError(error),
    });
    return { isSearched: false };
  }
}

// biome-ignore format: a line for each language
const kinds = {
  listing_missing: { severity: "warning",
    en: ["Your business is missing from the map", "People who look for a business like yours on a map or in a navigation app don’t find you.", "Add your business to OpenStreetMap, the free map that many apps use."],
    de: ["Ihr Unternehmen fehlt auf der Karte", "Wer auf einer Karte oder in einer Navigations-App nach einem Unternehmen wie Ihrem sucht, findet Sie nicht.", "Tragen Sie Ihr Unternehmen bei OpenStreetMap ein, der freien Karte, die viele Apps verwenden."],
    fr: ["Votre entreprise ne figure pas sur la carte", "Les personnes qui cherchent une entreprise comme la vôtre sur une carte ou dans une application de navigation ne vous trouvent pas.", "Ajoutez votre entreprise à OpenStreetMap, la carte libre que beaucoup d’applications utilisent."],
    es: ["Su empresa no aparece en el mapa", "Quien busca una empresa como la suya en un mapa o en una aplicación de navegación no la encuentra.", "Añada su empresa a OpenStreetMap, el mapa libre que usan muchas aplicaciones."],
    it: ["La sua azienda non è sulla mappa", "Chi cerca un’azienda come la sua su una mappa o in un’app di navigazione non la trova.", "Aggiunga la sua azienda a OpenStreetMap, la mappa libera che molte app usano."],
    nl: ["Uw bedrijf ontbreekt op de kaart", "Wie op een kaart of in een navigatie-app een bedrijf als het uwe zoekt, vindt u niet.", "Voeg uw bedrijf toe aan OpenStreetMap, de vrije kaart die veel apps gebruiken."] },
  listing_differs: { severity: "warning",
    en: ["Name, postcode or phone number differs on the map", "Customers may call the wrong number or go to the wrong place.", "Compare your entry in OpenStreetMap with your business details, and correct what is wrong."],
    de: ["Name, Postleitzahl oder Telefonnummer weicht auf der Karte ab", "Kunden rufen womöglich eine falsche Nummer an oder fahren zum falschen Ort.", "Vergleichen Sie Ihren Eintrag bei OpenStreetMap mit Ihren Unternehmensdaten, und berichtigen Sie, was falsch ist."],
    fr: ["Le nom, le code postal ou le téléphone diffère sur la carte", "Des clients risquent d’appeler un mauvais numéro ou de se rendre au mauvais endroit.", "Comparez votre fiche dans OpenStreetMap avec les coordonnées de votre entreprise, et corrigez ce qui est faux."],
    es: ["El nombre, el código postal o el teléfono no coincide en el mapa", "Los clientes pueden llamar a un número equivocado o ir a un lugar equivocado.", "Compare su ficha en OpenStreetMap con los datos de su empresa y corrija lo que esté mal."],
    it: ["Sulla mappa il nome, il codice postale o il telefono è diverso", "I clienti possono chiamare un numero sbagliato o andare nel posto sbagliato.", "Confronti la sua scheda su OpenStreetMap con i dati della sua azienda, e corregga ciò che è sbagliato."],
    nl: ["Naam, postcode of telefoonnummer wijkt af op de kaart", "Klanten bellen misschien een verkeerd nummer of rijden naar de verkeerde plek.", "Vergelijk uw vermelding in OpenStreetMap met uw bedrijfsgegevens, en verbeter wat niet klopt."] },
  listing_incomplete: { severity: "info",
    en: ["Name, postcode or phone number could not be compared with the map", "Customers who find you on a map may not see how to reach you.", "Complete your entry in OpenStreetMap, and the address and phone number in your business details."],
    de: ["Name, Postleitzahl oder Telefonnummer ließ sich nicht mit der Karte vergleichen", "Kunden, die Sie auf einer Karte finden, sehen womöglich nicht, wie Sie zu erreichen sind.", "Ergänzen Sie Ihren Eintrag bei OpenStreetMap sowie Adresse und Telefonnummer in Ihren Unternehmensdaten."],
    fr: ["Le nom, le code postal ou le téléphone n’a pas pu être comparé à la carte", "Les clients qui vous trouvent sur une carte ne voient peut-être pas comment vous joindre.", "Complétez votre fiche dans OpenStreetMap, ainsi que l’adresse et le téléphone de votre entreprise."],
    es: ["No se pudo comparar con el mapa el nombre, el código postal o el teléfono", "Los clientes que le encuentren en un mapa quizá no vean cómo contactar con usted.", "Complete su ficha en OpenStreetMap, así como la dirección y el teléfono en los datos de su empresa."],
    it: ["Non è stato possibile confrontare nome, codice postale o telefono con la mappa", "I clienti che la trovano su una mappa potrebbero non vedere come contattarla.", "Completi la sua scheda su OpenStreetMap, e l’indirizzo e il telefono nei dati della sua azienda."],
    nl: ["Naam, postcode of telefoonnummer was niet met de kaart te vergelijken", "Klanten die u op een kaart vinden, zien misschien niet hoe ze u kunnen bereiken.", "Vul uw vermelding in OpenStreetMap aan, en het adres en telefoonnummer in uw bedrijfsgegevens."] },
} satisfies FaultKinds;

export const listings: Analyser = {
  feature: "listings",
  explanation:
    "Looks the business up in OpenStreetMap by name and postcode, or by name and city, if the provider has set it up, and compares name, postcode and phone number. The website itself is no directory. There is no item if no directory could be asked.",
  kinds,
  reads: "nothing",
  asksServices: true,
  begin: () => ({
    examine({ hostname, business, sources }) {
      const details = { ...business?.address, name: business?.name ?? "", hostname };
      return examineListings(details, sources.directories);
    },
  }),
};
