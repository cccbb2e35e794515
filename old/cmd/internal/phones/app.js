'use strict';
// One stream brings whole pages. A form whose question has not changed is never replaced.
let stream, heard = 0, busy = false, pending = '', asked = '', ends = 0;
const net = document.getElementById('net'), say = document.body.dataset;
const gone = () => main().dataset.gone; // nothing comes after the last page of a finished game
const main = () => document.querySelector('main');
const state = s => s.dataset.no + s.dataset.state + (s.dataset.who || '') + (s.dataset.offer || '') + [...s.querySelectorAll('.why,.secret')].map(x => x.textContent);
function show(html) {
  const t = document.createElement('template');
  ops.remove();
  t.innerHTML = html;
  const next = t.content.querySelector('main');
  if (!next || gone()) return;
  const same = next.isEqualNode(main()), focus = document.activeElement, fresh = next.querySelector('.clock'), kept = main().querySelector('.clock');
  const at = s => s.getBoundingClientRect().top, still = [...main().querySelectorAll('section[data-no]')].find(s => at(s) >= 0 && at(s) < innerHeight), was = still && at(still);
  const left = fresh && [fresh.dataset.left, fresh.dataset.runs];
  if (!same) for (const s of next.querySelectorAll('section[data-no]')) {
    for (const old of main().querySelectorAll('section[data-no]')) if (state(old) === state(s)) { s.replaceWith(old); break; }
  }
  if (left && kept && next.contains(kept)) [kept.dataset.left, kept.dataset.runs] = left;
  for (const d of main().querySelectorAll('details[data-keep][open]')) next.querySelector(`details[data-keep=${d.dataset.keep}]`)?.setAttribute('open', '');
  fresher(next);
  if (!same) main().replaceWith(next);
  if (gone()) { stream?.close(); net.textContent = ''; }
  fit();
  if (still?.isConnected && at(still) !== was) scrollBy(0, at(still) - was); // nothing jumps away from under a finger
  if (focus && focus !== document.activeElement && next.contains(focus)) focus.focus({preventScroll: true});
  const now = next.dataset.asked;
  document.title = (now ? '● ' : '') + next.dataset.title;
  if (now && now !== asked) buzz(60);
  asked = now;
  keys();
  for (const list of main().querySelectorAll('[data-strike]')) strikes(list);
  clock();
}
// A number may be typed as a sum. Keypads lack the keys for that, so they stand beside the field, with the total.
const ops = document.createElement('p'), comes = document.createElement('output');
ops.className = 'ops';
for (const k of '+−×') { const b = document.createElement('button'); b.type = 'button'; b.className = 'quiet'; b.textContent = k; ops.append(b); }
ops.append(comes);
let field;
function keys() {
  const now = document.activeElement, all = main().querySelectorAll('input[pattern]');
  for (const f of all) f.inputMode = 'numeric';
  field = [...all].find(f => f === now) || (field && field.isConnected ? field : all[0]);
  if (!field) return ops.remove();
  const at = field.closest('.row,.num') || field;
  if (at.nextSibling !== ops) at.after(ops);
  comes.textContent = reckon(field.value);
}
function reckon(typed) {
  const t = typed.trim().replace(/[–−]/g, '-').replace(/[×xX]/g, '*');
  if (!/^[-+]?\d+([-+]\d+|\*-?\d+)+$/.test(t)) return '';
  let sum = 0;
  for (const [, sign, term] of t.matchAll(/([-+]?)(\d+(?:\*-?\d+)*)/g)) sum += term.split('*').reduce((a, b) => a * b, sign === '-' ? -1 : 1);
  return Number.isSafeInteger(sum) ? '= ' + sum : '';
}
ops.addEventListener('pointerdown', e => e.preventDefault()); // keeps the keypad open
ops.addEventListener('click', e => {
  if (e.target.type !== 'button' || !field) return;
  field.setRangeText(e.target.textContent, field.selectionStart, field.selectionEnd, 'end');
  comes.textContent = reckon(field.value);
});
for (const t of ['focusin', 'input']) document.addEventListener(t, keys);
// A phone vibrates if it can and its owner allows it.
const may = document.querySelector('#buzz input');
if (may && navigator.vibrate) {
  may.checked = localStorage.buzz !== 'no';
  may.onchange = () => { localStorage.buzz = may.checked ? 'yes' : 'no'; };
  may.parentNode.hidden = false;
}
function buzz(...how) { if (may?.checked && navigator.vibrate) navigator.vibrate(how); }
// Only what is new on the page is animated.
function fresher(next) {
  const key = x => x.className.replace(' new', '').replace('new', '') + x.textContent, had = new Set(), all = m => m.querySelectorAll('.told li,.rows li,.asked .k,.moment');
  for (const x of all(main())) had.add(key(x));
  for (const x of all(next)) if (!had.has(key(x))) x.classList.add('new');
}
// On a board everything is as large as there is room for.
function fit() {
  const b = document.body, m = main();
  if (!b.classList.contains('board')) return;
  b.style.fontSize = '';
  b.style.overflowWrap = 'normal'; // a name is made smaller before it is broken
  const whole = [m, ...m.querySelectorAll('.rows b,.moment')];
  for (let px = parseFloat(getComputedStyle(b).fontSize); px > 14 && (m.scrollHeight > m.clientHeight + 1 || whole.some(x => x.scrollWidth > x.clientWidth + 1)); px *= .96) b.style.fontSize = Math.max(14, px * .96) + 'px';
  b.style.overflowWrap = '';
}
function clock() {
  const c = document.querySelector('.clock');
  ends = c && c.dataset.runs === 'true' ? performance.now() + Number(c.dataset.left) : 0;
}
setInterval(() => {
  const c = document.querySelector('.clock');
  if (!c || !ends) return;
  const left = Math.ceil((ends - performance.now()) / 1000), below = c.dataset.below, s = below ? Math.abs(left) : Math.max(0, left);
  const face = (left < 0 && below === '-' ? '-' : '') + (s < 3600 ? Math.floor(s / 60) : Math.floor(s / 3600) + ':' + String(Math.floor(s / 60) % 60).padStart(2, '0')) + ':' + String(s % 60).padStart(2, '0');
  if (c.textContent !== face) c.textContent = face;
  if (!s && !c.dataset.below) { buzz(300, 100, 300); ends = 0; }
}, 200);
function listen() {
  if (stream) stream.close();
  if (gone()) return;
  stream = new EventSource(say.live || '/live');
  const alive = () => { heard = Date.now(); if (!busy) net.textContent = ''; };
  stream.onopen = alive;
  stream.onmessage = e => { alive(); if (busy && e.data.includes('data-gone=""')) pending = e.data; else show(e.data); };
  stream.addEventListener('beat', alive);
  stream.addEventListener('out', () => location.reload());
  stream.onerror = () => {
    if (gone()) return;
    net.textContent = say.lost;
    if (stream.readyState === 2) { here(); setTimeout(listen, 1000); }
  };
}
// A phone that was shown out, or lost its place to another, learns it here.
function here() { if (!gone()) fetch('/here', {method: 'POST'}).then(r => { if (r.status === 401) location.reload(); }).catch(() => {}); }
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
  if (f.matches('.again')) { e.preventDefault(); return listen(); }
  if (!['/say', '/press', '/photo', '/tick'].includes(path)) return;
  e.preventDefault();
  if (busy) return;
  busy = true;
  e.submitter?.classList.add('pressed');
  const data = new FormData(f), buttons = f.querySelectorAll('button:not(.ops>*)');
  if (path === '/photo') data.set('photo', await small(data.get('photo')), 'photo.jpg');
  if (e.submitter && e.submitter.name) data.append(e.submitter.name, e.submitter.value); // older Safari leaves it out
  const body = path === '/photo' ? data : new URLSearchParams(data);
  for (const b of buttons) b.disabled = 1;
  for (let wait = 500; ; wait = Math.min(wait * 2, 5000)) { // the number makes a second try harmless
    try {
      const stop = new AbortController(), late = setTimeout(() => stop.abort(), path === '/photo' ? 60000 : 15000);
      const r = await fetch(path, {method: 'POST', body, headers: {Accept: 'text/fragment'}, signal: stop.signal}).finally(() => clearTimeout(late));
      if (r.status === 401) return location.reload();
      const html = await r.text();
      if (r.status < 500 && r.status !== 429) {
        busy = false; net.textContent = '';
        f.closest('section')?.removeAttribute('data-no'); // what was answered is redrawn
        show(html);
        break;
      }
    } catch { /* tried again */ }
    if (gone()) break;
    net.textContent = say.later;
    await new Promise(go => setTimeout(go, wait));
  }
  if (pending) show(pending);
  pending = '';
});
// A photo is shrunk before it is sent. A file that cannot be drawn is sent as it is, for the laptop to refuse.
async function small(file) {
  try {
    const pic = await createImageBitmap(file);
    for (let side = 1600, q = .85; side > 200; side *= .8, q -= .1) {
      const c = document.createElement('canvas'), k = Math.min(1, side / Math.max(pic.width, pic.height));
      c.width = Math.max(1, Math.round(pic.width * k)); c.height = Math.max(1, Math.round(pic.height * k));
      c.getContext('2d').drawImage(pic, 0, 0, c.width, c.height);
      const blob = await new Promise(done => c.toBlob(done, 'image/jpeg', Math.max(.5, q)));
      if (blob && blob.size < 500000) return blob;
    }
  } catch { /* no picture */ }
  return file;
}
document.addEventListener('change', e => { if (e.target.type === 'file' && e.target.files.length) e.target.form.requestSubmit(); });
// A minus sign has a key of its own, since number pads of phones lack it. A tapped photo fills the screen.
document.addEventListener('click', e => {
  const k = e.target.closest?.('[data-key]'), a = e.target.closest?.('a.zoom'), known = e.target.closest?.('[data-names] button');
  if (known) { // in the order of tapping, which is that of the seats
    const i = known.form.elements.line, name = known.value, all = i.value.split(',').map(n => n.trim()).filter(Boolean), on = !all.includes(name);
    i.value = (on ? [...all, name] : all.filter(n => n !== name)).join(', ');
    for (const [c, is] of [['given', on], ['quiet', !on]]) known.classList.toggle(c, is);
  } else if (k) {
    const i = k.parentNode.querySelector('input');
    i.value = i.value.startsWith('-') ? i.value.slice(1) : '-' + i.value;
    i.focus();
  } else if (e.target.closest?.('[data-strike]') && e.target.type === 'button') {
    e.target.classList.toggle('struck');
    strikes(e.target.parentNode, true);
  } else if (a) {
    e.preventDefault();
    const d = document.createElement('dialog');
    d.className = 'zoom';
    d.append(a.firstElementChild.cloneNode());
    d.onclick = () => d.close();
    d.onclose = () => d.remove();
    document.body.append(d);
    d.showModal();
  }
});
// Struck-out lines are kept on this phone alone, until the clock is gone.
function strikes(list, keep) {
  try {
    const all = [...list.children], was = JSON.parse(localStorage.getItem('struck') || '{}');
    if (keep) localStorage.setItem('struck', JSON.stringify({no: list.dataset.strike, all: all.filter(b => b.matches('.struck')).map(b => b.textContent)}));
    else for (const b of all) b.classList.toggle('struck', was.no === list.dataset.strike && was.all.includes(b.textContent));
    for (const b of all) b.setAttribute('aria-pressed', b.matches('.struck'));
  } catch { /* it keeps nothing */ }
}
// A card is seen only while a finger holds it.
const peek = e => e.target.closest?.('.peek > summary');
document.addEventListener('pointerdown', e => { const s = peek(e); if (s) { s.parentNode.open = true; s.dataset.held = 1; } });
for (const t of ['pointerup', 'pointercancel', 'blur']) addEventListener(t, () => { for (const s of document.querySelectorAll('[data-held]')) { s.parentNode.open = false; setTimeout(() => delete s.dataset.held, 500); } });
document.addEventListener('click', e => { const s = peek(e); if (s && e.detail && s.dataset.held) { e.preventDefault(); s.parentNode.open = false; delete s.dataset.held; } });
document.addEventListener('contextmenu', e => { if (peek(e)) e.preventDefault(); });
document.documentElement.className = 'js';
keys();
for (const list of main().querySelectorAll('[data-strike]')) strikes(list);
addEventListener('resize', fit);
fit();
clock();
listen();
