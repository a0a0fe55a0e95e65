// Made of mail.mjml by `npm run mail:build`.
export const SOURCE_HASH = "3bb205d708d90226616f7512a5f5f1e768f13dfd72c6e446ec292fba1fb342bd";

export const HTML = `<!doctype html>
<html lang="{{language}}" dir="ltr" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">

<head>
  <title>{{subject}}</title>
  <!--[if !mso]><!-->
  <meta http-equiv="X-UA-Compatible" content="IE=edge">
  <!--<![endif]-->
  <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <style type="text/css">
    #outlook a {
      padding: 0;
    }

    body {
      margin: 0;
      padding: 0;
      -webkit-text-size-adjust: 100%;
      -ms-text-size-adjust: 100%;
    }

    table,
    td {
      border-collapse: collapse;
      mso-table-lspace: 0pt;
      mso-table-rspace: 0pt;
    }

    img {
      border: 0;
      height: auto;
      line-height: 100%;
      outline: none;
      text-decoration: none;
      -ms-interpolation-mode: bicubic;
    }

    p {
      display: block;
      margin: 13px 0;
    }
  </style>
  <!--[if mso]>
    <noscript>
    <xml>
    <o:OfficeDocumentSettings>
      <o:AllowPNG/>
      <o:PixelsPerInch>96</o:PixelsPerInch>
    </o:OfficeDocumentSettings>
    </xml>
    </noscript>
    <![endif]-->
  <!--[if lte mso 11]>
    <style type="text/css">
      .mj-outlook-group-fix { width:100% !important; }
    </style>
    <![endif]-->
  <style type="text/css">
    @media only screen and (min-width:480px) {
      .mj-column-per-100 {
        width: 100% !important;
        max-width: 100%;
      }
    }
  </style>
  <style media="screen and (min-width:480px)">
    .moz-text-html .mj-column-per-100 {
      width: 100% !important;
      max-width: 100%;
    }
  </style>
  <style type="text/css">
    :root {
      color-scheme: light dark;
      supported-color-schemes: light dark;
    }

    .text div {
      overflow-wrap: anywhere;
    }

    @media (prefers-color-scheme: dark) {

      body,
      body>div,
      .page,
      .page>table {
        background: #111418 !important;
      }

      .card,
      .card>table {
        background: #1d2228 !important;
      }

      .text div {
        color: #e4e7eb !important;
      }

      .label,
      .small div {
        color: #a9b4c0 !important;
      }

      .logo img {
        background: #ffffff;
        padding: 4px 8px;
        border-radius: 4px;
      }
    }
  </style>
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
</head>

<body class="page" style="word-spacing:normal;background-color:#eef1f4;">
  <div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">{{intro}}</div>
  <div aria-label="{{subject}}" aria-roledescription="email" role="article" lang="{{language}}" dir="ltr" style="word-spacing:normal;background-color:#eef1f4;">
    <!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="page-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#eef1f4" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
    <div class="page" style="background:#eef1f4;background-color:#eef1f4;margin:0px auto;max-width:600px;">
      <table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#eef1f4;background-color:#eef1f4;width:100%;">
        <tbody>
          <tr>
            <td style="direction:ltr;font-size:0px;padding:16px 0;text-align:center;">
              <!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr></tr></table><![endif]-->
            </td>
          </tr>
        </tbody>
      </table>
    </div>
    <!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="card-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#ffffff" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
    <div class="card" style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:600px;border-radius:8px;overflow:hidden;">
      <table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;border-collapse:separate;">
        <tbody>
          <tr>
            <td style="border-radius:8px;direction:ltr;font-size:0px;padding:24px 0;text-align:center;">
              <!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" width="600px" ><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
              <div style="margin:0px auto;max-width:600px;">
                <table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;">
                  <tbody>
                    <tr>
                      <td style="direction:ltr;font-size:0px;padding:0;text-align:center;">
                        <!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
                        <div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;">
                          <table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%">
                            <tbody>
                              {{#logo}}
                                <tr>
                                  <td align="left" class="text logo" style="font-size:0px;padding:8px 32px 16px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;"><img src="{{logo_url}}" alt="{{sender}}" height="48" style="height: 48px; width: auto; max-width: 100%; object-fit: contain; font-size: 20px; line-height: 28px; color: #1f2933;"></div>
                                  </td>
                                </tr>
                              {{/logo}}{{#name}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px 16px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:20px;font-weight:600;line-height:28px;text-align:left;color:#1f2933;">{{sender}}</div>
                                  </td>
                                </tr>
                              {{/name}}
                              <tr>
                                <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                  <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">{{greeting}}</div>
                                </td>
                              </tr>
                              <tr>
                                <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                  <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">{{intro}}</div>
                                </td>
                              </tr>
                              {{#business}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;"><span class="label" style="color: #5a6672; font-size: 14px;">{{business_label}}</span><br>
                                      <strong dir="auto">{{business}}</strong>
                                    </div>
                                  </td>
                                </tr>
                              {{/business}}{{#website}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;"><span class="label" style="color: #5a6672; font-size: 14px;">{{website_label}}</span><br>
                                      <strong>{{website}}</strong>
                                    </div>
                                  </td>
                                </tr>
                              {{/website}}{{#checks}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">{{checks}}</div>
                                  </td>
                                </tr>
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">{{results}}</div>
                                  </td>
                                </tr>
                              {{/checks}}{{#rows}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">
                                      <table style="width: 100%; font-size: 14px; line-height: 20px; border-collapse: collapse;">{{rows}}</table>
                                    </div>
                                  </td>
                                </tr>
                                <tr>
                                  <td align="left" class="text small" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:13px;line-height:20px;text-align:left;color:#5a6672;">{{compared}} {{counted}}</div>
                                  </td>
                                </tr>
                              {{/rows}}{{#todo}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;font-weight:600;line-height:24px;text-align:left;color:#1f2933;">{{first}}</div>
                                  </td>
                                </tr>
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">{{todo}}</div>
                                  </td>
                                </tr>
                              {{/todo}}{{#nothing}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">{{nothing}}</div>
                                  </td>
                                </tr>
                              {{/nothing}}{{#further}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">{{further}}</div>
                                  </td>
                                </tr>
                              {{/further}}{{#button}}
                                <tr>
                                  <td align="left" style="font-size:0px;padding:16px 32px;word-break:break-word;">
                                    <table border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;line-height:100%;">
                                      <tbody>
                                        <tr>
                                          <td align="center" bgcolor="{{colour}}" role="presentation" style="border:none;border-radius:6px;cursor:auto;mso-padding-alt:12px 24px;background:{{colour}};" valign="middle">
                                            <a href="{{link}}" style="display:inline-block;background:{{colour}};color:{{text_colour}};font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;font-weight:600;line-height:120%;margin:0;text-decoration:none;text-transform:none;padding:12px 24px;mso-padding-alt:0px;border-radius:6px;" target="_blank">
                                              {{button_label}}
                                            </a>
                                          </td>
                                        </tr>
                                      </tbody>
                                    </table>
                                  </td>
                                </tr>
                              {{/button}}{{#reply}}
                                <tr>
                                  <td align="left" class="text" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                                    <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#1f2933;">{{reply}}</div>
                                  </td>
                                </tr>
                              {{/reply}}
                            </tbody>
                          </table>
                        </div>
                        <!--[if mso | IE]></td></tr></table><![endif]-->
                      </td>
                    </tr>
                  </tbody>
                </table>
              </div>
              <!--[if mso | IE]></td></tr></table></td></tr></table><![endif]-->
            </td>
          </tr>
        </tbody>
      </table>
    </div>
    <!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="page-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#eef1f4" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
    <div class="page" style="background:#eef1f4;background-color:#eef1f4;margin:0px auto;max-width:600px;">
      <table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#eef1f4;background-color:#eef1f4;width:100%;">
        <tbody>
          <tr>
            <td style="direction:ltr;font-size:0px;padding:16px 0 32px;text-align:center;">
              <!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
              <div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;">
                <table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%">
                  <tbody>
                    <tr>
                      <td align="left" class="text small" style="font-size:0px;padding:8px 32px;word-break:break-word;">
                        <div style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:13px;line-height:20px;text-align:left;color:#5a6672;">{{footer}}{{#unsubscribe}}<br><a href="{{unsubscribe_url}}" style="color: #3b4754;" class="label">{{unsubscribe}}</a>{{/unsubscribe}}</div>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </div>
              <!--[if mso | IE]></td></tr></table><![endif]-->
            </td>
          </tr>
        </tbody>
      </table>
    </div>
    <!--[if mso | IE]></td></tr></table><![endif]-->
  </div>
</body>

</html>
`;
