import { numbersOf } from "../vocabulary/texts.ts";
import type { Catalogue } from "./en.ts";

const { n, one } = numbersOf("es");

export const es: Catalogue = {
  onboarding: {
    subject: "Su sitio web ya está bajo supervisión",
    greeting: (name) => (name ? `Hola, ${name}:` : "Hola:"),
    intro: (sender) => `${sender} ha activado para usted la supervisión de su sitio web.`,
    business: "Empresa",
    checks:
      "Las primeras comprobaciones ya están en marcha. A partir de ahora comprobamos las 24 horas del día que se puede acceder a su sitio web y revisamos periódicamente sus páginas en busca de cualquier problema que pueda afectar a sus visitantes o a los buscadores.",
    results:
      "En su página de estado puede ver en todo momento si su sitio web está accesible. No tiene que hacer nada más.",
    button: "Ver su página de estado",
    reply: "¿Tiene alguna pregunta? Solo tiene que responder a este correo.",
  },
  reportMail: {
    subject: (range) => `El informe de su sitio web: ${range}`,
    button: "Ver el informe completo",
  },
  alert: {
    down: (website, count) =>
      one(count) ? `${website} está caído` : `${n(count)} sitios web están caídos`,
    up: (website, count) =>
      one(count) ? `${website} vuelve a funcionar` : `${n(count)} sitios web vuelven a funcionar`,
    downTitle: "Caídos",
    upTitle: "Vuelven a funcionar",
    since: (time) => `Caído desde el ${time}`,
    was: (from, to, duration) => `Caído desde el ${from} hasta el ${to} (${duration})`,
    button: "Abrir la consola",
  },
  webhookDisabled: {
    subject: (host) => `Se ha desactivado un webhook: ${host}`,
    gone: "Su punto de conexión respondió con el estado 410 (Gone).",
    failing: "Todas las entregas han fallado durante cinco días.",
    operator: "El proveedor lo ha desactivado. Consulte a su contacto allí.",
    todo: "No recibe eventos hasta que vuelva a activarlo en la consola. Entonces recibirá las entregas pendientes.",
    button: "Abrir el webhook",
  },
  common: {
    website: "Sitio web",
    uptime: "Disponibilidad",
    unknown: "sin datos",
    downtimes: "Caídas",
    counted:
      "La disponibilidad es la parte del tiempo comprobado en que el sitio web estaba accesible. El mantenimiento anunciado no cuenta.",
    unconfirmed: (duration) => `Ninguna caída confirmada; fallos breves de ${duration} en total.`,
    began: "Inicio",
    duration: "Duración",
    cause: "Causa",
    ongoing: "sigue caído",
    states: {
      up: "En línea",
      down: "Caído",
      unstable: "Inestable",
      maintenance: "En mantenimiento",
      not_checked: "Aún sin comprobar",
      paused: "En pausa",
    },
    downFor: (duration) => `caído durante ${duration}`,
    noFailure: "sin caídas",
    watchedSince: (since, isDate) => `observado desde ${isDate ? "el " : ""}${since}`,
    percentSince: (percent, day) => `${percent} desde el ${day}`,
    secondTries: (failed, checks) =>
      `${n(failed)} de ${n(checks)} comprobaciones ${one(failed) ? "necesitó" : "necesitaron"} un segundo intento.`,
    moreWebsites: (count) => `Otros sitios web que no se muestran aquí: ${n(count)}.`,
    times: (timezone) => `Todas las horas corresponden a la zona horaria ${timezone}.`,
    footer: (email, sender) =>
      `Recibe este correo en ${email} porque ${sender} supervisa su sitio web.`,
    accountFooter: (email, account) =>
      `Recibe este correo en ${email} porque las notificaciones de la cuenta ${account} se envían a esta dirección.`,
  },
  news: {
    down: (host: string, since: string) =>
      `Su sitio web ${host} no está accesible desde el ${since}.`,
    back: (host: string, duration: string, since: string) =>
      `Su sitio web ${host} vuelve a estar accesible. Desde el ${since} estuvo inaccesible durante ${duration}.`,
  },
  report: {
    title: "Informe del sitio web",
    none: "En estos días no hubo ninguna comprobación.",
    noneDown: (website, count) =>
      one(count)
        ? `${website} no tuvo ninguna caída.`
        : `Sus ${n(count)} sitios web no tuvieron ninguna caída.`,
    someDown: (website, count, down, duration) =>
      one(count)
        ? `${website} estuvo caído ${duration} en total.`
        : `${n(down)} de sus ${n(count)} sitios web ${one(down) ? "estuvo caído" : "estuvieron caídos"}, ${duration} en total.`,
    better: (before) => `mejor que antes (${before})`,
    worse: (before) => `peor que antes (${before})`,
    same: "como antes",
    fixed: "Qué se ha resuelto",
    first: "Por dónde empezar",
    openFindings: "Hallazgos pendientes",
    all: "Sitios web",
    calm: (count) => `Sin caídas y sin novedades: ${n(count)}.`,
    down: "Tiempo de caída",
    noDowntimes: "No hubo caídas.",
    moreDowntimes: "Hubo más caídas; estas son las últimas.",
    responses: "Tiempos de respuesta",
    noResponses: "No se midieron tiempos de respuesta.",
    median: "La mitad en menos de",
    p95: "El 95\u00a0% en menos de",
    findings: "Hallazgos",
    noFindings: "No hay nada pendiente.",
    later: (count) => `Hallazgos posteriores a este periodo: ${n(count)}.`,
    opened: "Nuevos",
    resolved: "Resueltos",
    open: "Aún pendientes",
    severities: { error: "grave", warning: "importante", info: "leve" },
    pages: "Páginas",
    why: "Por qué importa",
    todo: "Qué hacer",
    alike: (count) => `Otros del mismo tipo: ${n(count)}.`,
    further: (count) => `Otros hallazgos que no caben aquí: ${n(count)}.`,
    unchecked: "Lo que no se comprobó",
    unobserved: (duration) =>
      `Durante ${duration} no se sabe si el sitio web estaba disponible: no hubo comprobación o su resultado no era fiable.`,
    neverAudited: "Las páginas aún no se han leído.",
    lastAudited: (day) => `Las páginas se leyeron por última vez el ${day}.`,
    noSpelling: (languages) => `Ortografía: no disponible en ${languages}.`,
    unreadable: (since) => `Las páginas no se pueden leer desde el ${since}:`,
    details: (count) => `Sitios web cuyos detalles no caben aquí: ${n(count)}.`,
  },
  status: {
    allUp: "Todos los sitios web están en línea",
    noneDown: "Ningún sitio web está caído",
    noneChecked: "Aún no se comprueba ningún sitio web",
    someDown: (down, total) =>
      `${n(down)} de ${n(total)} sitios web ${one(down) ? "está caído" : "están caídos"}`,
    since: (time) => `Desde el ${time}`,
    inDays: "Disponibilidad en 90 días",
    lastCheck: (time) => `Última comprobación: ${time}`,
    maintenance: "Mantenimiento anunciado",
    underWay: "En curso",
    stale: "No se pudo actualizar esta página. Lo intentaremos de nuevo en un minuto.",
    missing: "Esta página no existe",
    missingWhy: "El enlace está incompleto o la página ya no se comparte.",
  },
  prospect: {
    title: "Revisión del sitio web",
    read: (count) => `Páginas leídas: ${n(count)}.`,
    unread: (count) => `Páginas no leídas: ${n(count)}.`,
    none: "No se encontraron fallos.",
    running: "El sitio web se está leyendo. Vuelva a cargar esta página dentro de un minuto.",
    failed: "No se pudo leer el sitio web",
  },
  unsubscribe: {
    reports: "Informes por correo",
    alerts: "Avisos por correo",
    subscribed: (sender) => `Recibe estos correos de ${sender}.`,
    unsubscribe: "Cancelar la suscripción",
    unsubscribed: (sender) => `Ya no recibe estos correos de ${sender}.`,
    subscribe: "Volver a suscribirse",
  },
};
