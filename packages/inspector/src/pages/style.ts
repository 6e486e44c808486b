import { colours, PICTURE_STYLE } from '../picture-style.ts'

/** The stylesheet of the pages, with light and dark colours, for windows of at least 400 pixels in width. */
export const STYLE: string = `:root{color-scheme:light dark;${colours((light, dark) => `light-dark(${light},${dark})`)}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
code,.method,.target,.route,.bar text,.source,.stack,dd,input{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
body>header{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;align-items:center;padding:.7rem 1.2rem;background:var(--card);border-bottom:1px solid var(--line);position:sticky;top:0;z-index:1}
h1{font-size:1rem;margin:0}
nav{display:flex;flex-wrap:wrap;gap:.1rem;flex:1}
nav a{padding:.3rem .7rem;border-radius:.4rem;color:var(--soft);text-decoration:none}
nav a:hover{color:var(--ink)}
nav a[aria-current]{background:var(--lit);color:var(--ink)}
#state{margin:0;font-size:.85rem;color:var(--soft)}
#state.live::before{content:"";display:inline-block;width:.55em;height:.55em;margin-right:.45em;border-radius:50%;background:var(--good)}
#state.away{color:var(--bad)}
main{padding:1.2rem;max-width:96rem;margin:0 auto;outline:0}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
input[type=search]{width:100%;padding:.55rem .7rem;margin-bottom:.9rem;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
button,.actions a{padding:.35rem .8rem;font:inherit;font-size:.9rem;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:.45rem;text-decoration:none;cursor:pointer}
button:hover,.actions a:hover{border-color:var(--accent)}
.ask{display:flex;gap:.6rem}
.ask button{margin-bottom:.9rem;white-space:nowrap}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.none,.legend{color:var(--soft)}
.scrolls{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.6rem}
table{width:100%;border-collapse:collapse}
th{text-align:left;font-size:.78rem;font-weight:600;color:var(--soft);padding:.5rem .8rem;border-bottom:1px solid var(--line)}
td{padding:.42rem .8rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
tr[aria-selected=true] td{background:var(--lit)}
tbody tr:hover td{background:var(--lit)}
.method{font-weight:600;white-space:nowrap}
.target{min-width:12rem}.target code{font-size:1em}.target a{color:inherit;text-decoration:none}.target a:hover{text-decoration:underline}
.route,small{color:var(--soft)}
small{font-size:.85em}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.status{font-weight:600}.s2{color:var(--good)}.s3{color:var(--accent)}.s4{color:var(--warn)}.s5,.error,.culprit strong{color:var(--bad)}
.split{display:grid;grid-template-columns:minmax(20rem,5fr) minmax(24rem,7fr);gap:1.2rem;align-items:start}
.split .list table tr>:nth-child(3){display:none}
.details,.failed{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.2rem;min-width:0;outline:0}
.failed{margin-bottom:1.2rem}
.details h2,.failed>h2{font-size:1.05rem;margin:0;overflow-wrap:anywhere}
.details header p{margin:.4rem 0}
section{margin-top:1.4rem}
section>h2{font-size:.78rem!important;color:var(--soft);margin:0 0 .5rem!important;text-transform:uppercase;letter-spacing:.05em}
dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.2rem 1rem;margin:0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.why,.message{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
.why{font-weight:600}
h3{margin:.2rem 0;font-size:1rem;color:var(--bad)}
ol{margin:0;padding:0;list-style:none}
.source{overflow-x:auto;margin:.7rem 0;padding:.5rem 0;border:1px solid var(--line);border-radius:.5rem;white-space:pre;list-style:decimal inside;color:var(--soft)}
.source li{padding:0 .8rem}.source code{font-size:1em;color:var(--ink)}
.source [aria-current]{background:light-dark(#ffe9e7,#46211f)}
.stack li{padding:.1rem 0;overflow-wrap:anywhere}
summary{cursor:pointer;color:var(--soft)}
.waterfall li{display:grid;grid-template-columns:minmax(0,1fr) minmax(6rem,26%) 9.5rem;gap:.2rem .8rem;padding:.35rem 0;border-bottom:1px solid var(--line);align-items:start}
.waterfall .what{min-width:0;overflow-wrap:anywhere}
.waterfall small{margin-left:.3em}
.sets{display:block;margin-left:0!important}
.waterfall .number{font-size:.85rem;color:var(--soft)}
.bar{margin-top:.25rem}.bar .own{fill:var(--accent)}.bar .behind{fill:var(--line)}
.culprit .own{fill:var(--bad)}
${Array.from({ length: 12 }, (_, at) => `[data-depth="${at + 1}"] .what{padding-left:${(at + 1) * 0.8}rem}`).join('\n')}
.queue{display:block;margin-top:1rem;overflow:hidden}
.graph{display:block}
${PICTURE_STYLE}
.tree details,.tree .leaf{padding-left:1.1rem;border-left:1px solid var(--line)}
.tree>details,.tree>.leaf{padding:.25rem 0;border-left:0}
.tree summary{color:var(--ink)}
.leaf{padding-top:.15rem;padding-bottom:.15rem}
.leaf ol{display:inline-block;vertical-align:top;margin-left:.8rem;max-width:100%}
.leaf li{overflow-wrap:anywhere}
.overridden code{text-decoration:line-through;color:var(--soft)}
mark{background:none;color:var(--accent)}
.split .list .error{display:none}
@media(max-width:60rem){.split{grid-template-columns:minmax(0,1fr)}.split .details{order:-1}}
@media(max-width:40rem){body>header{padding:.6rem .8rem;position:static}nav{order:1;flex-basis:100%;margin:0 -.5rem}nav a{padding:.3rem .5rem}h1{flex:1}main{padding:.8rem}.waterfall li{grid-template-columns:minmax(0,1fr) max-content}.waterfall .what{grid-column:1/-1}
thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}table,tbody{display:block}tr{display:block;padding:.5rem .8rem;border-bottom:1px solid var(--line)}tr:last-child{border-bottom:0}td{display:inline;padding:0 .7rem 0 0;border:0}.target{min-width:0;padding-right:0}.target::after{content:"\\a";white-space:pre}td:empty{display:none}[aria-label=Routes] td:nth-child(n+3){display:block;color:var(--soft)}dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:.3rem}.ask{flex-direction:column;gap:0}}`
