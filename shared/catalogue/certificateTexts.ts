import type { TextLanguage, Texts } from "../vocabulary/texts.ts";

type CertificateFault = keyof typeof certificateTexts;

/** What is wrong with a certificate, as the finding and the cause of a downtime tell it. */
// biome-ignore format: a line for each language
export const certificateTexts = {
  certificate_expired: {
    en: ["The security certificate of {subject} has expired ({expires_at})", "Browsers show visitors a warning instead of your website, and most of them turn back.", "Ask your hosting provider today to renew the certificate, and to have it renewed automatically from now on."],
    de: ["Das Sicherheitszertifikat von {subject} ist abgelaufen ({expires_at})", "Browser zeigen Besuchern eine Warnung statt Ihrer Website, und die meisten kehren um.", "Bitten Sie Ihren Webhoster noch heute, das Zertifikat zu erneuern und künftig automatisch erneuern zu lassen."],
    fr: ["Le certificat de sécurité de {subject} a expiré ({expires_at})", "Les navigateurs affichent un avertissement au lieu de votre site, et la plupart des visiteurs font demi-tour.", "Demandez dès aujourd’hui à votre hébergeur de renouveler le certificat, puis de le renouveler automatiquement."],
    es: ["El certificado de seguridad de {subject} ha caducado ({expires_at})", "Los navegadores muestran una advertencia en lugar de su sitio web, y la mayoría de los visitantes se va.", "Pida hoy mismo a su proveedor de alojamiento que renueve el certificado y que en adelante se renueve automáticamente."],
    it: ["Il certificato di sicurezza di {subject} è scaduto ({expires_at})", "I browser mostrano un avviso al posto del suo sito, e la maggior parte dei visitatori torna indietro.", "Chieda oggi stesso al suo fornitore di hosting di rinnovare il certificato, e di farlo rinnovare automaticamente in futuro."],
    nl: ["Het beveiligingscertificaat van {subject} is verlopen ({expires_at})", "Browsers tonen bezoekers een waarschuwing in plaats van uw website, en de meesten haken af.", "Vraag uw hostingprovider vandaag nog om het certificaat te vernieuwen, en om dat voortaan automatisch te doen."],
  },
  certificate_not_yet_valid: {
    en: ["The security certificate of {subject} is not valid yet", "Browsers show visitors a warning instead of your website, and most of them turn back.", "Ask your hosting provider to install a certificate that is valid today."],
    de: ["Das Sicherheitszertifikat von {subject} gilt noch nicht", "Browser zeigen Besuchern eine Warnung statt Ihrer Website, und die meisten kehren um.", "Bitten Sie Ihren Webhoster, ein Zertifikat einzurichten, das schon heute gilt."],
    fr: ["Le certificat de sécurité de {subject} n’est pas encore valable", "Les navigateurs affichent un avertissement au lieu de votre site, et la plupart des visiteurs font demi-tour.", "Demandez à votre hébergeur d’installer un certificat valable dès aujourd’hui."],
    es: ["El certificado de seguridad de {subject} todavía no es válido", "Los navegadores muestran una advertencia en lugar de su sitio web, y la mayoría de los visitantes se va.", "Pida a su proveedor de alojamiento que instale un certificado que ya sea válido hoy."],
    it: ["Il certificato di sicurezza di {subject} non è ancora valido", "I browser mostrano un avviso al posto del suo sito, e la maggior parte dei visitatori torna indietro.", "Chieda al suo fornitore di hosting di installare un certificato già valido oggi."],
    nl: ["Het beveiligingscertificaat van {subject} is nog niet geldig", "Browsers tonen bezoekers een waarschuwing in plaats van uw website, en de meesten haken af.", "Vraag uw hostingprovider om een certificaat te installeren dat vandaag al geldig is."],
  },
  certificate_for_other_host: {
    en: ["The security certificate of {subject} belongs to another address", "Browsers show visitors a warning instead of your website, and most of them turn back.", "Ask your hosting provider for a certificate that covers this address, with and without www."],
    de: ["Das Sicherheitszertifikat von {subject} gehört zu einer anderen Adresse", "Browser zeigen Besuchern eine Warnung statt Ihrer Website, und die meisten kehren um.", "Bitten Sie Ihren Webhoster um ein Zertifikat, das für diese Adresse mit und ohne www gilt."],
    fr: ["Le certificat de sécurité de {subject} correspond à une autre adresse", "Les navigateurs affichent un avertissement au lieu de votre site, et la plupart des visiteurs font demi-tour.", "Demandez à votre hébergeur un certificat qui couvre cette adresse, avec et sans www."],
    es: ["El certificado de seguridad de {subject} es de otra dirección", "Los navegadores muestran una advertencia en lugar de su sitio web, y la mayoría de los visitantes se va.", "Pida a su proveedor de alojamiento un certificado que cubra esta dirección, con y sin www."],
    it: ["Il certificato di sicurezza di {subject} appartiene a un altro indirizzo", "I browser mostrano un avviso al posto del suo sito, e la maggior parte dei visitatori torna indietro.", "Chieda al suo fornitore di hosting un certificato che copra questo indirizzo, con e senza www."],
    nl: ["Het beveiligingscertificaat van {subject} hoort bij een ander adres", "Browsers tonen bezoekers een waarschuwing in plaats van uw website, en de meesten haken af.", "Vraag uw hostingprovider om een certificaat dat voor dit adres geldt, met en zonder www."],
  },
  certificate_self_signed: {
    en: ["The security certificate of {subject} was issued by the website itself", "Browsers don’t trust such a certificate and show visitors a warning instead of your website.", "Ask your hosting provider for a certificate from a recognised authority; most offer one free of charge."],
    de: ["Das Sicherheitszertifikat von {subject} hat die Website sich selbst ausgestellt", "Browser vertrauen einem solchen Zertifikat nicht und zeigen Besuchern eine Warnung statt Ihrer Website.", "Bitten Sie Ihren Webhoster um ein Zertifikat einer anerkannten Stelle; die meisten bieten es kostenlos an."],
    fr: ["Le certificat de sécurité de {subject} a été émis par le site lui-même", "Les navigateurs ne font pas confiance à un tel certificat et affichent un avertissement au lieu de votre site.", "Demandez à votre hébergeur un certificat d’une autorité reconnue\u202f; la plupart en proposent un gratuitement."],
    es: ["El certificado de seguridad de {subject} lo ha emitido el propio sitio web", "Los navegadores no se fían de un certificado así y muestran una advertencia en lugar de su sitio web.", "Pida a su proveedor de alojamiento un certificado de una autoridad reconocida; la mayoría lo ofrece gratis."],
    it: ["Il certificato di sicurezza di {subject} è stato emesso dal sito stesso", "I browser non si fidano di un certificato simile e mostrano un avviso al posto del suo sito.", "Chieda al suo fornitore di hosting un certificato di un’autorità riconosciuta; la maggior parte lo offre gratuitamente."],
    nl: ["Het beveiligingscertificaat van {subject} is door de website zelf uitgegeven", "Browsers vertrouwen zo’n certificaat niet en tonen bezoekers een waarschuwing in plaats van uw website.", "Vraag uw hostingprovider om een certificaat van een erkende instantie; de meeste bieden dat gratis aan."],
  },
  certificate_untrusted: {
    en: ["Browsers don’t trust the security certificate of {subject}", "They may show visitors a warning instead of your website, and most visitors then turn back.", "Ask your hosting provider to install the certificate again, together with those it depends on."],
    de: ["Browser vertrauen dem Sicherheitszertifikat von {subject} nicht", "Besucher sehen womöglich eine Warnung statt Ihrer Website, und die meisten kehren dann um.", "Bitten Sie Ihren Webhoster, das Zertifikat neu einzurichten, mitsamt denen, auf denen es beruht."],
    fr: ["Les navigateurs ne font pas confiance au certificat de sécurité de {subject}", "Ils peuvent afficher un avertissement au lieu de votre site, et la plupart des visiteurs font alors demi-tour.", "Demandez à votre hébergeur de réinstaller le certificat, avec ceux dont il dépend."],
    es: ["Los navegadores no se fían del certificado de seguridad de {subject}", "Pueden mostrar una advertencia en lugar de su sitio web, y entonces la mayoría de los visitantes se va.", "Pida a su proveedor de alojamiento que vuelva a instalar el certificado junto con aquellos de los que depende."],
    it: ["I browser non si fidano del certificato di sicurezza di {subject}", "Possono mostrare un avviso al posto del suo sito, e allora la maggior parte dei visitatori torna indietro.", "Chieda al suo fornitore di hosting di reinstallare il certificato, insieme a quelli da cui dipende."],
    nl: ["Browsers vertrouwen het beveiligingscertificaat van {subject} niet", "Bezoekers zien misschien een waarschuwing in plaats van uw website, en de meesten haken dan af.", "Vraag uw hostingprovider om het certificaat opnieuw te installeren, samen met de certificaten waarop het steunt."],
  },
} as const satisfies Record<string, Texts>;

/** The same in a title that does not name the website, and the codes of Node and OpenSSL. */
// biome-ignore format: a line for each language
const causes: Record<CertificateFault, { codes: RegExp; titles: Record<TextLanguage, string> }> = {
  certificate_expired: {
    codes: /^CERT_HAS_EXPIRED$/,
    titles: {
      en: "The website’s security certificate has expired",
      de: "Das Sicherheitszertifikat der Website ist abgelaufen",
      fr: "Le certificat de sécurité du site a expiré",
      es: "El certificado de seguridad del sitio web ha caducado",
      it: "Il certificato di sicurezza del sito è scaduto",
      nl: "Het beveiligingscertificaat van de website is verlopen",
    },
  },
  certificate_not_yet_valid: {
    codes: /^CERT_NOT_YET_VALID$/,
    titles: {
      en: "The website’s security certificate is not valid yet",
      de: "Das Sicherheitszertifikat der Website gilt noch nicht",
      fr: "Le certificat de sécurité du site n’est pas encore valable",
      es: "El certificado de seguridad del sitio web todavía no es válido",
      it: "Il certificato di sicurezza del sito non è ancora valido",
      nl: "Het beveiligingscertificaat van de website is nog niet geldig",
    },
  },
  certificate_for_other_host: {
    codes: /^ERR_TLS_CERT_ALTNAME_|^HOSTNAME_MISMATCH$/,
    titles: {
      en: "The website’s security certificate belongs to another address",
      de: "Das Sicherheitszertifikat der Website gehört zu einer anderen Adresse",
      fr: "Le certificat de sécurité du site correspond à une autre adresse",
      es: "El certificado de seguridad del sitio web es de otra dirección",
      it: "Il certificato di sicurezza del sito appartiene a un altro indirizzo",
      nl: "Het beveiligingscertificaat van de website hoort bij een ander adres",
    },
  },
  certificate_self_signed: {
    codes: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    titles: {
      en: "The website’s security certificate was issued by the website itself",
      de: "Das Sicherheitszertifikat hat die Website sich selbst ausgestellt",
      fr: "Le certificat de sécurité du site a été émis par le site lui-même",
      es: "El certificado de seguridad lo ha emitido el propio sitio web",
      it: "Il certificato di sicurezza è stato emesso dal sito stesso",
      nl: "Het beveiligingscertificaat is door de website zelf uitgegeven",
    },
  },
  certificate_untrusted: {
    codes: /SELF_SIGNED|^UNABLE_TO_|^CERT_UNTRUSTED$/,
    titles: {
      en: "Browsers don’t trust the website’s security certificate",
      de: "Browser vertrauen dem Sicherheitszertifikat der Website nicht",
      fr: "Les navigateurs ne font pas confiance au certificat de sécurité du site",
      es: "Los navegadores no se fían del certificado de seguridad del sitio web",
      it: "I browser non si fidano del certificato di sicurezza del sito",
      nl: "Browsers vertrouwen het beveiligingscertificaat van de website niet",
    },
  },
};

/** The texts of a failed TLS connection that a certificate caused; undefined for other codes. */
export function certificateCause(technical: string, language: TextLanguage) {
  const code = (Object.keys(causes) as CertificateFault[]).find((each) =>
    causes[each].codes.test(technical),
  );
  if (!code) return undefined;
  const [, why, todo] = certificateTexts[code][language];
  return { title: causes[code].titles[language], why, todo };
}
