import type { Text, TextLanguage } from "../vocabulary/texts.ts";

/**
 * The texts of certificates that browsers refuse. They are apart from the other faults because downtimes use them too:
 * a function that only describes downtimes loads no others.
 */
// biome-ignore format: a line for each fault
export const certificateTexts = {
  en: {
    certificate_expired: ["The website’s security certificate has expired ({expires_at})", "Browsers show visitors a warning instead of your website, and most of them turn back.", "Ask your hosting provider today to renew the certificate, and to have it renewed automatically from now on."],
    certificate_not_yet_valid: ["The website’s security certificate is not valid yet", "Browsers show visitors a warning instead of your website, and most of them turn back.", "Ask your hosting provider to install a certificate that is valid today."],
    certificate_for_other_host: ["The website’s security certificate belongs to another address", "Browsers show visitors a warning instead of your website, and most of them turn back.", "Ask your hosting provider for a certificate that covers this address, with and without www."],
    certificate_self_signed: ["The website’s security certificate was issued by the website itself", "Browsers don’t trust such a certificate and show visitors a warning instead of your website.", "Ask your hosting provider for a certificate from a recognised authority; most offer one free of charge."],
    certificate_untrusted: ["Browsers don’t trust the website’s security certificate", "They may show visitors a warning instead of your website, and most visitors then turn back.", "Ask your hosting provider to install the certificate again, together with those it depends on."],
  },
  de: {
    certificate_expired: ["Das Sicherheitszertifikat der Website ist abgelaufen ({expires_at})", "Browser zeigen Besuchern eine Warnung statt Ihrer Website, und die meisten kehren um.", "Bitten Sie Ihren Webhoster noch heute, das Zertifikat zu erneuern und künftig automatisch erneuern zu lassen."],
    certificate_not_yet_valid: ["Das Sicherheitszertifikat der Website gilt noch nicht", "Browser zeigen Besuchern eine Warnung statt Ihrer Website, und die meisten kehren um.", "Bitten Sie Ihren Webhoster, ein Zertifikat einzurichten, das schon heute gilt."],
    certificate_for_other_host: ["Das Sicherheitszertifikat der Website gehört zu einer anderen Adresse", "Browser zeigen Besuchern eine Warnung statt Ihrer Website, und die meisten kehren um.", "Bitten Sie Ihren Webhoster um ein Zertifikat, das für diese Adresse mit und ohne www gilt."],
    certificate_self_signed: ["Das Sicherheitszertifikat hat die Website sich selbst ausgestellt", "Browser vertrauen einem solchen Zertifikat nicht und zeigen Besuchern eine Warnung statt Ihrer Website.", "Bitten Sie Ihren Webhoster um ein Zertifikat einer anerkannten Stelle; die meisten bieten es kostenlos an."],
    certificate_untrusted: ["Browser vertrauen dem Sicherheitszertifikat der Website nicht", "Besucher sehen womöglich eine Warnung statt Ihrer Website, und die meisten kehren dann um.", "Bitten Sie Ihren Webhoster, das Zertifikat neu einzurichten, mitsamt denen, auf denen es beruht."],
  },
  fr: {
    certificate_expired: ["Le certificat de sécurité du site a expiré ({expires_at})", "Les navigateurs affichent un avertissement au lieu de votre site, et la plupart des visiteurs font demi-tour.", "Demandez dès aujourd’hui à votre hébergeur de renouveler le certificat, puis de le renouveler automatiquement."],
    certificate_not_yet_valid: ["Le certificat de sécurité du site n’est pas encore valable", "Les navigateurs affichent un avertissement au lieu de votre site, et la plupart des visiteurs font demi-tour.", "Demandez à votre hébergeur d’installer un certificat valable dès aujourd’hui."],
    certificate_for_other_host: ["Le certificat de sécurité du site correspond à une autre adresse", "Les navigateurs affichent un avertissement au lieu de votre site, et la plupart des visiteurs font demi-tour.", "Demandez à votre hébergeur un certificat qui couvre cette adresse, avec et sans www."],
    certificate_self_signed: ["Le certificat de sécurité du site a été émis par le site lui-même", "Les navigateurs ne font pas confiance à un tel certificat et affichent un avertissement au lieu de votre site.", "Demandez à votre hébergeur un certificat d’une autorité reconnue\u202f; la plupart en proposent un gratuitement."],
    certificate_untrusted: ["Les navigateurs ne font pas confiance au certificat de sécurité du site", "Ils peuvent afficher un avertissement au lieu de votre site, et la plupart des visiteurs font alors demi-tour.", "Demandez à votre hébergeur de réinstaller le certificat, avec ceux dont il dépend."],
  },
  es: {
    certificate_expired: ["El certificado de seguridad del sitio web ha caducado ({expires_at})", "Los navegadores muestran una advertencia en lugar de su sitio web, y la mayoría de los visitantes se va.", "Pida hoy mismo a su proveedor de alojamiento que renueve el certificado y que en adelante se renueve automáticamente."],
    certificate_not_yet_valid: ["El certificado de seguridad del sitio web todavía no es válido", "Los navegadores muestran una advertencia en lugar de su sitio web, y la mayoría de los visitantes se va.", "Pida a su proveedor de alojamiento que instale un certificado que ya sea válido hoy."],
    certificate_for_other_host: ["El certificado de seguridad del sitio web es de otra dirección", "Los navegadores muestran una advertencia en lugar de su sitio web, y la mayoría de los visitantes se va.", "Pida a su proveedor de alojamiento un certificado que cubra esta dirección, con y sin www."],
    certificate_self_signed: ["El certificado de seguridad lo ha emitido el propio sitio web", "Los navegadores no se fían de un certificado así y muestran una advertencia en lugar de su sitio web.", "Pida a su proveedor de alojamiento un certificado de una autoridad reconocida; la mayoría lo ofrece gratis."],
    certificate_untrusted: ["Los navegadores no se fían del certificado de seguridad del sitio web", "Pueden mostrar una advertencia en lugar de su sitio web, y entonces la mayoría de los visitantes se va.", "Pida a su proveedor de alojamiento que vuelva a instalar el certificado junto con aquellos de los que depende."],
  },
  it: {
    certificate_expired: ["Il certificato di sicurezza del sito è scaduto ({expires_at})", "I browser mostrano un avviso al posto del suo sito, e la maggior parte dei visitatori torna indietro.", "Chieda oggi stesso al suo fornitore di hosting di rinnovare il certificato, e di farlo rinnovare automaticamente in futuro."],
    certificate_not_yet_valid: ["Il certificato di sicurezza del sito non è ancora valido", "I browser mostrano un avviso al posto del suo sito, e la maggior parte dei visitatori torna indietro.", "Chieda al suo fornitore di hosting di installare un certificato già valido oggi."],
    certificate_for_other_host: ["Il certificato di sicurezza del sito appartiene a un altro indirizzo", "I browser mostrano un avviso al posto del suo sito, e la maggior parte dei visitatori torna indietro.", "Chieda al suo fornitore di hosting un certificato che copra questo indirizzo, con e senza www."],
    certificate_self_signed: ["Il certificato di sicurezza è stato emesso dal sito stesso", "I browser non si fidano di un certificato simile e mostrano un avviso al posto del suo sito.", "Chieda al suo fornitore di hosting un certificato di un’autorità riconosciuta; la maggior parte lo offre gratuitamente."],
    certificate_untrusted: ["I browser non si fidano del certificato di sicurezza del sito", "Possono mostrare un avviso al posto del suo sito, e allora la maggior parte dei visitatori torna indietro.", "Chieda al suo fornitore di hosting di reinstallare il certificato, insieme a quelli da cui dipende."],
  },
  nl: {
    certificate_expired: ["Het beveiligingscertificaat van de website is verlopen ({expires_at})", "Browsers tonen bezoekers een waarschuwing in plaats van uw website, en de meesten haken af.", "Vraag uw hostingprovider vandaag nog om het certificaat te vernieuwen, en om dat voortaan automatisch te doen."],
    certificate_not_yet_valid: ["Het beveiligingscertificaat van de website is nog niet geldig", "Browsers tonen bezoekers een waarschuwing in plaats van uw website, en de meesten haken af.", "Vraag uw hostingprovider om een certificaat te installeren dat vandaag al geldig is."],
    certificate_for_other_host: ["Het beveiligingscertificaat van de website hoort bij een ander adres", "Browsers tonen bezoekers een waarschuwing in plaats van uw website, en de meesten haken af.", "Vraag uw hostingprovider om een certificaat dat voor dit adres geldt, met en zonder www."],
    certificate_self_signed: ["Het beveiligingscertificaat is door de website zelf uitgegeven", "Browsers vertrouwen zo’n certificaat niet en tonen bezoekers een waarschuwing in plaats van uw website.", "Vraag uw hostingprovider om een certificaat van een erkende instantie; de meeste bieden dat gratis aan."],
    certificate_untrusted: ["Browsers vertrouwen het beveiligingscertificaat van de website niet", "Bezoekers zien misschien een waarschuwing in plaats van uw website, en de meesten haken dan af.", "Vraag uw hostingprovider om het certificaat opnieuw te installeren, samen met de certificaten waarop het steunt."],
  },
} satisfies Record<TextLanguage, Record<string, Text>>;
