import { Bursts } from './memory/burst.mjs'
import { catchServer } from './memory/catch-server.mjs'
const server = await catchServer(await import('./toolbox/ours.mjs')); const b = new Bursts(server)
for (let r = 0; r < 4; r++) for (const k of ['t','u','v','w']) { await b.choose(k); let best=1e9; for (let i=0;i<20;i++){ const s=process.cpuUsage(); await b.run(2000,()=>0); const u=process.cpuUsage(s); best=Math.min(best,(u.user+u.system)/2000) } if (r===3) console.log(k,best.toFixed(2)) }
if (process.env.K) { await b.choose(process.env.K); for (let i=0;i<100;i++) await b.run(2000,()=>0) }
process.exit()
