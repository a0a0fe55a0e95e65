import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { detailText, technical } from "../../analyser.ts";
import { defineFaults } from "../../faultKind.ts";

const sitemap = described(
  detailText,
  "The sitemap that has it.",
  "https://bakery.example.com/sitemap.xml",
);

const detail = z.strictObject({ sitemap, technical });

export const sitemapFaults = defineFaults({
  sitemap_missing: {
    severity: "info",
    detail: z.strictObject({}),
    texts: {
      en: ["No sitemap for {subject}", "A sitemap is a list of your pages for search engines, and without one they may find new pages late or not at all.", "Switch on the sitemap in the settings of your website, or ask the person who looks after it to add one."],
      de: ["Keine Sitemap für {subject}", "Eine Sitemap ist eine Liste Ihrer Seiten für Suchmaschinen, und ohne sie finden diese neue Seiten womöglich spät oder gar nicht.", "Schalten Sie die Sitemap in den Einstellungen Ihrer Website ein, oder bitten Sie die Person darum, die sie betreut."],
      fr: ["Pas de sitemap pour {subject}", "Un sitemap est une liste de vos pages pour les moteurs de recherche, et sans lui ils risquent de trouver vos nouvelles pages tardivement, voire pas du tout.", "Activez le sitemap dans les réglages de votre site, ou demandez à la personne qui le gère d’en ajouter un."],
      es: ["No hay sitemap para {subject}", "Un sitemap es una lista de sus páginas para los buscadores, y sin él pueden encontrar las páginas nuevas tarde o nunca.", "Active el sitemap en los ajustes de su sitio web o pida a quien lo gestiona que añada uno."],
      it: ["Nessuna sitemap per {subject}", "Una sitemap è un elenco delle sue pagine per i motori di ricerca, e senza di essa le pagine nuove rischiano di essere trovate tardi o mai.", "Attivi la sitemap nelle impostazioni del sito, o chieda a chi lo gestisce di aggiungerne una."],
      nl: ["Geen sitemap voor {subject}", "Een sitemap is een lijst van uw pagina’s voor zoekmachines, en zonder die lijst vinden zij nieuwe pagina’s misschien laat of helemaal niet.", "Zet de sitemap aan in de instellingen van uw website, of vraag de beheerder om er een toe te voegen."],
    },
  },
  sitemap_not_reachable: {
    severity: "error",
    detail,
    texts: {
      en: ["The sitemap can’t be opened: {subject}", "Search engines can’t read the list of your pages, and may find new pages late or not at all.", "Ask the person who looks after your website to restore the sitemap, or to remove the reference to it."],
      de: ["Die Sitemap lässt sich nicht öffnen: {subject}", "Suchmaschinen können die Liste Ihrer Seiten nicht lesen und finden neue Seiten womöglich spät oder gar nicht.", "Lassen Sie die Sitemap von der Person, die Ihre Website betreut, wiederherstellen, oder lassen Sie den Verweis darauf entfernen."],
      fr: ["Le sitemap ne s’ouvre pas\u00a0: {subject}", "Les moteurs de recherche ne peuvent pas lire la liste de vos pages, et risquent de trouver les nouvelles tardivement, voire pas du tout.", "Demandez à la personne qui gère votre site de rétablir le sitemap, ou d’en retirer la mention."],
      es: ["El sitemap no se puede abrir: {subject}", "Los buscadores no pueden leer la lista de sus páginas y pueden encontrar las nuevas tarde o nunca.", "Pida a quien gestiona su sitio web que restablezca el sitemap o que quite la referencia a él."],
      it: ["La sitemap non si apre: {subject}", "I motori di ricerca non possono leggere l’elenco delle sue pagine, e rischiano di trovare tardi o mai quelle nuove.", "Chieda a chi gestisce il sito di ripristinare la sitemap, o di togliere il riferimento a essa."],
      nl: ["De sitemap kan niet worden geopend: {subject}", "Zoekmachines kunnen de lijst van uw pagina’s niet lezen, en vinden nieuwe pagina’s misschien laat of helemaal niet.", "Vraag de beheerder van uw website om de sitemap te herstellen, of om de verwijzing ernaar weg te halen."],
    },
  },
  sitemap_not_well_formed: {
    severity: "error",
    detail,
    texts: {
      en: ["The sitemap is damaged: {subject}", "Search engines can’t read the list of your pages, and may find new pages late or not at all.", "Ask the person who looks after your website to have the sitemap made again."],
      de: ["Die Sitemap ist beschädigt: {subject}", "Suchmaschinen können die Liste Ihrer Seiten nicht lesen und finden neue Seiten womöglich spät oder gar nicht.", "Lassen Sie die Sitemap von der Person, die Ihre Website betreut, neu erzeugen."],
      fr: ["Le sitemap est endommagé\u00a0: {subject}", "Les moteurs de recherche ne peuvent pas lire la liste de vos pages, et risquent de trouver les nouvelles tardivement, voire pas du tout.", "Demandez à la personne qui gère votre site de faire régénérer le sitemap."],
      es: ["El sitemap está dañado: {subject}", "Los buscadores no pueden leer la lista de sus páginas y pueden encontrar las nuevas tarde o nunca.", "Pida a quien gestiona su sitio web que vuelva a generar el sitemap."],
      it: ["La sitemap è danneggiata: {subject}", "I motori di ricerca non possono leggere l’elenco delle sue pagine, e rischiano di trovare tardi o mai quelle nuove.", "Chieda a chi gestisce il sito di far generare di nuovo la sitemap."],
      nl: ["De sitemap is beschadigd: {subject}", "Zoekmachines kunnen de lijst van uw pagina’s niet lezen, en vinden nieuwe pagina’s misschien laat of helemaal niet.", "Vraag de beheerder van uw website om de sitemap opnieuw te laten maken."],
    },
  },
  sitemap_over_limit: {
    severity: "warning",
    detail,
    texts: {
      en: ["The sitemap is too large: {subject}", "Search engines may ignore the whole list of your pages if it is larger than they allow.", "Ask the person who looks after your website to split the sitemap into several."],
      de: ["Die Sitemap ist zu groß: {subject}", "Suchmaschinen übergehen womöglich die ganze Liste Ihrer Seiten, wenn sie größer ist als erlaubt.", "Lassen Sie die Sitemap von der Person, die Ihre Website betreut, in mehrere aufteilen."],
      fr: ["Le sitemap est trop volumineux\u00a0: {subject}", "Les moteurs de recherche risquent d’ignorer toute la liste de vos pages si elle dépasse la taille permise.", "Demandez à la personne qui gère votre site de diviser le sitemap en plusieurs."],
      es: ["El sitemap es demasiado grande: {subject}", "Los buscadores pueden ignorar toda la lista de sus páginas si supera el tamaño permitido.", "Pida a quien gestiona su sitio web que divida el sitemap en varios."],
      it: ["La sitemap è troppo grande: {subject}", "I motori di ricerca possono ignorare l’intero elenco delle sue pagine se supera la dimensione consentita.", "Chieda a chi gestisce il sito di dividere la sitemap in più parti."],
      nl: ["De sitemap is te groot: {subject}", "Zoekmachines negeren misschien de hele lijst van uw pagina’s als die groter is dan toegestaan.", "Vraag de beheerder van uw website om de sitemap in meerdere op te splitsen."],
    },
  },
  sitemap_wrong_namespace: {
    severity: "warning",
    detail,
    texts: {
      en: ["The sitemap is not marked as one: {subject}", "Search engines may not recognise the list of your pages and ignore it.", "Ask the person who looks after your website to have the sitemap made again in the standard format."],
      de: ["Die Sitemap ist nicht als solche gekennzeichnet: {subject}", "Suchmaschinen erkennen die Liste Ihrer Seiten womöglich nicht und übergehen sie.", "Lassen Sie die Sitemap von der Person, die Ihre Website betreut, im üblichen Format neu erzeugen."],
      fr: ["Le sitemap n’est pas déclaré comme tel\u00a0: {subject}", "Les moteurs de recherche risquent de ne pas reconnaître la liste de vos pages et de l’ignorer.", "Demandez à la personne qui gère votre site de faire régénérer le sitemap au format standard."],
      es: ["El sitemap no está marcado como tal: {subject}", "Es posible que los buscadores no reconozcan la lista de sus páginas y la ignoren.", "Pida a quien gestiona su sitio web que vuelva a generar el sitemap en el formato estándar."],
      it: ["La sitemap non è contrassegnata come tale: {subject}", "I motori di ricerca potrebbero non riconoscere l’elenco delle sue pagine e ignorarlo.", "Chieda a chi gestisce il sito di far generare di nuovo la sitemap nel formato standard."],
      nl: ["De sitemap is niet als zodanig gemarkeerd: {subject}", "Zoekmachines herkennen de lijst van uw pagina’s misschien niet en negeren die dan.", "Vraag de beheerder van uw website om de sitemap opnieuw in het standaardformaat te laten maken."],
    },
  },
  sitemap_empty_sitemap: {
    severity: "warning",
    detail,
    texts: {
      en: ["The sitemap is empty: {subject}", "Search engines find none of your pages in it.", "Ask the person who looks after your website why the sitemap lists no pages."],
      de: ["Die Sitemap ist leer: {subject}", "Suchmaschinen finden darin keine Ihrer Seiten.", "Fragen Sie die Person, die Ihre Website betreut, warum die Sitemap keine Seiten enthält."],
      fr: ["Le sitemap est vide\u00a0: {subject}", "Les moteurs de recherche n’y trouvent aucune de vos pages.", "Demandez à la personne qui gère votre site pourquoi le sitemap ne contient aucune page."],
      es: ["El sitemap está vacío: {subject}", "Los buscadores no encuentran en él ninguna de sus páginas.", "Pregunte a quien gestiona su sitio web por qué el sitemap no contiene páginas."],
      it: ["La sitemap è vuota: {subject}", "I motori di ricerca non vi trovano nessuna delle sue pagine.", "Chieda a chi gestisce il sito perché la sitemap non contiene pagine."],
      nl: ["De sitemap is leeg: {subject}", "Zoekmachines vinden er geen enkele van uw pagina’s in.", "Vraag de beheerder van uw website waarom er geen pagina’s in de sitemap staan."],
    },
  },
  sitemap_nested_index: {
    severity: "warning",
    detail,
    texts: {
      en: ["The sitemap is nested too deeply: {subject}", "Search engines may not read the lists of pages that are inside another list of lists.", "Ask the person who looks after your website to list these sitemaps directly in the main one."],
      de: ["Die Sitemap ist zu tief verschachtelt: {subject}", "Suchmaschinen lesen Seitenlisten womöglich nicht, die erst in einer weiteren Liste von Listen stehen.", "Lassen Sie diese Sitemaps von der Person, die Ihre Website betreut, direkt in der obersten nennen."],
      fr: ["Le sitemap est imbriqué trop profondément\u00a0: {subject}", "Les moteurs de recherche risquent de ne pas lire les listes de pages placées dans une autre liste de listes.", "Demandez à la personne qui gère votre site de citer ces sitemaps directement dans le principal."],
      es: ["El sitemap está anidado a demasiada profundidad: {subject}", "Es posible que los buscadores no lean las listas de páginas que están dentro de otra lista de listas.", "Pida a quien gestiona su sitio web que nombre estos sitemaps directamente en el principal."],
      it: ["La sitemap è annidata troppo in profondità: {subject}", "I motori di ricerca potrebbero non leggere gli elenchi di pagine contenuti in un altro elenco di elenchi.", "Chieda a chi gestisce il sito di indicare queste sitemap direttamente in quella principale."],
      nl: ["De sitemap is te diep genest: {subject}", "Zoekmachines lezen lijsten van pagina’s die in een andere lijst van lijsten staan misschien niet.", "Vraag de beheerder van uw website om deze sitemaps direct in de hoofdsitemap te noemen."],
    },
  },
  sitemap_foreign_location: {
    severity: "info",
    detail,
    texts: {
      en: ["The sitemap lists an address of another website: {subject}", "Search engines ignore such entries, so the page is not found through your list.", "Ask the person who looks after your website to list the page’s address on this website, or to remove the entry."],
      de: ["Die Sitemap nennt eine Adresse einer anderen Website: {subject}", "Suchmaschinen übergehen solche Einträge, sodass die Seite über Ihre Liste nicht gefunden wird.", "Lassen Sie von der Person, die Ihre Website betreut, die Adresse auf dieser Website eintragen oder den Eintrag entfernen."],
      fr: ["Le sitemap contient une adresse d’un autre site\u00a0: {subject}", "Les moteurs de recherche ignorent ces entrées, et la page n’est pas trouvée grâce à votre liste.", "Demandez à la personne qui gère votre site d’indiquer l’adresse de la page sur ce site, ou de supprimer l’entrée."],
      es: ["El sitemap contiene una dirección de otro sitio web: {subject}", "Los buscadores ignoran estas entradas, y la página no se encuentra a través de su lista.", "Pida a quien gestiona su sitio web que ponga la dirección de la página en este sitio o que elimine la entrada."],
      it: ["La sitemap contiene un indirizzo di un altro sito: {subject}", "I motori di ricerca ignorano queste voci, e la pagina non viene trovata tramite il suo elenco.", "Chieda a chi gestisce il sito di indicare l’indirizzo della pagina su questo sito, o di togliere la voce."],
      nl: ["De sitemap bevat een adres van een andere website: {subject}", "Zoekmachines negeren zulke regels, zodat de pagina niet via uw lijst wordt gevonden.", "Vraag de beheerder van uw website om het adres op deze website te vermelden, of om de regel te verwijderen."],
    },
  },
  sitemap_duplicate_location: {
    severity: "info",
    detail,
    texts: {
      en: ["The sitemap lists a page twice: {subject}", "It does little harm, but suggests that the list of your pages is not maintained.", "Ask the person who looks after your website to remove the second entry."],
      de: ["Die Sitemap nennt eine Seite doppelt: {subject}", "Das schadet kaum, lässt aber vermuten, dass die Liste Ihrer Seiten nicht gepflegt wird.", "Lassen Sie den zweiten Eintrag von der Person entfernen, die Ihre Website betreut."],
      fr: ["Le sitemap contient deux fois la même page\u00a0: {subject}", "Ce n’est pas bien grave, mais cela laisse penser que la liste de vos pages n’est pas tenue à jour.", "Demandez à la personne qui gère votre site de supprimer la seconde entrée."],
      es: ["El sitemap contiene una página dos veces: {subject}", "Apenas perjudica, pero da a entender que la lista de sus páginas no se mantiene al día.", "Pida a quien gestiona su sitio web que elimine la segunda entrada."],
      it: ["La sitemap contiene una pagina due volte: {subject}", "Il danno è minimo, ma fa pensare che l’elenco delle sue pagine non sia tenuto in ordine.", "Chieda a chi gestisce il sito di togliere la seconda voce."],
      nl: ["De sitemap bevat een pagina twee keer: {subject}", "Het kan weinig kwaad, maar wekt de indruk dat de lijst van uw pagina’s niet wordt bijgehouden.", "Vraag de beheerder van uw website om de tweede vermelding te verwijderen."],
    },
  },
  sitemap_invalid_location: {
    severity: "warning",
    detail,
    texts: {
      en: ["The sitemap lists something that is not a full address: {subject}", "Search engines can’t find the page by this entry.", "Ask the person who looks after your website to list the page’s full address, beginning with https."],
      de: ["Die Sitemap nennt etwas, das keine vollständige Adresse ist: {subject}", "Suchmaschinen können die Seite über diesen Eintrag nicht finden.", "Lassen Sie von der Person, die Ihre Website betreut, die vollständige Adresse eintragen, die mit https beginnt."],
      fr: ["Le sitemap contient une adresse incomplète\u00a0: {subject}", "Les moteurs de recherche ne peuvent pas trouver la page grâce à cette entrée.", "Demandez à la personne qui gère votre site d’indiquer l’adresse complète de la page, qui commence par https."],
      es: ["El sitemap contiene algo que no es una dirección completa: {subject}", "Los buscadores no pueden encontrar la página con esta entrada.", "Pida a quien gestiona su sitio web que ponga la dirección completa de la página, que empieza por https."],
      it: ["La sitemap contiene qualcosa che non è un indirizzo completo: {subject}", "I motori di ricerca non possono trovare la pagina con questa voce.", "Chieda a chi gestisce il sito di indicare l’indirizzo completo della pagina, che inizia con https."],
      nl: ["De sitemap bevat iets dat geen volledig adres is: {subject}", "Zoekmachines kunnen de pagina met deze vermelding niet vinden.", "Vraag de beheerder van uw website om het volledige adres te vermelden, dat met https begint."],
    },
  },
  sitemap_invalid_lastmod: {
    severity: "info",
    detail,
    texts: {
      en: ["The sitemap gives a date that can’t be read for {subject}", "Search engines can’t tell when the page last changed, and may visit it less often.", "Ask the person who looks after your website to have the date written in the standard form."],
      de: ["Die Sitemap nennt ein unlesbares Datum für {subject}", "Suchmaschinen erkennen nicht, wann die Seite zuletzt geändert wurde, und sehen sie womöglich seltener an.", "Lassen Sie das Datum von der Person, die Ihre Website betreut, in der üblichen Form angeben."],
      fr: ["Le sitemap donne une date illisible pour {subject}", "Les moteurs de recherche ne savent pas quand la page a changé, et risquent de la consulter moins souvent.", "Demandez à la personne qui gère votre site de faire écrire la date au format standard."],
      es: ["El sitemap da una fecha ilegible para {subject}", "Los buscadores no saben cuándo cambió la página por última vez y pueden visitarla con menos frecuencia.", "Pida a quien gestiona su sitio web que la fecha se escriba en el formato estándar."],
      it: ["La sitemap indica una data illeggibile per {subject}", "I motori di ricerca non sanno quando la pagina è cambiata, e possono visitarla meno spesso.", "Chieda a chi gestisce il sito di far scrivere la data nel formato standard."],
      nl: ["De sitemap geeft een onleesbare datum voor {subject}", "Zoekmachines zien niet wanneer de pagina voor het laatst is gewijzigd, en bezoeken die misschien minder vaak.", "Vraag de beheerder van uw website om de datum in de standaardvorm te laten schrijven."],
    },
  },
  sitemap_invalid_priority: {
    severity: "info",
    detail,
    texts: {
      en: ["The sitemap gives an importance that can’t be read for {subject}", "Search engines ignore it, and it shows that the list of your pages has mistakes.", "Ask the person who looks after your website to correct it to a number from 0 to 1, or to leave it out."],
      de: ["Die Sitemap nennt eine unlesbare Wichtigkeit für {subject}", "Suchmaschinen übergehen sie, und sie zeigt, dass die Liste Ihrer Seiten Fehler hat.", "Lassen Sie sie von der Person, die Ihre Website betreut, in eine Zahl von 0 bis 1 ändern oder weglassen."],
      fr: ["Le sitemap donne une importance illisible pour {subject}", "Les moteurs de recherche l’ignorent, et cela montre que la liste de vos pages contient des erreurs.", "Demandez à la personne qui gère votre site de la remplacer par un nombre de 0 à 1, ou de la supprimer."],
      es: ["El sitemap da una importancia ilegible para {subject}", "Los buscadores la ignoran, y muestra que la lista de sus páginas tiene errores.", "Pida a quien gestiona su sitio web que la cambie por un número de 0 a 1 o que la quite."],
      it: ["La sitemap indica un’importanza illeggibile per {subject}", "I motori di ricerca la ignorano, e mostra che l’elenco delle sue pagine contiene errori.", "Chieda a chi gestisce il sito di sostituirla con un numero da 0 a 1, o di toglierla."],
      nl: ["De sitemap geeft een onleesbare prioriteit voor {subject}", "Zoekmachines negeren die, en het laat zien dat er fouten in de lijst van uw pagina’s staan.", "Vraag de beheerder van uw website om er een getal van 0 tot 1 van te maken, of om die weg te laten."],
    },
  },
  sitemap_invalid_changefreq: {
    severity: "info",
    detail,
    texts: {
      en: ["The sitemap gives a frequency of changes that can’t be read for {subject}", "Search engines ignore it, and it shows that the list of your pages has mistakes.", "Ask the person who looks after your website to correct it or to leave it out."],
      de: ["Die Sitemap nennt eine unlesbare Änderungshäufigkeit für {subject}", "Suchmaschinen übergehen sie, und sie zeigt, dass die Liste Ihrer Seiten Fehler hat.", "Lassen Sie sie von der Person, die Ihre Website betreut, berichtigen oder weglassen."],
      fr: ["Le sitemap donne une fréquence de modification illisible pour {subject}", "Les moteurs de recherche l’ignorent, et cela montre que la liste de vos pages contient des erreurs.", "Demandez à la personne qui gère votre site de la corriger ou de la supprimer."],
      es: ["El sitemap da una frecuencia de cambio ilegible para {subject}", "Los buscadores la ignoran, y muestra que la lista de sus páginas tiene errores.", "Pida a quien gestiona su sitio web que la corrija o que la quite."],
      it: ["La sitemap indica una frequenza di modifica illeggibile per {subject}", "I motori di ricerca la ignorano, e mostra che l’elenco delle sue pagine contiene errori.", "Chieda a chi gestisce il sito di correggerla o di toglierla."],
      nl: ["De sitemap geeft een onleesbare wijzigingsfrequentie voor {subject}", "Zoekmachines negeren die, en het laat zien dat er fouten in de lijst van uw pagina’s staan.", "Vraag de beheerder van uw website om die te verbeteren of weg te laten."],
    },
  },
  sitemap_broken_page: {
    severity: "warning",
    detail,
    texts: {
      en: ["The sitemap lists a page that does not open: {subject}", "Search engines are sent to an error, and trust the list of your pages less.", "Restore the page, or have it removed from the sitemap."],
      de: ["Die Sitemap nennt eine Seite, die sich nicht öffnet: {subject}", "Suchmaschinen werden zu einem Fehler geschickt und vertrauen der Liste Ihrer Seiten weniger.", "Stellen Sie die Seite wieder her, oder lassen Sie sie aus der Sitemap entfernen."],
      fr: ["Le sitemap contient une page qui ne s’ouvre pas\u00a0: {subject}", "Les moteurs de recherche tombent sur une erreur, et se fient moins à la liste de vos pages.", "Rétablissez la page, ou faites-la retirer du sitemap."],
      es: ["El sitemap contiene una página que no se abre: {subject}", "Los buscadores llegan a un error y se fían menos de la lista de sus páginas.", "Restablezca la página o haga que se quite del sitemap."],
      it: ["La sitemap contiene una pagina che non si apre: {subject}", "I motori di ricerca arrivano a un errore, e si fidano meno dell’elenco delle sue pagine.", "Ripristini la pagina, oppure la faccia togliere dalla sitemap."],
      nl: ["De sitemap bevat een pagina die niet opent: {subject}", "Zoekmachines komen op een fout uit, en vertrouwen de lijst van uw pagina’s minder.", "Herstel de pagina, of laat die uit de sitemap verwijderen."],
    },
  },
  sitemap_redirected_page: {
    severity: "info",
    detail,
    texts: {
      en: ["The sitemap lists an old address: {subject}", "The page has moved, and search engines have to find its new address themselves.", "Have the new address of the page listed instead."],
      de: ["Die Sitemap nennt eine alte Adresse: {subject}", "Die Seite ist umgezogen, und Suchmaschinen müssen den Weg zur neuen Adresse selbst finden.", "Lassen Sie stattdessen die neue Adresse der Seite eintragen."],
      fr: ["Le sitemap contient une ancienne adresse\u00a0: {subject}", "La page a changé d’adresse, et les moteurs de recherche doivent trouver eux-mêmes la nouvelle.", "Faites indiquer à la place la nouvelle adresse de la page."],
      es: ["El sitemap contiene una dirección antigua: {subject}", "La página ha cambiado de dirección, y los buscadores tienen que encontrar la nueva por su cuenta.", "Haga que en su lugar figure la dirección nueva de la página."],
      it: ["La sitemap contiene un vecchio indirizzo: {subject}", "La pagina ha cambiato indirizzo, e i motori di ricerca devono trovare da soli quello nuovo.", "Faccia indicare al suo posto il nuovo indirizzo della pagina."],
      nl: ["De sitemap bevat een oud adres: {subject}", "De pagina is verhuisd, en zoekmachines moeten zelf de weg naar het nieuwe adres vinden.", "Laat in plaats daarvan het nieuwe adres van de pagina vermelden."],
    },
  },
  sitemap_blocked_page: {
    severity: "warning",
    detail,
    texts: {
      en: ["The sitemap lists a page that search engines must not read: {subject}", "Your website asks them to list the page and forbids them to open it, so it may not be found.", "Decide whether the page should be found, and have either the ban or the entry removed."],
      de: ["Die Sitemap nennt eine Seite, die Suchmaschinen nicht lesen dürfen: {subject}", "Ihre Website bittet sie, die Seite aufzunehmen, und verbietet ihnen, sie zu öffnen, sodass sie womöglich nicht gefunden wird.", "Entscheiden Sie, ob die Seite gefunden werden soll, und lassen Sie entweder das Verbot oder den Eintrag entfernen."],
      fr: ["Le sitemap contient une page interdite aux moteurs de recherche\u00a0: {subject}", "Votre site leur demande d’afficher la page et leur interdit de l’ouvrir, si bien qu’elle risque de ne pas être trouvée.", "Décidez si la page doit être trouvée, et faites supprimer soit l’interdiction, soit l’entrée."],
      es: ["El sitemap contiene una página que los buscadores no pueden leer: {subject}", "Su sitio web les pide que muestren la página y les prohíbe abrirla, así que puede que no se encuentre.", "Decida si la página debe encontrarse y haga que se quite la prohibición o la entrada."],
      it: ["La sitemap contiene una pagina vietata ai motori di ricerca: {subject}", "Il suo sito chiede loro di mostrare la pagina e vieta loro di aprirla, quindi potrebbe non essere trovata.", "Decida se la pagina deve essere trovata, e faccia togliere il divieto oppure la voce."],
      nl: ["De sitemap bevat een pagina die zoekmachines niet mogen lezen: {subject}", "Uw website vraagt hun de pagina te tonen en verbiedt hun die te openen, zodat ze misschien niet wordt gevonden.", "Beslis of de pagina gevonden moet worden, en laat het verbod of de vermelding weghalen."],
    },
  },
  sitemap_noindex_page: {
    severity: "warning",
    detail,
    texts: {
      en: ["The sitemap lists a page that is hidden from search engines: {subject}", "Your website asks them to list the page and at the same time not to, so it will not be found.", "Decide whether the page should be found, and either switch off the setting that hides it or have the entry removed."],
      de: ["Die Sitemap nennt eine Seite, die für Suchmaschinen gesperrt ist: {subject}", "Ihre Website bittet sie, die Seite aufzunehmen und zugleich nicht aufzunehmen, sodass sie nicht gefunden wird.", "Entscheiden Sie, ob die Seite gefunden werden soll, und heben Sie entweder die Sperre auf, oder lassen Sie den Eintrag entfernen."],
      fr: ["Le sitemap contient une page cachée aux moteurs de recherche\u00a0: {subject}", "Votre site leur demande à la fois d’afficher et de ne pas afficher la page, si bien qu’elle ne sera pas trouvée.", "Décidez si la page doit être trouvée, et désactivez le réglage qui la cache ou faites supprimer l’entrée."],
      es: ["El sitemap contiene una página oculta para los buscadores: {subject}", "Su sitio web les pide que muestren la página y a la vez que no lo hagan, así que no se encontrará.", "Decida si la página debe encontrarse y desactive la opción que la oculta o haga que se quite la entrada."],
      it: ["La sitemap contiene una pagina nascosta ai motori di ricerca: {subject}", "Il suo sito chiede loro di mostrare la pagina e insieme di non mostrarla, quindi non verrà trovata.", "Decida se la pagina deve essere trovata, e disattivi l’impostazione che la nasconde oppure faccia togliere la voce."],
      nl: ["De sitemap bevat een pagina die voor zoekmachines verborgen is: {subject}", "Uw website vraagt hun de pagina te tonen en tegelijk niet te tonen, zodat ze niet wordt gevonden.", "Beslis of de pagina gevonden moet worden, en zet de instelling uit die de pagina verbergt, of laat de vermelding weghalen."],
    },
  },
});
