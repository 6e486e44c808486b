/** The style of the error page of development: light or dark as the reader prefers, and readable on a phone. */
export const ERROR_PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --back: #f6f7f9; --card: #fff; --text: #1c2026; --dim: #5c6570; --edge: #dfe3e8;
  --hot: #b3261e; --hot-back: #fdeceb; --hot-mark: #f7c2be; --own: #0b57d0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171b; --card: #1b1f24; --text: #e4e7eb; --dim: #98a2ad; --edge: #2c323a;
    --hot: #ff8a80; --hot-back: #3a1f1f; --hot-mark: #7a2e2b; --own: #8ab4f8;
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
code, .source { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .875em; }
header { background: var(--card); border-bottom: 1px solid var(--edge); border-top: 4px solid var(--hot); padding: 2rem max(1rem, calc(50vw - 40rem)); }
.line { color: var(--dim); }
.status { color: var(--hot); font-weight: 600; margin-right: .5rem; }
h1 { font-size: clamp(1.5rem, 4vw, 2.25rem); line-height: 1.2; margin: .5rem 0; }
small { background: var(--hot-back); border-radius: 4px; color: var(--hot); font-size: .5em; padding: .2em .5em; vertical-align: middle; }
.message { font-size: 1.125rem; max-height: 40vh; overflow-y: auto; white-space: pre-wrap; }
main { column-gap: 1.5rem; display: grid; grid-template: 'wide narrow' auto 'rest narrow' 1fr / minmax(0, 5fr) minmax(0, 3fr); margin: 0 auto; max-width: 82rem; padding: 1.5rem 1rem; }
.wide { grid-area: wide; }
.narrow { grid-area: narrow; }
.rest { grid-area: rest; }
section { background: var(--card); border: 1px solid var(--edge); border-radius: 8px; margin-bottom: 1.5rem; overflow: hidden; padding: 1rem; }
h2 { color: var(--dim); font-size: .8125rem; font-weight: 600; letter-spacing: .05em; margin-bottom: .75rem; text-transform: uppercase; }
h3 { font-size: 1.125rem; }
article + article { border-top: 1px solid var(--edge); margin-top: 1rem; padding-top: 1rem; }
article .message { font-size: 1rem; margin-bottom: .75rem; }
figcaption { color: var(--dim); margin-bottom: .5rem; }
figure + details { margin-top: .75rem; }
ol { list-style: none; padding: 0; }
.source { margin: 0 -1rem; overflow-x: auto; }
.source li { display: flex; min-width: max-content; padding: 0 1rem; }
.source li::before { color: var(--dim); content: attr(value); flex: none; margin-right: 1rem; text-align: right; user-select: none; width: 3.5ch; }
.source code { font-size: 1em; tab-size: 4; white-space: pre; }
.source [aria-current] { background: var(--hot-back); box-shadow: inset 3px 0 var(--hot); }
mark { background: var(--hot-mark); border-radius: 2px; color: inherit; }
.stack li { padding: .2rem 0; }
.stack code { color: var(--dim); display: block; }
.stack b { font-weight: 500; }
.own b { color: var(--own); font-weight: 600; }
.own code { color: var(--text); }
.other { color: var(--dim); }
details ol { border-left: 2px solid var(--edge); margin-left: .25rem; padding-left: 1rem; }
summary { color: var(--dim); cursor: pointer; }
.steps { counter-reset: step; }
.steps li { counter-increment: step; padding: .25rem 0 .25rem 2rem; position: relative; }
.steps li::before { color: var(--dim); content: counter(step); left: 0; position: absolute; text-align: right; width: 1.25rem; }
.steps .culprit { background: var(--hot-back); box-shadow: inset 3px 0 var(--hot); margin: 0 -1rem; padding-left: 3rem; padding-right: 1rem; }
.steps .culprit::before { left: 1rem; }
.culprit strong { color: var(--hot); }
em { color: var(--dim); }
dl { display: grid; gap: .25rem 1rem; grid-template-columns: minmax(5rem, auto) minmax(0, 1fr); font-size: .9375rem; }
dt { color: var(--dim); }
.none, dd i { color: var(--dim); }
footer { color: var(--dim); font-size: .875rem; padding: 0 1rem 2rem; text-align: center; }
@media (max-width: 60rem) {
  main { grid-template: 'wide' 'narrow' 'rest' / minmax(0, 1fr); }
  header { padding: 1.25rem 1rem; }
}
@media (max-width: 30rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .5rem; }
}
`
