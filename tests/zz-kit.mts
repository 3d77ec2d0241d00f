import { chromium } from '@playwright/test';
import { serveKit } from './support/serve-kit';
const t0=Date.now();const kit=await serveKit();console.log('serve',Date.now()-t0);
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']});
for(let i=0;i<3;i++){const c=await b.newContext();const p=await c.newPage();const t=Date.now();let bytes=0;p.on('response',async r=>{try{bytes+=(await r.body()).length}catch{}});await p.goto(kit.origin+'/dev/kit');await p.getByRole('heading',{name:'Above the page'}).waitFor();console.log('load',Date.now()-t,await p.evaluate(()=>document.querySelectorAll('*').length),bytes);
const m=await (await c.newCDPSession(p)).send('Performance.enable');const s=await c.newCDPSession(p);await s.send('Performance.enable');const {metrics}=await s.send('Performance.getMetrics');console.log(metrics.filter(x=>/Duration/.test(x.name)).map(x=>x.name+' '+x.value.toFixed(2)).join(' '));await c.close();}
await b.close();process.exit(0);
