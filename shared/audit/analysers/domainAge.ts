import { describeError, log } from "../../platform/log.ts";
import type { Registration } from "../services/rdap.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { clip, type FaultKinds, ofWebsite } from "./faults.ts";

const WARNING_MS = 30 * 86_400_000;

/**
 * The age of a domain in whole years, and whether its registration ends within 30 days, has ended, or is about to be
 * deleted. Within these 30 days registrars must have sent a first reminder (ICANN's Expired Registration Recovery
 * Policy, 2.1). Undefined if nothing is known: for an IP address, or a registry without RDAP.
 */
function judgeRegistration(
  registration: Registration | undefined,
  now: Date,
): Examined | undefined {
  if (!registration?.registered_at && !registration?.expires_at && !registration?.isBeingDeleted)
    return undefined;
  const { domain, registered_at, expires_at, isBeingDeleted } = registration;
  const remainingMs = expires_at ? Date.parse(expires_at) - now.getTime() : WARNING_MS;
  const isOver = isBeingDeleted || remainingMs <= 0;
  const code = isOver ? "domain_expired" : "domain_expires_soon";
  const isFault = isOver || remainingMs < WARNING_MS;
  return {
    faults: isFault ? [ofWebsite(code, domain, { ...(expires_at && { expires_at }) })] : [],
    details: {
      domain: clip(domain),
      ...(registered_at && {
        registered_at,
        age_years: yearsBetween(new Date(registered_at), now),
      }),
      ...(expires_at && { expires_at }),
    },
  };
}

function yearsBetween(from: Date, to: Date): number {
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const anniversary = new Date(from);
  anniversary.setUTCFullYear(to.getUTCFullYear());
  return Math.max(anniversary > to ? years - 1 : years, 0);
}

// biome-ignore format: a line for each language
const kinds = {
  domain_expires_soon: { severity: "warning",
    en: ["The registration of {subject} ends soon ({expires_at})", "If it is not renewed, your website and e-mail stop working, and somebody else can take the name.", "Renew the domain with the company where you registered it, and make sure that your payment details there are valid."],
    de: ["Die Registrierung von {subject} endet bald ({expires_at})", "Wird sie nicht verlängert, fallen Website und E-Mail aus, und jemand anders kann den Namen übernehmen.", "Verlängern Sie die Domain bei dem Anbieter, bei dem Sie sie registriert haben, und prüfen Sie, ob Ihre Zahlungsdaten dort noch gelten."],
    fr: ["L’enregistrement de {subject} expire bientôt ({expires_at})", "S’il n’est pas renouvelé, votre site et vos e-mails cesseront de fonctionner, et quelqu’un d’autre pourra prendre le nom.", "Renouvelez le nom de domaine auprès de la société où vous l’avez enregistré, et vérifiez que vos moyens de paiement y sont valables."],
    es: ["El registro de {subject} caduca pronto ({expires_at})", "Si no se renueva, su sitio web y su correo dejarán de funcionar, y otra persona podrá quedarse con el nombre.", "Renueve el dominio con la empresa donde lo registró y compruebe que sus datos de pago siguen siendo válidos."],
    it: ["La registrazione di {subject} scade presto ({expires_at})", "Se non viene rinnovata, il sito e la posta elettronica smettono di funzionare, e qualcun altro può prendersi il nome.", "Rinnovi il dominio presso la società in cui l’ha registrato, e verifichi che i dati di pagamento siano validi."],
    nl: ["De registratie van {subject} loopt binnenkort af ({expires_at})", "Wordt ze niet verlengd, dan vallen uw website en e-mail uit en kan iemand anders de naam overnemen.", "Verleng het domein bij het bedrijf waar u het hebt geregistreerd, en controleer of uw betaalgegevens daar nog kloppen."] },
  domain_expired: { severity: "error",
    en: ["The registration of {subject} has ended ({expires_at})", "Your website and e-mail can stop working at any moment, and somebody else may take the name.", "Call the company where you registered the domain, and renew it today."],
    de: ["Die Registrierung von {subject} ist abgelaufen ({expires_at})", "Website und E-Mail können jederzeit ausfallen, und jemand anders könnte den Namen übernehmen.", "Rufen Sie noch heute den Anbieter an, bei dem Sie die Domain registriert haben, und verlängern Sie sie."],
    fr: ["L’enregistrement de {subject} a expiré ({expires_at})", "Votre site et vos e-mails peuvent cesser de fonctionner à tout moment, et quelqu’un d’autre peut prendre le nom.", "Appelez dès aujourd’hui la société où vous avez enregistré le nom de domaine, et renouvelez-le."],
    es: ["El registro de {subject} ha caducado ({expires_at})", "Su sitio web y su correo pueden dejar de funcionar en cualquier momento, y otra persona puede quedarse con el nombre.", "Llame hoy mismo a la empresa donde registró el dominio y renuévelo."],
    it: ["La registrazione di {subject} è scaduta ({expires_at})", "Il sito e la posta elettronica possono smettere di funzionare in qualsiasi momento, e qualcun altro può prendersi il nome.", "Chiami oggi stesso la società presso cui ha registrato il dominio, e lo rinnovi."],
    nl: ["De registratie van {subject} is verlopen ({expires_at})", "Uw website en e-mail kunnen elk moment uitvallen, en iemand anders kan de naam overnemen.", "Bel vandaag nog het bedrijf waar u het domein hebt geregistreerd, en verleng het."] },
} satisfies FaultKinds;

export const domainAge: Analyser = {
  feature: "domain_age",
  explanation:
    "Asks the registry of the domain by RDAP. A host below another owner's domain (`shop.platform.com`) has the age of that domain. There is no item for an IP address, for a registry without RDAP, or if the registry did not answer.",
  kinds,
  reads: "nothing",
  asksServices: true,
  begin: () => ({
    async examine({ crawl, sources, now }) {
      try {
        const registration = await sources.registry.find(new URL(crawl.startUrl).hostname);
        return judgeRegistration(registration, now);
      } catch (error) {
        log("warn", "a domain's registry could not be asked", describeError(error));
        return undefined;
      }
    },
  }),
};
