'use strict';
// One stream of whole pages. A form whose question has not changed is never taken away.
let stream, heard = 0, busy = false, pending = '', asked = '', ends = 0;
const net = document.getElementById('net'), say = document.body.dataset;
const main = () => document.querySelector('main');
const state = s => s.dataset.no + s.dataset.state + (s.querySelector('.why')?.textContent || '');
function show(html) {
  const t = document.createElement('template');
  t.innerHTML = html;
  const next = t.content.querySelector('main');
  if (!next) return;
  const focus = document.activeElement, fresh = next.querySelector('.clock'), kept = main().querySelector('.clock');
  const left = fresh && [fresh.dataset.left, fresh.dataset.runs];
  for (const s of next.querySelectorAll('section[data-no]')) {
    for (const old of main().querySelectorAll('section[data-no]')) if (state(old) === state(s)) { s.replaceWith(old); break; }
  }
  if (left && kept && next.contains(kept)) [kept.dataset.left, kept.dataset.runs] = left;
  main().replaceWith(next);
  if (focus && focus !== document.activeElement && next.contains(focus)) focus.focus({preventScroll: true});
  const now = next.dataset.asked;
  document.title = (now ? '● ' : '') + 'tablemate';
  if (now && now !== asked && navigator.vibrate) navigator.vibrate(60);
  asked = now;
  clock();
}
function clock() {
  const c = document.querySelector('.clock');
  ends = c && c.dataset.runs === 'true' ? performance.now() + Number(c.dataset.left) : 0;
}
setInterval(() => {
  const c = document.querySelector('.clock');
  if (!c || !ends) return;
  const s = Math.max(0, Math.ceil((ends - performance.now()) / 1000)), face = Math.floor(s / 60) + ':' + String(s % 60).padStart(2, '0');
  if (c.textContent !== face) c.textContent = face;
}, 200);
function listen() {
  if (stream) stream.close();
  stream = new EventSource('/live');
  const alive = () => { heard = Date.now(); if (!busy) net.textContent = ''; };
  stream.onopen = alive;
  stream.onmessage = e => { alive(); if (busy) pending = e.data; else show(e.data); };
  stream.addEventListener('beat', alive);
  stream.addEventListener('out', () => location.reload());
  stream.onerror = () => {
    net.textContent = say.lost;
    if (stream.readyState === 2) { here(); setTimeout(listen, 1000); }
  };
}
// Who was shown out, or whose place another phone has now, learns it here.
function here() { fetch('/here', {method: 'POST'}).then(r => { if (r.status === 401) location.reload(); }).catch(() => {}); }
// A phone that slept may hold a dead stream and not know it.
function awake() {
  if (document.visibilityState === 'hidden') { if (stream) stream.close(); return; }
  if (!stream || stream.readyState === 2 || Date.now() - heard > 20000) listen();
}
document.addEventListener('visibilitychange', awake);
for (const e of ['pageshow', 'online']) addEventListener(e, awake);
setInterval(() => { if (document.visibilityState === 'visible') { here(); awake(); } }, 20000);
document.addEventListener('submit', async e => {
  const f = e.target, path = new URL(f.action).pathname;
  if (path !== '/say' && path !== '/press') return;
  e.preventDefault();
  if (busy) return;
  busy = true;
  const data = new FormData(f), buttons = f.querySelectorAll('button');
  if (e.submitter && e.submitter.name) data.append(e.submitter.name, e.submitter.value); // older Safari leaves it out
  const body = new URLSearchParams(data);
  for (const b of buttons) b.disabled = true;
  for (let wait = 500; ; wait = Math.min(wait * 2, 5000)) { // the number makes a second try harmless
    try {
      const stop = new AbortController(), late = setTimeout(() => stop.abort(), 15000);
      const r = await fetch(path, {method: 'POST', body, headers: {Accept: 'text/fragment'}, signal: stop.signal}).finally(() => clearTimeout(late));
      if (r.status === 401) return location.reload();
      const html = await r.text();
      if (r.status < 500 && r.status !== 429) {
        busy = false; net.textContent = '';
        f.closest('section')?.removeAttribute('data-no'); // what was answered is drawn anew
        show(html);
        break;
      }
    } catch { /* tried again */ }
    net.textContent = say.later;
    await new Promise(go => setTimeout(go, wait));
  }
  if (pending) show(pending);
  pending = '';
});
clock();
listen();
