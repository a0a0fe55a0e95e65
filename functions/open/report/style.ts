/** The style of all pages, on a screen and on A4 or Letter. Colours of states are readable on both backgrounds. */
export const style = `*{box-sizing:border-box}
:root{--up:#1a7f37;--down:#c62828;--warn:#9a6700;--none:#8a949e}
@media screen and (prefers-color-scheme:dark){:root{--up:#4ac26b;--down:#ff7b72;--warn:#d29922;--none:#6e7781}}
body{margin:0 auto;max-width:52rem;padding:1.5rem 1rem 3rem;background:var(--page);color:var(--text);font:16px/1.5 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:1.75rem;line-height:1.25}
h2,h3{margin:1.75rem 0 .5rem;font-size:1.2rem;line-height:1.3}
h3{font-size:1.1rem}
h4,.item h3{margin:0;font-size:1rem}
.site{margin-top:2.5rem;padding-top:1rem;border-top:3px solid var(--accent);font-size:1.35rem}
p{margin:.25rem 0 .75rem}
ul{margin:.25rem 0;padding-inline-start:1.25rem}
a{color:var(--accent)}
header a{color:inherit;text-decoration:none;display:inline-block}
.brand{margin:0 0 1rem;font-size:1.2rem;font-weight:600}
.brand img{height:48px;width:auto;max-width:100%;object-fit:contain}
.period{font-size:1.1rem}
.headline{margin:1.25rem 0 .5rem;font-size:1.35rem;line-height:1.35;font-weight:600}
.better{color:var(--up)}
.worse{color:var(--down)}
.quiet,footer{color:var(--quiet);font-size:.875rem}
.button{display:inline-block;border:0;font:inherit;margin:.5rem 0;padding:.6rem 1.2rem;border-radius:6px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
.now{margin:1rem 0 .5rem;padding:.9rem 1rem;border:1px solid;border-inline-start-width:6px;border-radius:6px;font-size:1.25rem;font-weight:600}
.up{color:var(--up)}
.down{color:var(--down)}
.unstable{color:var(--warn)}
.maintenance,.not_checked,.paused{color:var(--quiet)}
section{margin:1.25rem 0 0;padding:1rem;border:1px solid var(--line);border-radius:6px}
section>:first-child{margin-top:0}
section>:last-child{margin-bottom:0}
.state{padding:.05rem .5rem;border:1px solid;border-radius:999px;font-size:.8rem;font-weight:600;white-space:nowrap}
.uptime,.ends{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;margin:0 0 .25rem}
.ends span{display:inline-block}
.ends span::first-letter{text-transform:uppercase}
.days{overflow:hidden}
.days svg{height:32px}
.full{fill:var(--up)}
.low{fill:var(--down)}
.none{fill:var(--none);opacity:.5}
.ends .month{display:none}
@media (max-width:30rem){.days svg{width:300%;margin-inline-start:-200%}.ends .month{display:inline-block}.ends .quarter{display:none}}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9.5rem,100%),1fr));gap:.75rem;margin:1rem 0}
dl div{padding:.6rem .8rem;border:1px solid var(--line);border-radius:6px}
dt{color:var(--quiet);font-size:.875rem}
dd{margin:0;font-size:1.25rem;line-height:1.3;font-weight:600}
dd small{display:block;font-size:.8rem;font-weight:400}
table{width:100%;border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{color:var(--quiet);font-weight:600;overflow-wrap:normal}
.n{text-align:end;overflow-wrap:normal}
tr>:last-child{padding-inline-end:0}
table+.item{margin-top:1rem}
.sites td:first-child{min-width:7.5rem}
@media (max-width:30rem){table{font-size:.72rem}th,td{padding-inline-end:.25rem}th{overflow-wrap:anywhere;hyphens:auto}}
svg{display:block;width:100%;height:auto}
.item{margin:0 0 1rem;padding:.1rem 0 .1rem .9rem;border-inline-start:4px solid var(--line)}
.error{border-color:#c62828}
.warning{border-color:#b26a00}
.item p{margin:.15rem 0}
.tag{color:var(--quiet);font-size:.8rem;font-weight:600;text-transform:uppercase;letter-spacing:.03em}
footer{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line)}
#stale{color:var(--text);font-weight:600}
@page{margin:16mm}
@media print{body{max-width:none;padding:0;font-size:10.5pt}
:root{--page:#fff}
h1,h2,h3,h4,.lead{break-after:avoid}
svg,tr,dl,.counts,.item,.tag,section{break-inside:avoid}
thead{display:table-header-group}
p{orphans:3;widows:3}
footer{break-before:avoid}
dl{margin-inline-end:2px}
.details{break-before:page}}
`;
