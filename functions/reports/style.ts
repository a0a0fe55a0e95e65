/** The style of a report, on a screen and on A4 or Letter. */
export const style = `*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1.5rem 1rem 3rem;background:var(--page);color:var(--text);font:16px/1.5 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:1.75rem;line-height:1.25}
h2{margin:2.5rem 0 .5rem;padding-top:1rem;border-top:3px solid var(--accent);font-size:1.35rem;line-height:1.3}
h3{margin:1.75rem 0 .5rem;font-size:1.1rem}
h4{margin:0;font-size:1rem}
p{margin:.25rem 0 .75rem}
a{color:var(--accent)}
.brand{margin:0 0 1.5rem;font-size:1.25rem;font-weight:600}
.brand img{height:48px;width:auto;max-width:100%;object-fit:contain}
.period{font-size:1.1rem}
.quiet,footer{color:var(--quiet);font-size:.875rem}
.button{display:inline-block;border:0;font:inherit;margin:.5rem 0;padding:.6rem 1.2rem;border-radius:6px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9.5rem,100%),1fr));gap:.75rem;margin:1rem 0}
dl div{padding:.6rem .8rem;border:1px solid var(--line);border-radius:6px}
dt{color:var(--quiet);font-size:.875rem}
dd{margin:0;font-size:1.25rem;font-weight:600}
dd small{display:block;color:var(--quiet);font-size:.8rem;font-weight:400}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{color:var(--quiet);font-weight:600;overflow-wrap:normal}
.n{text-align:end;overflow-wrap:normal}
.d{white-space:nowrap}
tr>:last-child{padding-inline-end:0}
table+.item{margin-top:1rem}
.sites td:first-child{min-width:7.5rem}
@media (max-width:30rem){table{font-size:.72rem}th,td{padding-inline-end:.25rem}th{overflow-wrap:anywhere;hyphens:auto}}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--quiet);font-size:12px}
@media (max-width:30rem){svg text{font-size:20px}}
.x{text-anchor:middle}
.y{text-anchor:end}
path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.grid{stroke:var(--line)}
.median{stroke:var(--accent);stroke-width:3}
.p95{stroke:var(--quiet);stroke-width:1.25;stroke-dasharray:4 3}
.item{margin:0 0 1rem;padding:.1rem 0 .1rem .9rem;border-inline-start:4px solid var(--line)}
.error{border-color:#c62828}
.warning{border-color:#b26a00}
.item p{margin:.15rem 0}
.tag{color:var(--quiet);font-size:.8rem;font-weight:600;text-transform:uppercase;letter-spacing:.03em}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
@page{margin:16mm}
@media print{body{max-width:none;padding:0;font-size:10.5pt}
:root{--page:#fff}
h1,h2,h3,h4,caption,.lead{break-after:avoid}
figure,svg,tr,dl,.counts,.item,.tag{break-inside:avoid}
.wide{overflow:visible}
thead{display:table-header-group}
p{orphans:3;widows:3}
footer{break-before:avoid}
dl{margin-inline-end:2px}
.button{padding:0;background:none;color:var(--accent)}}
figure{margin:0}
`;
