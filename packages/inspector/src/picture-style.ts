/** The colours of pages and pictures: each has a light and a dark variant. */
const COLOURS = {
  ink: ['#1c2024', '#e6e8eb'],
  soft: ['#5f6871', '#98a1ab'],
  back: ['#fbfbfa', '#14171a'],
  card: ['#fff', '#1b1f23'],
  line: ['#e3e3df', '#2d333a'],
  accent: ['#3451c8', '#8ea6ff'],
  good: ['#19753c', '#66c98d'],
  warn: ['#8f5a00', '#e2b155'],
  bad: ['#b3261e', '#ff8a80'],
  lit: ['#e8edff', '#232b47'],
} as const

/** Writes the colours as variables of CSS. */
export function colours(inCss: (light: string, dark: string) => string): string {
  return Object.entries(COLOURS)
    .map(([name, [light, dark]]) => `--${name}:${inCss(light, dark)}`)
    .join(';')
}

/** The stylesheet of the pictures, in the page and in files of their own. */
export const PICTURE_STYLE: string = `.queue text{fill:var(--ink);font-size:14px}
.queue .below{fill:var(--soft);font-size:12px}
.queue .prefix{fill:var(--accent);font-weight:600}
.track,.bracket{fill:none;stroke:var(--soft);stroke-width:2}
.track{opacity:.45}
.bracket{stroke:var(--accent);stroke-width:1.5}
.errors{stroke:var(--bad);stroke-width:1.5;stroke-dasharray:3 4;opacity:.6}
.position circle,.position rect{fill:var(--card);stroke:var(--soft);stroke-width:2}
.position.error rect{stroke:var(--bad)}
.position.routing circle,.position.dispatch circle{stroke:var(--accent)}
.asked .runs circle,.asked .answers circle{fill:var(--good);stroke:var(--good)}
.track.runs{stroke:var(--good);opacity:1}
.asked .position:is(.skipped,.behind),.asked .bracket:is(.skipped,.behind){opacity:.45}
.graph path{fill:none;stroke:var(--soft);stroke-width:1.5;opacity:.45}
.graph rect{fill:var(--card);stroke:var(--line);stroke-width:1.5}.graph .made rect{stroke:var(--good)}.graph .failed rect{stroke:var(--bad)}
.graph text{fill:var(--ink);font-size:13px}`
