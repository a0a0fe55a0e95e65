/** The style of a status page. Its colours of states are readable on both backgrounds. */
export const style = `*{box-sizing:border-box}
:root{--up:#1a7f37;--down:#c62828;--none:#8a949e}
@media (prefers-color-scheme:dark){:root{--up:#4ac26b;--down:#ff7b72;--none:#6e7781}}
body{margin:0 auto;max-width:48rem;padding:1.5rem 1rem 3rem;background:var(--page);color:var(--text);font:16px/1.5 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:1.6rem;line-height:1.25}
h2{margin:0 0 .5rem;font-size:1.15rem;line-height:1.4}
h3{margin:1.25rem 0 .25rem;font-size:1rem}
p{margin:.25rem 0 .5rem}
ul{margin:.25rem 0;padding-inline-start:1.25rem}
li{margin:.35rem 0}
header a{color:inherit;text-decoration:none;display:inline-block}
.brand{margin:0 0 .75rem;font-size:1.1rem;font-weight:600}
.brand img{height:40px;width:auto;max-width:100%;object-fit:contain}
.now{margin:1rem 0 .5rem;padding:.9rem 1rem;border:1px solid;border-inline-start-width:6px;border-radius:6px;font-size:1.25rem;font-weight:600}
.up{color:var(--up)}
.down{color:var(--down)}
.unchecked,.paused{color:var(--quiet)}
section{margin:1.25rem 0 0;padding:1rem;border:1px solid var(--line);border-radius:6px}
.tag{padding:.05rem .5rem;border:1px solid;border-radius:999px;font-size:.8rem;font-weight:600;white-space:nowrap}
.uptime,.ends{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;margin:0 0 .25rem}
.days{display:block;width:100%;height:32px;border-radius:3px}
.full{fill:var(--up)}
.low{fill:var(--down)}
.none{fill:var(--none);opacity:.5}
.gaps{stroke:var(--page);stroke-width:2}
@media (max-width:40rem){.gaps{stroke:none}}
.quiet,footer{color:var(--quiet);font-size:.875rem}
footer{margin-top:2rem}
#stale{color:var(--text);font-weight:600}
`;
