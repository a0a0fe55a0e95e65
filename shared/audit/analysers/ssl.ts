import { certificateTexts } from "../../catalogue/certificateTexts.ts";
import { inspectTls, type TlsInspection } from "../../platform/outbound/index.ts";
import { timestamp } from "../../platform/time.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { clip, type Fault, type FaultKinds, ofWebsite } from "./faults.ts";

type Certificate = TlsInspection["chain"][number];

const DAY_MS = 86_400_000;
const MAX_WARNING_DAYS = 30;
const TIMEOUT_MS = 15_000;

/**
 * `ssl_enabled`: a handshake completes; `ssl_valid`: chain, host name and dates are right;
 * `ssl_expiry_date`: of the leaf, or of an intermediate that ends earlier. Roots don't count, since a
 * client that trusts them need not check their dates (RFC 5280 section 6.1).
 *
 * A valid certificate has a fault if its renewal is overdue, or if the server leaves out its issuer, which
 * browsers fetch. Certbot 4.0.0
 * renews when a third of the lifetime is left, or half of a lifetime under 10 days (its changelog; Let's
 * Encrypt recommends the same). When half of that time has passed as well, several renewals have failed.
 * So the warning starts with a sixth or a quarter of the lifetime left, and at most 30 days ahead.
 */
export function judgeInspection(
  inspection: TlsInspection,
  { hostname, now }: { hostname: string; now: Date },
): Examined {
  const [leaf] = inspection.chain;
  const first = inspection.handshake ? earliestToEnd(inspection, now) : undefined;
  const isCurrent =
    first !== undefined && leaf !== undefined && holdsAt(leaf, now) && holdsAt(first, now);
  const isValid = isCurrent && inspection.authorized && inspection.hostnameMatches;
  const expires_at = first && timestamp(first.valid_to);
  const detail = { expires_at, issuer: leaf && clip(leaf.issuer) };
  return {
    faults: isValid
      ? warningsOf(inspection, first, now).map((code) => ofWebsite(code, hostname, detail))
      : [errorOf(inspection, { first, now, hostname, detail })],
    summary: () => ({
      ssl_valid: isValid,
      ssl_enabled: inspection.handshake,
      ssl_expired: first !== undefined && first.valid_to <= now,
      ssl_expiry_date: expires_at ?? null,
    }),
  };
}

/** An overdue renewal is more urgent. */
function warningsOf({ isIncomplete }: TlsInspection, first: Certificate, now: Date): string[] {
  if (isRenewalOverdue(first, now)) return ["certificate_expires_soon"];
  return isIncomplete ? ["incomplete_chain"] : [];
}

/**
 * The certificate that ends first. In a trusted chain, expired intermediates don't count, because servers
 * send old ones beside those that clients use.
 */
function earliestToEnd({ chain, authorized }: TlsInspection, now: Date): Certificate | undefined {
  const [leaf, ...issuers] = chain;
  if (!leaf) return undefined;
  return issuers
    .filter(({ subject, issuer }) => subject !== issuer)
    .filter(({ valid_to }) => !authorized || valid_to > now)
    .reduce((first, next) => (next.valid_to < first.valid_to ? next : first), leaf);
}

function holdsAt({ valid_from, valid_to }: Certificate, now: Date): boolean {
  return valid_from <= now && now < valid_to;
}

function isRenewalOverdue({ valid_from, valid_to }: Certificate, now: Date): boolean {
  const days = (valid_to.getTime() - valid_from.getTime()) / DAY_MS;
  const warningDays = Math.min(days < 10 ? days / 4 : days / 6, MAX_WARNING_DAYS);
  return valid_to.getTime() - now.getTime() < warningDays * DAY_MS;
}

interface Invalid {
  first: Certificate | undefined;
  now: Date;
  hostname: string;
  detail: Fault["detail"];
}

function errorOf(
  { handshake, failure, hostnameMatches, chain }: TlsInspection,
  { first, now, hostname, detail }: Invalid,
): Fault {
  const fault = (code: string, technical?: string) =>
    ofWebsite(code, hostname, { ...detail, ...(technical && { technical: clip(technical) }) });
  if (!handshake) return fault("no_tls", failure);
  if (first && first.valid_to <= now) return fault("certificate_expired");
  if (chain[0] && chain[0].valid_from > now) return fault("certificate_not_yet_valid");
  if (!hostnameMatches) return fault("certificate_for_other_host");
  const isSelfSigned = failure === "DEPTH_ZERO_SELF_SIGNED_CERT";
  return fault(isSelfSigned ? "certificate_self_signed" : "certificate_untrusted", failure);
}

// biome-ignore format: a line for each language
const kinds = {
  no_tls: { severity: "error", covers: ["no_https"],
    en: ["No secure connection to {subject}", "Browsers warn visitors that the website is not secure, and what they enter can be read on its way.", "Ask your hosting provider to set up a certificate and switch on https; most do so free of charge."],
    de: ["Keine sichere Verbindung zu {subject}", "Browser warnen Besucher, dass die Website nicht sicher ist, und was sie eingeben, kann unterwegs mitgelesen werden.", "Bitten Sie Ihren Webhoster, ein Zertifikat einzurichten und https einzuschalten; bei den meisten ist das kostenlos."],
    fr: ["Pas de connexion sécurisée à {subject}", "Les navigateurs avertissent les visiteurs que le site n’est pas sécurisé, et ce qu’ils saisissent peut être lu en chemin.", "Demandez à votre hébergeur d’installer un certificat et d’activer https\u202f; la plupart le font gratuitement."],
    es: ["Sin conexión segura con {subject}", "Los navegadores avisan a los visitantes de que el sitio no es seguro, y lo que escriben puede leerse por el camino.", "Pida a su proveedor de alojamiento que instale un certificado y active https; la mayoría lo hace gratis."],
    it: ["Nessuna connessione sicura a {subject}", "I browser avvertono i visitatori che il sito non è sicuro, e ciò che scrivono può essere letto lungo il percorso.", "Chieda al suo fornitore di hosting di installare un certificato e attivare https; la maggior parte lo fa gratuitamente."],
    nl: ["Geen beveiligde verbinding met {subject}", "Browsers waarschuwen bezoekers dat de website niet veilig is, en wat ze invullen kan onderweg worden meegelezen.", "Vraag uw hostingprovider om een certificaat te installeren en https in te schakelen; bij de meeste is dat gratis."] },
  certificate_expired: { severity: "error", ...certificateTexts.certificate_expired },
  certificate_expires_soon: { severity: "warning",
    en: ["The security certificate of {subject} expires soon ({expires_at})", "It should have been renewed by now; once it has expired, browsers show a warning instead of your website.", "Ask your hosting provider why the certificate has not been renewed automatically."],
    de: ["Das Sicherheitszertifikat von {subject} läuft bald ab ({expires_at})", "Es hätte schon erneuert werden sollen; ist es abgelaufen, zeigen Browser eine Warnung statt Ihrer Website.", "Fragen Sie Ihren Webhoster, warum das Zertifikat nicht automatisch erneuert worden ist."],
    fr: ["Le certificat de sécurité de {subject} expire bientôt ({expires_at})", "Il aurait déjà dû être renouvelé\u202f; une fois expiré, les navigateurs afficheront un avertissement au lieu de votre site.", "Demandez à votre hébergeur pourquoi le certificat n’a pas été renouvelé automatiquement."],
    es: ["El certificado de seguridad de {subject} caduca pronto ({expires_at})", "Ya debería haberse renovado; cuando caduque, los navegadores mostrarán una advertencia en lugar de su sitio web.", "Pregunte a su proveedor de alojamiento por qué el certificado no se ha renovado automáticamente."],
    it: ["Il certificato di sicurezza di {subject} scade presto ({expires_at})", "Avrebbe già dovuto essere rinnovato; una volta scaduto, i browser mostreranno un avviso al posto del suo sito.", "Chieda al suo fornitore di hosting perché il certificato non è stato rinnovato automaticamente."],
    nl: ["Het beveiligingscertificaat van {subject} verloopt binnenkort ({expires_at})", "Het had al vernieuwd moeten zijn; na afloop tonen browsers een waarschuwing in plaats van uw website.", "Vraag uw hostingprovider waarom het certificaat niet automatisch is vernieuwd."] },
  certificate_not_yet_valid: { severity: "error", ...certificateTexts.certificate_not_yet_valid },
  certificate_for_other_host: { severity: "error", ...certificateTexts.certificate_for_other_host },
  certificate_self_signed: { severity: "error", ...certificateTexts.certificate_self_signed },
  incomplete_chain: { severity: "warning",
    en: ["The server of {subject} leaves out a certificate that browsers need", "Most browsers find it themselves, but some apps and devices refuse the connection.", "Ask your hosting provider to install the certificate again, together with those it depends on."],
    de: ["Der Server von {subject} lässt ein Zertifikat weg, das Browser brauchen", "Die meisten Browser finden es selbst, aber manche Apps und Geräte lehnen die Verbindung ab.", "Bitten Sie Ihren Webhoster, das Zertifikat neu einzurichten, mitsamt denen, auf denen es beruht."],
    fr: ["Le serveur de {subject} omet un certificat dont les navigateurs ont besoin", "La plupart des navigateurs le trouvent eux-mêmes, mais certaines applications et certains appareils refusent la connexion.", "Demandez à votre hébergeur de réinstaller le certificat, avec ceux dont il dépend."],
    es: ["El servidor de {subject} omite un certificado que los navegadores necesitan", "La mayoría de los navegadores lo encuentra por su cuenta, pero algunas aplicaciones y dispositivos rechazan la conexión.", "Pida a su proveedor de alojamiento que vuelva a instalar el certificado junto con aquellos de los que depende."],
    it: ["Il server di {subject} omette un certificato di cui i browser hanno bisogno", "La maggior parte dei browser lo trova da sé, ma alcune app e alcuni dispositivi rifiutano la connessione.", "Chieda al suo fornitore di hosting di reinstallare il certificato, insieme a quelli da cui dipende."],
    nl: ["De server van {subject} laat een certificaat weg dat browsers nodig hebben", "De meeste browsers vinden het zelf, maar sommige apps en apparaten weigeren de verbinding.", "Vraag uw hostingprovider om het certificaat opnieuw te installeren, samen met de certificaten waarop het steunt."] },
  certificate_untrusted: { severity: "error", ...certificateTexts.certificate_untrusted },
} satisfies FaultKinds;

export const ssl: Analyser = {
  feature: "ssl",
  explanation:
    "One TLS handshake with the website's host: chain, host name and dates of the certificate. `warning` means that its automatic renewal is overdue, or that the server leaves out its issuer's certificate, which browsers fetch. Ciphers and old protocol versions are not judged. There is no item if the host did not answer at all.",
  kinds,
  reads: "nothing",
  begin: () => ({
    async examine({ crawl: { startUrl, coverage }, now }) {
      const { hostname, port, protocol } = new URL(startUrl);
      const tlsPort = protocol === "https:" && port !== "" ? Number(port) : 443;
      const inspection = await inspectTls(hostname, { port: tlsPort, timeoutMs: TIMEOUT_MS });
      // If nothing could be read, the host may be away: that says nothing about its TLS.
      if (!inspection.handshake && coverage.pages === 0) return undefined;
      return judgeInspection(inspection, { hostname, now });
    },
  }),
};
