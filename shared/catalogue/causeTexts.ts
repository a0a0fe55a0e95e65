import {
  certificateEnd,
  type DowntimeCause,
  presentCause,
  type UnreadableReason,
} from "../vocabulary/reasons.ts";
import { type Text, type TextLanguage, type Texts, tellText } from "../vocabulary/texts.ts";
import { certificateTexts } from "./certificateTexts.ts";

/** Why a website was down, or could not be audited, as a customer reads it. */
// biome-ignore format: a line for each language
export const causeTexts: Record<
  Exclude<DowntimeCause | UnreadableReason, "http_other">,
  Texts
> = {
  dns: {
    en: ["The website’s name can’t be resolved", "Nobody can open the website, and e-mail to this name may fail, too.", "Check with the company where you registered the domain that it is paid for and set up correctly."],
    de: ["Der Name der Website lässt sich nicht auflösen", "Niemand kann die Website öffnen, und auch E-Mails an diesen Namen kommen womöglich nicht an.", "Klären Sie mit dem Anbieter, bei dem Sie die Domain registriert haben, ob sie bezahlt und richtig eingerichtet ist."],
    fr: ["Le nom du site ne peut pas être résolu", "Personne ne peut ouvrir le site, et les e-mails adressés à ce nom risquent aussi de ne pas arriver.", "Vérifiez auprès de la société où vous avez enregistré le nom de domaine qu’il est payé et bien configuré."],
    es: ["El nombre del sitio web no se puede resolver", "Nadie puede abrir el sitio web, y el correo enviado a ese nombre también puede fallar.", "Compruebe con la empresa donde registró el dominio que está pagado y bien configurado."],
    it: ["Il nome del sito non si può risolvere", "Nessuno può aprire il sito, e anche la posta inviata a questo nome può non arrivare.", "Verifichi con la società presso cui ha registrato il dominio che sia pagato e configurato correttamente."],
    nl: ["De naam van de website is niet te vinden", "Niemand kan de website openen, en ook e-mail aan deze naam komt misschien niet aan.", "Controleer bij het bedrijf waar u het domein hebt geregistreerd of het betaald en goed ingesteld is."],
  },
  refused: {
    en: ["The server refused the connection", "Nobody could open the website: the computer it runs on answered, but did not deliver it.", "If it lasts, ask your hosting provider to start the web server again."],
    de: ["Der Server hat die Verbindung abgelehnt", "Niemand konnte die Website öffnen: Der Rechner, auf dem sie läuft, antwortete, lieferte sie aber nicht aus.", "Wenn es anhält, bitten Sie Ihren Webhoster, den Webserver neu zu starten."],
    fr: ["Le serveur a refusé la connexion", "Personne ne pouvait ouvrir le site\u00a0: l’ordinateur qui l’héberge répondait, mais ne le servait pas.", "Si cela dure, demandez à votre hébergeur de redémarrer le serveur web."],
    es: ["El servidor rechazó la conexión", "Nadie podía abrir el sitio web: el ordenador que lo aloja respondía, pero no lo entregaba.", "Si persiste, pida a su proveedor de alojamiento que reinicie el servidor web."],
    it: ["Il server ha rifiutato la connessione", "Nessuno poteva aprire il sito: il computer che lo ospita rispondeva, ma non lo mostrava.", "Se continua, chieda al suo fornitore di hosting di riavviare il server web."],
    nl: ["De server weigerde de verbinding", "Niemand kon de website openen: de computer waarop die draait antwoordde wel, maar leverde de website niet.", "Houdt het aan, vraag dan uw hostingprovider om de webserver opnieuw te starten."],
  },
  unreachable: {
    en: ["The server could not be reached", "Nobody could open the website, because no way through the internet led to its server.", "If it lasts, ask your hosting provider whether there is an outage."],
    de: ["Der Server war nicht erreichbar", "Niemand konnte die Website öffnen, weil kein Weg durch das Internet zu ihrem Server führte.", "Wenn es anhält, fragen Sie Ihren Webhoster, ob es eine Störung gibt."],
    fr: ["Le serveur était injoignable", "Personne ne pouvait ouvrir le site, car aucun chemin sur Internet ne menait à son serveur.", "Si cela dure, demandez à votre hébergeur s’il y a une panne."],
    es: ["No se pudo llegar al servidor", "Nadie podía abrir el sitio web, porque ningún camino por internet llevaba a su servidor.", "Si persiste, pregunte a su proveedor de alojamiento si hay una avería."],
    it: ["Il server non era raggiungibile", "Nessuno poteva aprire il sito, perché nessun percorso su internet portava al suo server.", "Se continua, chieda al suo fornitore di hosting se c’è un guasto."],
    nl: ["De server was onbereikbaar", "Niemand kon de website openen, omdat geen weg over het internet naar de server leidde.", "Houdt het aan, vraag dan uw hostingprovider of er een storing is."],
  },
  reset: {
    en: ["The connection was cut off", "Visitors saw an error instead of the website.", "If it happens again, ask your hosting provider whether the server is overloaded or blocks visitors."],
    de: ["Die Verbindung wurde abgebrochen", "Besucher sahen eine Fehlermeldung statt der Website.", "Wenn es wieder vorkommt, fragen Sie Ihren Webhoster, ob der Server überlastet ist oder Besucher blockiert."],
    fr: ["La connexion a été coupée", "Les visiteurs voyaient une erreur au lieu du site.", "Si cela se reproduit, demandez à votre hébergeur si le serveur est surchargé ou bloque des visiteurs."],
    es: ["Se cortó la conexión", "Los visitantes veían un error en lugar del sitio web.", "Si vuelve a ocurrir, pregunte a su proveedor de alojamiento si el servidor está sobrecargado o bloquea visitantes."],
    it: ["La connessione è stata interrotta", "I visitatori vedevano un errore al posto del sito.", "Se succede di nuovo, chieda al suo fornitore di hosting se il server è sovraccarico o blocca i visitatori."],
    nl: ["De verbinding werd verbroken", "Bezoekers zagen een foutmelding in plaats van de website.", "Gebeurt het weer, vraag dan uw hostingprovider of de server overbelast is of bezoekers blokkeert."],
  },
  timeout: {
    en: ["The website did not answer in time", "Visitors waited in vain, and most of them left.", "If it happens often, ask your hosting provider whether the server is overloaded."],
    de: ["Die Website antwortete nicht rechtzeitig", "Besucher warteten vergeblich, und die meisten gingen.", "Wenn es oft vorkommt, fragen Sie Ihren Webhoster, ob der Server überlastet ist."],
    fr: ["Le site n’a pas répondu à temps", "Les visiteurs ont attendu en vain, et la plupart sont partis.", "Si cela arrive souvent, demandez à votre hébergeur si le serveur est surchargé."],
    es: ["El sitio web no respondió a tiempo", "Los visitantes esperaron en vano, y la mayoría se marchó.", "Si ocurre a menudo, pregunte a su proveedor de alojamiento si el servidor está sobrecargado."],
    it: ["Il sito non ha risposto in tempo", "I visitatori hanno aspettato invano, e la maggior parte se n’è andata.", "Se succede spesso, chieda al suo fornitore di hosting se il server è sovraccarico."],
    nl: ["De website antwoordde niet op tijd", "Bezoekers wachtten vergeefs, en de meesten haakten af.", "Gebeurt het vaak, vraag dan uw hostingprovider of de server overbelast is."],
  },
  tls: {
    en: ["The secure connection failed", "Browsers show visitors a warning or an error instead of the website.", "Ask your hosting provider to check the website’s security certificate."],
    de: ["Die sichere Verbindung kam nicht zustande", "Browser zeigen Besuchern eine Warnung oder einen Fehler statt der Website.", "Bitten Sie Ihren Webhoster, das Sicherheitszertifikat der Website zu prüfen."],
    fr: ["La connexion sécurisée a échoué", "Les navigateurs affichent un avertissement ou une erreur au lieu du site.", "Demandez à votre hébergeur de vérifier le certificat de sécurité du site."],
    es: ["Falló la conexión segura", "Los navegadores muestran una advertencia o un error en lugar del sitio web.", "Pida a su proveedor de alojamiento que revise el certificado de seguridad del sitio web."],
    it: ["La connessione sicura non è riuscita", "I browser mostrano un avviso o un errore al posto del sito.", "Chieda al suo fornitore di hosting di controllare il certificato di sicurezza del sito."],
    nl: ["De beveiligde verbinding kwam niet tot stand", "Browsers tonen bezoekers een waarschuwing of fout in plaats van de website.", "Vraag uw hostingprovider om het beveiligingscertificaat van de website te controleren."],
  },
  redirect_loop: {
    en: ["The website sends visitors in circles", "Browsers give up and show an error instead of the website.", "Check the redirects in the settings of your website, such as those to https and to www; two of them probably contradict each other."],
    de: ["Die Website schickt Besucher im Kreis", "Browser geben auf und zeigen einen Fehler statt der Website.", "Prüfen Sie die Weiterleitungen in den Einstellungen Ihrer Website, etwa die zu https und zu www; wahrscheinlich widersprechen sich zwei davon."],
    fr: ["Le site fait tourner les visiteurs en rond", "Les navigateurs abandonnent et affichent une erreur au lieu du site.", "Vérifiez les redirections dans les réglages de votre site, par exemple vers https et vers www\u202f; deux d’entre elles se contredisent sans doute."],
    es: ["El sitio web hace dar vueltas a los visitantes", "Los navegadores desisten y muestran un error en lugar del sitio web.", "Revise las redirecciones en los ajustes de su sitio web, por ejemplo a https y a www; probablemente dos de ellas se contradicen."],
    it: ["Il sito rimanda i visitatori di continuo da un indirizzo all’altro", "I browser rinunciano e mostrano un errore al posto del sito.", "Controlli i reindirizzamenti nelle impostazioni del sito, per esempio verso https e verso www; probabilmente due di essi si contraddicono."],
    nl: ["De website stuurt bezoekers in een kringetje rond", "Browsers geven het op en tonen een fout in plaats van de website.", "Controleer de doorverwijzingen in de instellingen van uw website, zoals die naar https en naar www; waarschijnlijk spreken er twee elkaar tegen."],
  },
  protocol: {
    en: ["The server gave a garbled answer", "Browsers can’t make sense of it and show an error instead of the website.", "Ask your hosting provider to check the web server."],
    de: ["Der Server gab eine unverständliche Antwort", "Browser können damit nichts anfangen und zeigen einen Fehler statt der Website.", "Bitten Sie Ihren Webhoster, den Webserver zu prüfen."],
    fr: ["Le serveur a donné une réponse incompréhensible", "Les navigateurs ne savent qu’en faire et affichent une erreur au lieu du site.", "Demandez à votre hébergeur de vérifier le serveur web."],
    es: ["El servidor dio una respuesta ilegible", "Los navegadores no la entienden y muestran un error en lugar del sitio web.", "Pida a su proveedor de alojamiento que revise el servidor web."],
    it: ["Il server ha dato una risposta incomprensibile", "I browser non sanno interpretarla e mostrano un errore al posto del sito.", "Chieda al suo fornitore di hosting di controllare il server web."],
    nl: ["De server gaf een onbegrijpelijk antwoord", "Browsers kunnen er niets mee en tonen een fout in plaats van de website.", "Vraag uw hostingprovider om de webserver te controleren."],
  },
  invalid_url: {
    en: ["The website leads to an address that does not work", "Visitors see an error instead of the website.", "Check the redirect in the settings of your website, and correct its target."],
    de: ["Die Website führt zu einer Adresse, die nicht funktioniert", "Besucher sehen einen Fehler statt der Website.", "Prüfen Sie die Weiterleitung in den Einstellungen Ihrer Website, und berichtigen Sie das Ziel."],
    fr: ["Le site mène à une adresse qui ne fonctionne pas", "Les visiteurs voient une erreur au lieu du site.", "Vérifiez la redirection dans les réglages de votre site, et corrigez sa cible."],
    es: ["El sitio web lleva a una dirección que no funciona", "Los visitantes ven un error en lugar del sitio web.", "Revise la redirección en los ajustes de su sitio web y corrija su destino."],
    it: ["Il sito porta a un indirizzo che non funziona", "I visitatori vedono un errore al posto del sito.", "Controlli il reindirizzamento nelle impostazioni del sito, e ne corregga la destinazione."],
    nl: ["De website leidt naar een adres dat niet werkt", "Bezoekers zien een fout in plaats van de website.", "Controleer de doorverwijzing in de instellingen van uw website, en verbeter het doel."],
  },
  blocked: {
    en: ["The website’s name leads to a private network", "Nobody outside that network can open the website.", "Ask the person who manages your domain to point it to the public address of your web server."],
    de: ["Der Name der Website führt in ein privates Netz", "Außerhalb dieses Netzes kann niemand die Website öffnen.", "Lassen Sie die Domain von der Person, die sie verwaltet, auf die öffentliche Adresse Ihres Webservers einstellen."],
    fr: ["Le nom du site mène à un réseau privé", "Personne en dehors de ce réseau ne peut ouvrir le site.", "Demandez à la personne qui gère votre nom de domaine de le diriger vers l’adresse publique de votre serveur web."],
    es: ["El nombre del sitio web lleva a una red privada", "Nadie fuera de esa red puede abrir el sitio web.", "Pida a quien gestiona su dominio que lo dirija a la dirección pública de su servidor web."],
    it: ["Il nome del sito porta a una rete privata", "Nessuno al di fuori di quella rete può aprire il sito.", "Chieda a chi gestisce il dominio di indirizzarlo all’indirizzo pubblico del server web."],
    nl: ["De naam van de website leidt naar een privénetwerk", "Niemand buiten dat netwerk kan de website openen.", "Vraag wie uw domein beheert om het naar het openbare adres van uw webserver te laten wijzen."],
  },
  ipv6_only: {
    en: ["The website can only be reached by new-style addresses (IPv6)", "Many visitors can’t open such a website, and neither can our checks, so we can’t tell whether it is up.", "Ask your hosting provider for an old-style address (IPv4) as well."],
    de: ["Die Website ist nur über Adressen neuer Art (IPv6) erreichbar", "Viele Besucher können sie so nicht öffnen, und wir auch nicht, sodass ihr Zustand nicht bekannt ist.", "Bitten Sie Ihren Webhoster zusätzlich um eine Adresse alter Art (IPv4)."],
    fr: ["Le site n’est joignable que par des adresses de nouveau type (IPv6)", "Beaucoup de visiteurs ne peuvent pas l’ouvrir, et nous non plus, si bien que son état est inconnu.", "Demandez aussi à votre hébergeur une adresse d’ancien type (IPv4)."],
    es: ["Solo se puede llegar al sitio web por direcciones de nuevo tipo (IPv6)", "Muchos visitantes no pueden abrirlo, y nosotros tampoco, así que su estado no se conoce.", "Pida también a su proveedor de alojamiento una dirección del tipo antiguo (IPv4)."],
    it: ["Il sito è raggiungibile solo con indirizzi di nuovo tipo (IPv6)", "Molti visitatori non possono aprirlo e nemmeno noi possiamo controllarlo, quindi il suo stato non è noto.", "Chieda al suo fornitore di hosting anche un indirizzo di vecchio tipo (IPv4)."],
    nl: ["De website is alleen bereikbaar via adressen van het nieuwe type (IPv6)", "Veel bezoekers kunnen de website zo niet openen, en wij ook niet, zodat de toestand onbekend is.", "Vraag uw hostingprovider ook om een adres van het oude type (IPv4)."],
  },
  other_port: {
    en: ["The website leads to an unusual port", "We only check the usual ports, so we can’t tell whether the website is up, and some company networks block other ports too.", "Ask {sender} to serve it without a number after the host name."],
    de: ["Die Website führt zu einem ungewöhnlichen Port", "Wir besuchen nur die üblichen, sodass der Zustand der Website nicht bekannt ist, und auch manche Firmennetze sperren andere.", "Lassen Sie die Website von {sender} ohne Zahl hinter dem Hostnamen bereitstellen."],
    fr: ["Le site mène à un port inhabituel", "Nous ne visitons que les ports habituels, si bien que l’état du site est inconnu, et certains réseaux d’entreprise bloquent aussi les autres.", "Demandez à {sender} de le servir sans numéro après le nom d’hôte."],
    es: ["El sitio web lleva a un puerto poco habitual", "Solo visitamos los habituales, así que el estado del sitio no se conoce, y algunas redes de empresa también bloquean los demás.", "Pida a {sender} que lo sirva sin número detrás del nombre."],
    it: ["Il sito conduce a una porta insolita", "Controlliamo solo quelle consuete, quindi lo stato del sito non è noto, e anche alcune reti aziendali bloccano le altre.", "Chieda a {sender} di renderlo disponibile senza un numero dopo il nome."],
    nl: ["De website leidt naar een ongebruikelijke poort", "Wij bezoeken alleen de gebruikelijke, zodat de toestand van de website onbekend is, en ook sommige bedrijfsnetwerken blokkeren andere.", "Vraag {sender} om die zonder nummer achter de hostnaam aan te bieden."],
  },
  http_4xx: {
    en: ["The website says that the page does not exist or is not allowed", "Visitors see an error instead of the website.", "Open the website yourself; if you see the error, ask {sender} to restore the start page or to allow visits."],
    de: ["Die Website meldet, dass es die Seite nicht gibt oder der Zugriff verboten ist", "Besucher sehen einen Fehler statt der Website.", "Öffnen Sie die Website selbst; wenn Sie den Fehler sehen, lassen Sie von {sender} die Startseite wiederherstellen oder Besuche erlauben."],
    fr: ["Le site répond que la page n’existe pas ou n’est pas autorisée", "Les visiteurs voient une erreur au lieu du site.", "Ouvrez le site vous-même\u202f; si l’erreur s’affiche, demandez à {sender} de rétablir la page d’accueil ou d’autoriser les visites."],
    es: ["El sitio web dice que la página no existe o no está permitida", "Los visitantes ven un error en lugar del sitio web.", "Abra usted mismo el sitio web; si ve el error, pida a {sender} que restablezca la página de inicio o permita las visitas."],
    it: ["Il sito risponde che la pagina non esiste o non è consentita", "I visitatori vedono un errore al posto del sito.", "Provi ad aprire il sito; se vede l’errore, chieda a {sender} di ripristinare la pagina iniziale o di consentire le visite."],
    nl: ["De website meldt dat de pagina niet bestaat of niet is toegestaan", "Bezoekers zien een fout in plaats van de website.", "Open de website zelf; ziet u de fout, vraag dan {sender} om de startpagina te herstellen of bezoek toe te staan."],
  },
  http_5xx: {
    en: ["The server reports a fault of its own", "Visitors see an error instead of the website.", "If it lasts, ask your hosting provider or {sender}; a recent update is a common cause."],
    de: ["Der Server meldet einen eigenen Fehler", "Besucher sehen eine Fehlermeldung statt der Website.", "Wenn es anhält, fragen Sie bei Ihrem Webhoster oder bei {sender} nach; oft ist eine kürzliche Aktualisierung die Ursache."],
    fr: ["Le serveur signale une erreur interne", "Les visiteurs voient une erreur au lieu du site.", "Si cela dure, adressez-vous à votre hébergeur ou à {sender}\u202f; une mise à jour récente en est souvent la cause."],
    es: ["El servidor informa de un fallo propio", "Los visitantes ven un error en lugar del sitio web.", "Si persiste, pregunte a su proveedor de alojamiento o a {sender}; una actualización reciente suele ser la causa."],
    it: ["Il server segnala un proprio errore", "I visitatori vedono un errore al posto del sito.", "Se continua, si rivolga al suo fornitore di hosting o a {sender}; spesso la causa è un aggiornamento recente."],
    nl: ["De server meldt een eigen fout", "Bezoekers zien een foutmelding in plaats van de website.", "Houdt het aan, vraag dan uw hostingprovider of {sender}; een recente update is vaak de oorzaak."],
  },
  bot_wall: {
    en: ["The website refuses robots", "Its pages can’t be checked, so faults go unnoticed.", "Ask {sender} to allow our visits in the website’s bot protection."],
    de: ["Die Website weist Roboter ab", "Ihre Seiten können nicht geprüft werden, sodass Fehler unbemerkt bleiben.", "Lassen Sie unsere Besuche von {sender} im Schutz vor Robotern erlauben."],
    fr: ["Le site refuse les robots", "Ses pages ne peuvent pas être vérifiées, et les défauts passent inaperçus.", "Demandez à {sender} d’autoriser nos visites dans la protection du site contre les robots."],
    es: ["El sitio web rechaza a los robots", "Sus páginas no se pueden revisar, y los fallos pasan inadvertidos.", "Pida a {sender} que permita nuestras visitas en la protección del sitio contra robots."],
    it: ["Il sito rifiuta i robot", "Le sue pagine non possono essere controllate, e gli errori passano inosservati.", "Chieda a {sender} di consentire le nostre visite nella protezione contro i bot."],
    nl: ["De website weigert robots", "De pagina’s kunnen niet worden gecontroleerd, zodat fouten onopgemerkt blijven.", "Vraag {sender} om onze bezoeken toe te staan in de bescherming tegen robots."],
  },
  robots_txt: {
    en: ["The website forbids robots to read it", "Search engines may leave its pages out, and we can’t check them.", "If search engines should find the website, ask {sender} to lift the ban in the website’s rules for robots."],
    de: ["Die Website verbietet Robotern, sie zu lesen", "Suchmaschinen nehmen ihre Seiten womöglich nicht auf, und wir können sie nicht prüfen.", "Wenn Suchmaschinen die Website finden sollen, lassen Sie das Verbot in den Regeln für Roboter von {sender} aufheben."],
    fr: ["Le site interdit aux robots de le lire", "Les moteurs de recherche risquent de ne pas afficher ses pages, et nous ne pouvons pas les vérifier.", "Si les moteurs doivent trouver le site, demandez à {sender} de lever l’interdiction dans les règles du site pour les robots."],
    es: ["El sitio web prohíbe a los robots leerlo", "Es posible que los buscadores no muestren sus páginas, y nosotros no podemos revisarlas.", "Si los buscadores deben encontrar el sitio web, pida a {sender} que quite la prohibición de las reglas del sitio para robots."],
    it: ["Il sito vieta ai robot di leggerlo", "I motori di ricerca potrebbero non mostrare le sue pagine, e noi non possiamo controllarle.", "Se i motori di ricerca devono trovare il sito, chieda a {sender} di togliere il divieto dalle regole per i robot."],
    nl: ["Robots mogen deze website niet lezen", "Zoekmachines tonen de pagina’s misschien niet, en wij kunnen ze niet controleren.", "Moeten zoekmachines de website vinden, vraag dan {sender} om het verbod in de regels voor robots op te heffen."],
  },
  robots_txt_failed: {
    en: ["The website does not say what robots may read", "As long as its rules for robots can’t be read, search engines and our checks have to stay away.", "Ask {sender} to make these rules (robots.txt) available again, or to remove them."],
    de: ["Die Website sagt nicht, was Roboter lesen dürfen", "Solange ihre Regeln für Roboter nicht lesbar sind, müssen Suchmaschinen und unsere Prüfungen fernbleiben.", "Lassen Sie diese Regeln (robots.txt) von {sender} wieder bereitstellen oder entfernen."],
    fr: ["Le site ne dit pas ce que les robots peuvent lire", "Tant que ses règles pour les robots sont illisibles, les moteurs de recherche et nos contrôles doivent rester à l’écart.", "Demandez à {sender} de rétablir ces règles (robots.txt), ou de les supprimer."],
    es: ["El sitio web no dice qué pueden leer los robots", "Mientras no se puedan leer sus reglas para robots, los buscadores y nuestras comprobaciones deben mantenerse al margen.", "Pida a {sender} que vuelva a ofrecer estas reglas (robots.txt) o que las elimine."],
    it: ["Il sito non dice che cosa i robot possono leggere", "Finché le sue regole per i robot non sono leggibili, i motori di ricerca e i nostri controlli devono restarne fuori.", "Chieda a {sender} di rendere di nuovo disponibili queste regole (robots.txt), o di eliminarle."],
    nl: ["De website zegt niet wat robots mogen lezen", "Zolang de regels voor robots onleesbaar zijn, moeten zoekmachines en onze controles wegblijven.", "Vraag {sender} om deze regels (robots.txt) weer beschikbaar te maken, of te verwijderen."],
  },
  malformed_answer: {
    en: ["The server’s answer breaks the rules of the web", "Most browsers show the website all the same, but its pages can’t be checked, so faults go unnoticed.", "Ask your hosting provider or {sender} to correct what the web server sends with its pages."],
    de: ["Die Antwort des Servers verletzt die Regeln des Webs", "Die meisten Browser zeigen die Website trotzdem, aber ihre Seiten können nicht geprüft werden, sodass Fehler unbemerkt bleiben.", "Lassen Sie von Ihrem Webhoster oder von {sender} berichtigen, was der Webserver mit den Seiten sendet."],
    fr: ["La réponse du serveur enfreint les règles du web", "La plupart des navigateurs affichent quand même le site, mais ses pages ne peuvent pas être vérifiées, et les défauts passent inaperçus.", "Demandez à votre hébergeur ou à {sender} de corriger ce que le serveur web envoie avec les pages."],
    es: ["La respuesta del servidor incumple las reglas de la web", "La mayoría de los navegadores muestra igualmente el sitio web, pero sus páginas no se pueden revisar, y los fallos pasan inadvertidos.", "Pida a su proveedor de alojamiento o a {sender} que corrija lo que el servidor web envía con las páginas."],
    it: ["La risposta del server viola le regole del web", "La maggior parte dei browser mostra comunque il sito, ma le sue pagine non possono essere controllate, e gli errori passano inosservati.", "Chieda al suo fornitore di hosting o a {sender} di correggere ciò che il server web invia con le pagine."],
    nl: ["Het antwoord van de server volgt de regels van het web niet", "De meeste browsers tonen de website toch, maar de pagina’s kunnen niet worden gecontroleerd, zodat fouten onopgemerkt blijven.", "Vraag uw hostingprovider of {sender} om te herstellen wat de webserver met de pagina’s meestuurt."],
  },
  no_html: {
    en: ["The start page is not a web page", "Visitors may be offered a file instead of seeing the website, and we found nothing to check.", "Open the website yourself, and ask {sender} if you see no page."],
    de: ["Die Startseite ist keine Webseite", "Besuchern wird womöglich eine Datei angeboten statt der Website, und wir fanden nichts zu prüfen.", "Öffnen Sie die Website selbst, und fragen Sie bei {sender} nach, wenn Sie keine Seite sehen."],
    fr: ["La page d’accueil n’est pas une page web", "Les visiteurs se voient peut-être proposer un fichier au lieu du site, et nous n’avons rien trouvé à vérifier.", "Ouvrez le site vous-même, et adressez-vous à {sender} si aucune page ne s’affiche."],
    es: ["La página de inicio no es una página web", "Es posible que a los visitantes se les ofrezca un archivo en lugar del sitio web, y no encontramos nada que revisar.", "Abra usted mismo el sitio web y pregunte a {sender} si no ve ninguna página."],
    it: ["La pagina iniziale non è una pagina web", "Ai visitatori potrebbe essere proposto un file al posto del sito, e non abbiamo trovato nulla da controllare.", "Provi ad aprire il sito, e se non vede alcuna pagina si rivolga a {sender}."],
    nl: ["De startpagina is geen webpagina", "Bezoekers krijgen misschien een bestand aangeboden in plaats van de website, en wij vonden niets om te controleren.", "Open de website zelf, en vraag {sender} als u geen pagina ziet."],
  },
  too_expensive: {
    en: ["The website’s pages are too complex to be checked", "Faults on them go unnoticed, and such pages are often slow for visitors, too.", "Ask {sender} whether the pages can be made smaller."],
    de: ["Die Seiten der Website sind zu umfangreich, um sie zu prüfen", "Fehler darauf bleiben unbemerkt, und oft sind solche Seiten auch für Besucher langsam.", "Fragen Sie bei {sender} nach, ob sich die Seiten verkleinern lassen."],
    fr: ["Les pages du site sont trop complexes pour être vérifiées", "Leurs défauts passent inaperçus, et de telles pages sont souvent lentes pour les visiteurs aussi.", "Demandez à {sender} si les pages du site peuvent être allégées."],
    es: ["Las páginas del sitio web son demasiado complejas para revisarlas", "Sus fallos pasan inadvertidos, y a menudo estas páginas también son lentas para los visitantes.", "Pregunte a {sender} si las páginas se pueden reducir."],
    it: ["Le pagine del sito sono troppo complesse per essere controllate", "I loro errori passano inosservati, e spesso queste pagine sono lente anche per i visitatori.", "Chieda a {sender} se le pagine si possono alleggerire."],
    nl: ["De pagina’s van de website zijn te complex om te controleren", "Fouten erop blijven onopgemerkt, en vaak zijn zulke pagina’s ook traag voor bezoekers.", "Vraag {sender} of de pagina’s kleiner kunnen."],
  },
  deadline: {
    en: ["The website was too slow to be checked", "Its pages could not be read in the time we allow, so faults go unnoticed.", "If it happens often, ask your hosting provider whether the server is overloaded."],
    de: ["Die Website war zu langsam für eine Prüfung", "Ihre Seiten waren in der vorgesehenen Zeit nicht zu lesen, sodass Fehler unbemerkt bleiben.", "Wenn es oft vorkommt, fragen Sie Ihren Webhoster, ob der Server überlastet ist."],
    fr: ["Le site était trop lent pour être vérifié", "Ses pages n’ont pas pu être lues dans le temps prévu, et les défauts passent inaperçus.", "Si cela arrive souvent, demandez à votre hébergeur si le serveur est surchargé."],
    es: ["El sitio web fue demasiado lento para revisarlo", "Sus páginas no se pudieron leer en el tiempo previsto, y los fallos pasan inadvertidos.", "Si ocurre a menudo, pregunte a su proveedor de alojamiento si el servidor está sobrecargado."],
    it: ["Il sito era troppo lento per essere controllato", "Le sue pagine non sono state lette nel tempo previsto, e gli errori passano inosservati.", "Se succede spesso, chieda al suo fornitore di hosting se il server è sovraccarico."],
    nl: ["De website was te traag om te controleren", "De pagina’s konden niet binnen de beschikbare tijd worden gelezen, zodat fouten onopgemerkt blijven.", "Gebeurt het vaak, vraag dan uw hostingprovider of de server overbelast is."],
  },
  other: {
    en: ["The website could not be opened", "Visitors may not be able to open it either.", "Open the website yourself, and if it fails, ask your hosting provider."],
    de: ["Die Website ließ sich nicht öffnen", "Auch Besucher können sie womöglich nicht öffnen.", "Öffnen Sie die Website selbst, und fragen Sie Ihren Webhoster, wenn das nicht gelingt."],
    fr: ["Le site n’a pas pu être ouvert", "Les visiteurs ne peuvent peut-être pas l’ouvrir non plus.", "Ouvrez le site vous-même et, en cas d’échec, adressez-vous à votre hébergeur."],
    es: ["No se pudo abrir el sitio web", "Es posible que los visitantes tampoco puedan abrirlo.", "Abra usted mismo el sitio web y, si falla, pregunte a su proveedor de alojamiento."],
    it: ["Non è stato possibile aprire il sito", "Forse nemmeno i visitatori possono aprirlo.", "Provi ad aprire il sito e, se non si apre, si rivolga al suo fornitore di hosting."],
    nl: ["De website kon niet worden geopend", "Misschien kunnen bezoekers die ook niet openen.", "Open de website zelf, en vraag uw hostingprovider als dat niet lukt."],
  },
};

interface CauseDetail {
  /** Whom to ask. */
  sender?: string | undefined;
  /** What a program calls the cause. */
  technical?: string | null;
  /** When the certificate ended. */
  expired_at?: string | undefined;
}

/** Why a website was down, or could not be audited, in a customer's language. */
export function tellCause(
  cause: DowntimeCause | UnreadableReason,
  language: TextLanguage,
  { sender, technical, expired_at }: CauseDetail = {},
) {
  const texts = causeTexts[cause === "http_other" ? "other" : cause];
  const fault = cause === "tls" ? certificateCause(technical ?? "", language) : undefined;
  if (!fault) return tellText(texts[language], language, { sender });
  const [title, ...others] = fault;
  const shown = expired_at ? title : title.replace(" ({expires_at})", "");
  const detail = { expires_at: expired_at };
  return tellText([shown, ...others], language, { sender, detail });
}

/** A downtime's cause as it is stored, for the API and for customers. Every page and e-mail tells it by this function. */
export function tellStoredCause(
  stored: string | null | undefined,
  language: TextLanguage,
  sender?: string,
) {
  const { cause, technical } = presentCause(stored);
  const expired_at = certificateEnd(stored);
  return {
    cause,
    technical,
    ...tellCause(cause ?? "other", language, { sender, technical, expired_at }),
  };
}

/** Faults of certificates by the codes of Node and OpenSSL. */
const certificateCauses = {
  certificate_expired: /^CERT_HAS_EXPIRED$/,
  certificate_not_yet_valid: /^CERT_NOT_YET_VALID$/,
  certificate_for_other_host: /^ERR_TLS_CERT_ALTNAME_|^HOSTNAME_MISMATCH$/,
  certificate_self_signed: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
  certificate_untrusted: /SELF_SIGNED|^UNABLE_TO_|^CERT_UNTRUSTED$/,
} satisfies Record<keyof (typeof certificateTexts)["en"], RegExp>;

/** The texts of a failed TLS connection that a certificate caused; undefined for other codes. */
function certificateCause(technical: string, language: TextLanguage): Text | undefined {
  const code = (Object.keys(certificateCauses) as (keyof typeof certificateCauses)[]).find((each) =>
    certificateCauses[each].test(technical),
  );
  return code && certificateTexts[language][code];
}
