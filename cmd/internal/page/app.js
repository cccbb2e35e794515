'use strict';
// The server sends one document: all that this phone may show. It is drawn whole and laid over what is there: elements
// that are still the same stay, with their focus, typed text and pressed buttons.

const board = location.pathname.endsWith('/board');
history.replaceState(null, '', location.pathname); // without the mark that a phone came in just now
const main = document.querySelector('main'), net = document.querySelector('#net'), live = document.querySelector('#live');
const sleep = ms => new Promise(done => setTimeout(done, ms));
let doc, version = '', came = 0;  // the document, its hash, when it came
let round = 0, stop;              // of the poll that counts
let finger = false, touched = ''; // a finger is down; the section that was touched last
let shifted = -1000;              // when something to tap came to lie elsewhere
let reading, asked = '';          // a text that is read; the questions that were asked last
let late = '', seen = '';         // an answer came too late; the reveal that somebody has read
const drafts = {}, sending = {};  // by a question's number

// A phone remembers by itself its language, and places that were struck out.
function recall(key) { try { return localStorage.getItem(key) || ''; } catch { return ''; } }
function remember(key, value) { try { localStorage.setItem(key, value); } catch {} } // not in a private window
const id = f => f.of || f.token;
const draft = f => drafts[id(f)] ||= {rows: {}, born: performance.now()};
const say = word => doc?.say?.[word] || '';
function notice(text = '', style = '') { net.className = style; if (net.textContent !== text) net.textContent = text; }
function speak(...texts) { live.textContent = texts.flat(9).filter(Boolean).map(t => /[.?!]$/.test(t) ? t : t + '.').join(' '); } // for a screen reader
const buzz = how => navigator.vibrate?.(how); // browsers leave it out before the first tap

// ---- The line to the laptop

async function request(path, limit, body, signal) {
  const late = new AbortController(), timer = setTimeout(() => late.abort(), limit);
  signal?.addEventListener('abort', () => late.abort());
  const how = body && {method: 'POST', body: JSON.stringify(body), headers: {'Content-Type': 'application/json'}};
  try {
    const r = await fetch(path, {...how, signal: late.signal});
    return {status: r.status, body: r.status === 204 ? null : await r.json().catch(() => null)};
  } finally {
    clearTimeout(timer);
  }
}

// Polls for the document. A phone that was locked, a dead Wi-Fi and a killed laptop are one case: it asks again, for
// the whole document, since it is told at once then that the line is there.
async function listen() {
  const mine = ++round;
  stop?.abort();
  stop = new AbortController();
  for (let failed = 0; mine === round && document.visibilityState !== 'hidden';) {
    const query = new URLSearchParams({v: failed ? '' : version, l: recall('lang'), ...(board && {board: 1})});
    const r = await request('doc?' + query, 30000, null, stop.signal).catch(() => null);
    if (mine !== round) return;
    if (r?.status < 400) {
      failed = 0;
      if (!Object.keys(sending).length) notice();
      if (r.body) take(r.body);
    } else {
      if (++failed > 1 && !doc?.bye) notice(r?.status === 429 && r.body?.say || say('lost'));
      if (r?.status === 401 && failed > 3) return location.reload(); // it is known no more, and is told so
      await sleep(Math.min(300 * failed, 1500));
    }
  }
}

function take(answer) {
  const was = doc || {};
  [version, doc, came] = [answer.v, answer.doc, performance.now()];
  const now = open().map(f => f.token).join(' '), isNew = now && now !== asked;
  if (isNew) late = '';
  draw();
  if (isNew) {
    buzz(60);
    main.querySelector('.mine')?.scrollIntoView({block: 'nearest'});
  }
  asked = now;
  tellApart(was, isNew);
}

// Says to a screen reader what is new: a reveal, a correction, a question, that an answer is in.
function tellApart(was, isNew) {
  const r = doc.reveal, told = r && r.no !== was.reveal?.no ? [r.told, r.gain, r.why] : [];
  const fixed = String(doc.corrected || '') === String(was.corrected || '') ? [] : doc.corrected;
  const isIn = list(doc.mine, f => f.in && (was.mine || []).some(old => old.token === f.token && !old.in) && say('in'));
  const what = [told, fixed, isIn, isNew && open().map(f => [f.notes, f.text]), doc.you !== was.you && doc.you, doc.now !== was.now && doc.now];
  if (what.flat(9).some(Boolean)) speak(...what);
}

// Sends an answer until there is a verdict: the number makes a second try harmless. The last tap counts.
async function send(f, body) {
  const mine = draft(f), no = f.token, running = no in sending;
  sending[no] = body;
  mine.fault = late = '';
  draw();
  for (let wait = 300; !running && no in sending;) {
    const sent = sending[no], seen = version;
    const r = await request('say', 8000, {token: no, ...sent}).catch(() => ({status: 503}));
    if (r.status === 503 || r.status === 429) {
      notice(say(doc.waits ? 'waits' : 'later'), doc.waits && 'calm');
      await sleep(wait = Math.min(wait * 1.5, 2000));
      continue;
    }
    notice();
    if (r.status === 200) Object.assign(mine, {line: undefined, rows: {}, open: '', sure: ''});
    else if (r.status === 409) late = say('gone');
    else [mine.fault, mine.about] = [r.body?.say || say('gone'), f.of || no];
    if (r.status === 401 || r.status === 409) listen();
    for (let i = 0; r.status === 200 && seen === version && i < 14; i++) await sleep(50); // the page says so next
    if (sent === sending[no]) delete sending[no];
  }
  mine.done = performance.now();
  draw();
}

// Asks for something that is no answer: a place at the table, or to give it up.
async function want(path, body) {
  const r = await request(path, 8000, body).catch(() => null);
  draft({token: path}).fault = !r ? say('later') : r.status >= 400 ? r.body?.say || say('gone') : '';
  version = '';
  listen();
}

// Of the rules only what some words find. While they are typed, only the last ones count.
async function read(what, words = '') {
  const its = reading;
  if (its) its.words = words, await sleep(250);
  const r = await request('more?' + new URLSearchParams({what: what + ' ' + words, l: recall('lang')}), 8000).catch(() => null);
  if (reading !== its || its && its.words !== words) return;
  if (r?.status !== 200) return notice(say('lost'));
  reading = {...r.body, words, from: its ? its.from : scrollY};
  if (!its) touched = '', history.pushState(null, '');
  draw();
  if (!its) scrollTo(0, 0);
}

// The rules: a field to look something up, and a heading for each part, with its text folded.
const parts = () => [
  h('input', {k: 'find', placeholder: say('find'), value: reading.words, oninput: e => read(reading.find, e.target.value)}),
  list(reading.parts, e => fold(e.title, e.title, h('div', {class: 'text'}, e.text))),
];

// Closes what was read, where it was opened: so does a phone's own Back.
onpopstate = () => {
  if (!reading) return;
  const from = reading.from;
  reading = null;
  touched = '';
  draw();
  scrollTo(0, from);
};

// ---- Drawing

const handlers = new Set(); // names of all that were ever used

function h(tag, props, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) handlers.add(name), e[name] = value && (event => { value(event); }); // one that returned false would swallow keys
    else if (name === 'value') e[name] = value;
    else if (value || value === 0) e.setAttribute(name === 'k' ? 'data-k' : name, value === true ? '' : value);
  }
  e.append(...children.flat(9).filter(c => c || c === 0));
  return e;
}

const list = (items, make) => (items || []).map(make);
const when = (is, make) => is ? make(is) : [];
const p = (texts, style, more) => [texts].flat().filter(Boolean).map(t => h('p', {class: style, style: more}, t));
const calmly = act => act && (e => { if (performance.now() - shifted > 300) act(e); }); // it came under a finger that meant something else
const button = (style, text, act, more) => h('button', {type: 'button', class: style, onclick: calmly(act), k: [text].flat(9).join(), ...more}, text);
const offer = (o, act, style = 'quiet', more = {}) => button(style, [o.text, when(o.why, why => h('small', {}, why))], act, {k: o.line + o.text, disabled: !!o.why, ...more});
const section = (key, style, ...children) => h('section', {k: key, class: style}, ...children);
const fold = (key, text, ...children) => h('details', {k: key}, h('summary', {}, text), ...children);

// Everybody has a color and a letter, the same on every screen. Whoever does not see them reads names.
const mark = name => doc.marks?.[name];
const hue = name => mark(name) ? `--c:${mark(name).c};--ink:${mark(name).ink};` : '';
const chip = (name, style = '', more = '') => when(mark(name), m => h('i', {class: 'chip ' + style, 'data-l': m.l, style: hue(name) + more, 'aria-hidden': 'true'}));

const same = (a, b) => a.nodeName === b.nodeName && a.dataset?.k === b.dataset?.k;

// Makes an element look like another one, and touches nothing that is the same already.
function morph(old, now) {
  for (const {name, value} of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const {name} of [...old.attributes]) if (!now.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  for (const name of handlers) old[name] = now[name];
  if (now.nodeName === 'INPUT' && old.value !== now.value) old.value = now.value;
  const kept = new Set(list([...now.children], c => c.dataset.k).filter(Boolean));
  let at = old.firstChild;
  for (const child of [...now.childNodes]) {
    let found = at;
    while (found && !same(found, child)) found = kept.has(found.dataset?.k) ? null : found.nextSibling;
    if (!found) { old.insertBefore(child, at); continue; }
    while (at !== found) at = drop(at);
    at = found.nextSibling;
    if (found.nodeType !== 3) morph(found, child);
    else if (found.data !== child.data) found.data = child.data;
  }
  while (at) at = drop(at);
}

function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// Where everything lies that can be tapped.
const spots = () => new Map([...main.querySelectorAll('button, input, summary, a')].map(e => [e, e.getBoundingClientRect().top]));

// Draws the document, unless a finger is down: then when it is lifted. The section that was touched stays where it is, and the
// focus on its element, or on the one that comes next.
function draw() {
  if (!doc || finger) return;
  const sections = () => [...main.querySelectorAll('section')];
  const place = () => board ? 0 : sections().find(s => s.dataset.k === touched)?.getBoundingClientRect().top;
  const before = place(), were = spots(), held = document.activeElement, section = held.closest?.('section')?.dataset.k;
  document.documentElement.lang = doc.lang;
  document.body.className = board ? 'board' : '';
  document.title = (open().length ? '● ' : '') + [doc.me, doc.board.game, 'tablemate'].filter(Boolean).slice(0, 2).join(' · ');
  morph(main, h('main', {}, board ? onBoard(doc.board) : onPhone(doc.board)));
  if (before && place()) scrollBy(0, place() - before);
  for (const [e, top] of spots()) if (were.has(e) && Math.abs(were.get(e) - top) > 4) shifted = performance.now();
  if (section && !main.contains(held)) {
    const next = sections().find(s => s.dataset.k === section && s.firstChild) || main.querySelector('.ask');
    (next?.querySelector('h2, button, input') || next)?.focus({preventScroll: true});
  }
  tick();
  if (board) fit();
}

const open = () => (doc.mine || []).filter(f => !f.in);

// A reveal has a page of its own, until everybody has had the time to read it, or its reader goes on. Above a question nothing
// comes or goes as long as it stands: so it lies where it lay.
function onPhone(b) {
  const head = section('head', 'head', h('div', {}, h('h1', {}, chip(doc.me), [doc.me, b.game].filter(Boolean).join(' · ') || 'tablemate'), p(b.where, b.over ? 'small new' : 'small', last())),
    when(!reading, () => fold('more', say('more'), list(doc.more, link), list(doc.langs, tongue), when(doc.me, () => button('quiet', say('notme'), () => want('leave', {}))))));
  if (reading) {
    return [head, section('page', '', button('', say('close'), () => history.back()), h('h2', {}, reading.title), reading.find ? parts() : h('div', {class: 'text'}, reading.text),
      button('', say('close'), () => history.back(), {k: 'shut'}))];
  }
  const r = doc.reveal;
  if (r?.fresh && seen !== r.no) {
    const on = () => { seen = r.no; touched = ''; draw(); if (doc.wants) send({token: doc.wants}, {want: 'reveal'}); }; // for all, at the scorekeeper's word
    return [head, told(), section('on', '', button('', say('on'), on))];
  }
  const mine = doc.lead && handed(doc.lead) ? [] : doc.mine || [], above = !b.over && (b.rows || []).length < 6;
  const low = doc.again ? [again(doc.again)] : mine.length === 1 && fits(mine[0]) && [], table = () => when(b.rows, standings);
  return [
    h('div', {k: 'first', class: low && 'low'}, head, when(!doc.me, join), section('hello', '', p(doc.hello)), when(doc.you, ended), when(b.over, () => chart(b)),
      section('bye', '', p(doc.bye)), when(doc.clock, clock), about(), when(above, table), when(low, waiting), section('late', '', p(late, 'why')),
      list(mine, f => section('q' + f.token, 'mine ask', form(f))), low || []),
    when(!low && doc.lead?.fold, waiting), when(doc.wants, keeper), when(doc.card, card), when(!low && !doc.lead?.fold, waiting), fixes(),
    when(r, told), when(doc.code, code), when(!above, table), when(doc.here, here),
  ];
}

// The last page speaks to its person: the place, the points, the best turn; what each paid is folded. It comes when their place
// comes on the board, and what tells the winner after all of them.
function ended(you) {
  const mine = doc.board.rows.find(r => r.me);
  return h('section', {k: 'you', class: 'told ended new', style: fromLast(doc.board.rows.indexOf(mine))}, h('p', {class: 'place moment'}, chip(mine.name), you, h('b', {}, String(mine.points))), p([doc.best, doc.often]), p(doc.board.most, 'small new', last()),
    when(doc.total, all => fold('total', say('points'), p(all))));
}

// Whoever plays again says so to the table, and may take it back.
function again(all) {
  const isIn = all.some(one => one.in && one.name === doc.me);
  return h('section', {k: 'again', class: 'ask again' + (board ? ' new' : ''), style: last()}, h('h2', {}, say('again')), people(all),
    when(doc.me, () => button(isIn ? 'quiet' : '', say('imin'), () => want('again', {}), {'aria-pressed': String(isIn)})));
}

// How the game went, as the laptop has drawn it: names in it are escaped, and a page runs nothing of it.
function chart(b) {
  const box = h('div', {k: 'chart', class: 'drawn new', style: last()});
  box.innerHTML = b.chart || '';
  box.querySelectorAll('.way').forEach((way, i) => b.rows[i]?.me && way.classList.add('own'));
  return when(b.chart, () => box);
}

const link = o => o.href ? h('a', {class: 'button', href: o.href, rel: 'noreferrer'}, o.text) : offer(o, () => read(o.line));
const tongue = o => offer(o, () => { remember('lang', o.line); version = ''; listen(); });

// Takes a name, or a new one.
function join() {
  const mine = draft({token: 'join'}), come = name => name.trim() && want('join', {name: name.trim()});
  const text = say(doc.join?.length ? 'new' : 'name');
  const field = () => h('input', {k: 'new', 'aria-label': text, placeholder: text, maxlength: 40, autocomplete: 'off',
    value: mine.line || '', oninput: e => { mine.line = e.target.value; }});
  return section('join', 'ask', h('h2', {}, say('who')), 
    h('div', {class: 'grid'}, list(doc.join, name => button('', name, () => come(name)))),
    h('form', {class: 'line', onsubmit: e => { e.preventDefault(); come(mine.line || ''); }}, field(), h('button', {}, say('come'))),
    p(mine.fault, 'why'));
}

// The scorekeeper's phone also has the laptop's question, folded as long as everybody answers for themselves.
function keeper() {
  const f = doc.lead, wants = o => offer(o, () => send({token: doc.wants}, {want: o.line}));
  return section('lead', 'lead ask', p(say('keeps'), 'small'),
    when(f, () => f.fold ? fold('for' + id(f), say('for'), form(f)) : form(f)),
    h('div', {class: 'grid'}, when(f?.back, () => wants({line: '<', text: say('back')})), when(f?.forward, () => wants({line: '>', text: say('forward')}))),
    when(doc.menu, menu => fold('menu' + (f ? id(f) : ''), say('menu'), list(menu, wants))));
}

function clock(c) {
  return section('clock', 'ask', p(c.text), p(c.notes, 'small'), h('p', {class: c.token ? 'clock' : 'clock beside', role: 'timer'}), p(c.still),
    choices({...c, kind: 'pick'}, null, line => send(c, {line})),
    h('div', {class: 'grid'}, list(c.winds, o => offer(o, () => send(c, {want: o.line})))), p(draft(c).fault, 'why status'));
}

// A dealt card is shown while a finger holds it; places that are struck out stay so on this phone alone.
function card(c) {
  const out = struck(), flip = place => { out.delete(place) || out.add(place); remember('struck', [c.deal, ...out].join('|')); draw(); };
  const cross = place => button(out.has(place) ? 'quiet struck' : 'quiet', place, () => flip(place), {'aria-pressed': String(out.has(place))});
  return section('card', '', hold(say('hold'), c.text),
    when(c.places && !open().some(f => f.grid), () => fold('places', say('places'), h('div', {class: 'grid strike'}, list(c.places, cross)))));
}

function struck() {
  const [deal, ...places] = recall('struck').split('|');
  return new Set(deal === doc.card?.deal ? places : []);
}

// Shows a secret while a finger or the space bar holds it, and says it to a screen reader.
function hold(text, secret) {
  const show = e => { e.currentTarget.classList.add('shown'); speak(secret); };
  const hide = e => { e.currentTarget.classList.remove('shown'); speak(); };
  return h('button', {type: 'button', class: 'hold quiet', k: text, oncontextmenu: e => e.preventDefault(), onpointerdown: show, onpointerup: hide,
    onpointerleave: hide, onpointercancel: hide, onkeydown: e => e.key === ' ' && show(e), onkeyup: hide, onblur: hide}, text, h('b', {'aria-hidden': 'true'}, secret));
}

const glue = text => text.replace(/\s(?=\d)/g, '\u00a0'); // a number stays with its name

// What was revealed stays until the next question has been answered. The delays are in the style sheet: cards, votes, whose
// each is, the truth, and then what it paid. Sentences say as much as tiles: where those lie, only the first is seen.
function told() {
  const r = doc.reveal, mine = !board && (r.gain || r.why), lies = r.tiles ? ' lies' : '';
  return section('told' + r.no, 'told' + lies + (r.fresh ? ' run' : ''), when(r.fresh || !doc.notes?.[3] ? r.tiles : 0, tiles), // where much is to be read the sentences are enough
    h('ul', {}, list(r.told, (t, i) => h('li', {class: 'new', style: `--n:${i}`}, glue(t)))),
    when(mine, () => h('p', {class: 'new own', style: `--n:${r.told.length}`}, h('b', {class: 'gain'}, r.gain || ''), glue(r.why || ''))));
}

function tiles(all, pace = doc.reveal.takes / 6500) {
  const votes = all.flatMap(t => t.on || []).length, columns = board && all.length === 4 ? 2 : all.length < 5 ? all.length : [5, 6, 9].includes(all.length) ? 3 : 4;
  let vote = 0;
  const tile = (t, i) => h('li', {class: (t.last ? 'tile last' : 'tile') + (t.late ? ' late' : ''), style: `--i:${i / all.length};${hue(t.of)}`}, h('b', {class: t.face.length > 3 ? 'word' : t.face ? '' : 'word owner'}, t.face || t.of),
    h('span', {class: 'votes'}, list(t.on, n => chip(n, '', `--j:${vote++ / votes}`))), when(t.note, n => h('small', {}, n)),
    when(t.face && t.of, n => h('span', {class: 'plate'}, n)));
  return h('ol', {class: votes ? 'tiles' : 'tiles plain', 'aria-hidden': 'true', style: `--columns:${columns};--pace:${pace}`}, all.map(tile));
}

// The thing on the table that is asked about; the question says it too.
const about = () => when(doc.about, t => section('about', 'about', tiles([t], 1)));

const fixes = () => section('fixes', '', p(list(doc.corrected, glue), 'moment'));
const person = one => h('li', {class: (one.in ? 'in' : '') + (one.gone ? ' gone' : '')}, chip(one.name, one.in ? '' : 'hollow'), h('i', {class: 'tick'}, '✔'), one.name, when(one.gone, () => h('small', {}, ' ' + say('asleep'))));
const people = all => when(all, () => h('ul', {class: 'people'}, list(all, person)));
const here = all => section('here', '', p(say('here'), 'small'), people(all));
const code = c => section('code', 'code', h('img', {src: c.image, alt: ''}), p(c.address, 'url'));
const waiting = () => section('now', '', p(doc.now), p(!doc.lead && doc.notes, 'small'), people(doc.asked));
const full = () => Math.max(1, doc.board.mark || 0, ...list(doc.board.rows, r => r.points));
const sum = r => r.rank || r.points || !r.why ? String(r.points) : ''; // before anybody has points, what they hold says more
const share = n => Math.round(Math.max(0, n) / full() * 1000) / 10 + '%';
const bar = r => `${hue(r.name)}--w:${share(r.points)};--w0:${share(r.had || 0)};`;
const standings = rows => section('rows', '', h('table', {}, list(rows, (r, i) => h('tr', {class: (r.me ? 'me' : '') + (doc.board.over ? ' new' : ''), style: bar(r) + fromLast(i)},
  h('td', {}, r.rank || ''), h('th', {scope: 'row'}, chip(r.name), r.name, when(r.away, () => h('small', {}, say('away'))), when(!doc.board.over && !(r.me && doc.reveal) && sum(r) && r.why, why => h('small', {}, why))),
  h('td', {class: 'gain'}, doc.board.over ? '' : r.gain || ''), h('td', {class: !sum(r) && 'small holds'}, sum(r) || r.why)))));

const fromLast = i => `--n:${(doc.board.rows || []).length - 1 - i};`; // places come from the last one up
const last = () => fromLast(-1);

// ---- Questions

const small = f => f.kind === 'number' && (f.cards || f.hi - f.lo <= 12);
const most = f => f.kind === 'many' ? f.most || 99 : f.kind === 'number' ? f.most || 1 : 1;
const fits = f => !f.grid && (f.options || []).length < 13; // where a thumb is
const quick = f => f.kind === 'pick' || small(f) && (most(f) === 1 || f.least === f.most); // the last tap sends
const given = (f, line) => line.trim() !== '' && line !== '[]';

// What is known already is folded, so that a question has few lines above it; the laptop's question tells all.
function notes(f) {
  const all = p(f.notes, 'small');
  return all.length > 2 && f !== doc.lead ? fold('notes' + id(f), say('about'), all) : all;
}

// A second tap of the finger that sent changes nothing.
function form(f) {
  const mine = draft(f), line = mine.line ?? f.suggest ?? '', ready = given(f, line) || f.kind === 'many' || f.blank;
  const running = f.token in sending, changes = (to = '') => { mine.open = to; mine.line = undefined; mine.fault = ''; draw(); };
  const status = () => p(running ? '…' : mine.about === (f.of || f.token) && mine.fault || f.fault || '\u00a0', 'why status');
  if (f.in && mine.open !== 'change' && !running) {
    return [p(say('in'), 'given'), p(f.text, 'small'), when(f.said, said => hold(say('holdown'), spoken(f, said))),
      button('quiet', say('change'), () => performance.now() - mine.done < 500 || changes('change')), status()];
  }
  const set = (text, more) => { mine.line = text; if (quick(f) && !more) send(f, {line: text}); else draw(); };
  const whole = () => send(f, {line: given(f, line) ? line : {many: '[]', number: '-'}[f.kind] || ''});
  const asks = () => [
    when(f === doc.lead || !doc.lead, () => notes(f)), h('h2', {tabindex: -1}, f.text), f.kind === 'rows' ? rows(f, mine) : control(f, line, set),
    when(f.kind !== 'rows' && !quick(f), () => button('', ready && !given(f, line) ? say('none') : say('send'), whole, {k: 'send', disabled: !ready})),
  ];
  return [
    veiled(f) ? button('quiet', `${f.hand}: ${say('handover')}`, () => { mine.open = f.token; draw(); }) : asks(),
    h('div', {class: 'grid wide'}, list(f.keys, k => offer(k, k.final ? surely(mine, k.line, () => send(f, {key: k.line})) : () => send(f, {key: k.line}), mine.sure === k.line ? 'sure' : 'quiet')),
      when(f.in, () => button('quiet', say('asitis'), () => changes()))),
    status(),
  ];
}

// Asks “Sure?” for a while before something is done.
function surely(mine, what, act) {
  return () => {
    if (mine.sure === what && performance.now() - mine.first > 400) { mine.sure = ''; return act(); }
    [mine.sure, mine.first] = [what, performance.now()];
    setTimeout(() => { if (mine.sure === what && performance.now() - mine.first > 4900) { mine.sure = ''; draw(); } }, 5000);
    draw();
  };
}

// A secret of somebody else's is asked here. Until the phone is handed to them, a button stands in its place; then the phone
// shows nothing of its owner's.
const others = f => f.hand && f.hand !== doc.me;
const veiled = f => others(f) && draft(f).open !== f.token;
const handed = f => others(f) && !veiled(f) || (f.rows || []).some(r => r.secret && draft(f).open === r.who);

// Says an answer in words.
function spoken(f, line) {
  if (line[0] === '[') return JSON.parse(line).map(id => spoken(f, id)).join(', ');
  return (f.options || []).find(o => o.line === line)?.text || line;
}

// Draws what a question can be answered with. set gets the line, and whether more of it is to come.
function control(f, line, set) {
  if (f.kind === 'pick' || f.kind === 'many' || small(f)) return choices(f, line, set);
  const number = f.kind === 'number', by = n => (/^-?\d+$/.test(line) ? Number(line) : 0) + n, who = f.who ? f.who + ': ' : '';
  const key = (f.who || f.token) + ' ';
  const step = (n, sign) => button('quiet', sign, () => set(String(Math.min(f.hi, Math.max(f.lo, by(n))))), {'aria-label': who + sign + '1', k: key + sign});
  const turn = () => button('quiet', '±', () => set(line.startsWith('-') ? line.slice(1) : '-' + line), {'aria-label': who + '±', k: key + '±'});
  const enter = e => e.key === 'Enter' && !f.who && given(f, line) && send(f, {line});
  const field = h('input', {k: key, 'aria-label': f.who || f.text, inputmode: number && 'tel', maxlength: f.max,
    autocomplete: 'off', value: line, oninput: e => set(e.target.value), onkeydown: enter});
  return number ? h('div', {class: 'line stepper'}, step(-1, '−'), field, step(1, '+'), when(f.lo < 0, turn)) : field;
}

function choices(f, line, set) {
  const mine = draft(f), options = [...f.options || []], out = f.grid ? struck() : new Set();
  const chosen = f.kind === 'many' ? JSON.parse(line || '[]') : f.kind === 'pick' ? [line] : line.split(' ').filter(Boolean);
  for (let n = f.lo; small(f) && n <= f.hi; n++) options.push({line: String(n), text: String(n), off: f.barred?.includes(n)});
  if (small(f) && f.blank) options.push({line: '-', text: f.who ? '–' : '– ' + say('none')});
  const flip = id => {
    if (most(f) === 1 || id === '-') return set(id);
    const now = chosen.includes(id) ? chosen.filter(c => c !== id) : [...chosen.filter(c => c !== '-'), id].slice(-most(f));
    set(f.kind === 'many' ? JSON.stringify(now) : now.join(' '), now.length < most(f));
  };
  const sure = o => 'sure' + o.line, sends = o => f.final || o.final ? surely(mine, sure(o), () => flip(o.line)) : () => { mine.sure = ''; flip(o.line); };
  const tap = o => performance.now() - mine.born < 300 || sends(o)(); // it came under a finger that meant something else
  const option = o => {
    const on = chosen.includes(o.line), armed = mine.sure === sure(o), style = armed ? 'sure' : on ? 'chosen' : out.has(o.text) ? 'struck' : '';
    const key = [id(f), f.who, o.line].join(' '), label = f.who && `${f.who}: ${o.text}`;
    const e = offer({text: armed ? `${say('sure')} ${o.text}` : o.text, why: o.why}, () => tap(o), o.line === '-' && !f.who ? style + ' rest' : style, {k: key, 'aria-label': label, 'aria-pressed': String(on)});
    e.disabled ||= o.off;
    return e;
  };
  const width = f.grid ? 'strike' : options.some(o => o.text.length > 18) ? 'wide' : small(f) || options.every(o => o.text.length < 4) ? 'digits' : '';
  return h('div', {class: 'grid ' + width}, options.map(option));
}

// The scorekeeper answers for several people: a row a person, and a button to send. Where one row alone has to be
// answered it stands last, and a tap there sends. A secret is sent alone, by the person who was handed the phone. Whoever has
// answered has answered: a draft for them goes, and their row sends nothing.
function rows(f, mine) {
  const shut = r => (r.secret || r.in) && mine.open !== r.who;
  for (const r of f.rows) if (r.in && shut(r)) delete mine.rows[r.who];
  const line = r => mine.rows[r.who] ?? r.suggest ?? '';
  const all = only => JSON.stringify(f.rows.map(r => only ? only === r ? line(r) : '' : r.in && shut(r) ? '' : line(r)));
  const must = f.rows.filter(r => r.kind !== 'many' && !r.blank && !r.suggest), last = must.length === 1 && quick(must[0]) && must[0];
  const set = r => (text, more) => {
    mine.rows[r.who] = text;
    if (more || r !== last && !(r.secret && quick(r))) return draw();
    mine.open = '';
    send(f, {line: all(r.secret && r)});
  };
  const isIn = r => r.suggest && !r.secret ? ` ${spoken(r, r.suggest)}` : '';
  const row = r => h('div', {class: 'row', k: r.who, role: 'group', 'aria-label': r.who}, h('b', {class: r.in ? 'in' : ''}, r.in ? '✔ ' : '', r.who, r.in ? isIn(r) : ''),
    shut(r) ? offer({line: r.who, text: r.in ? say('change') : say('handover')}, () => { mine.open = r.who; draw(); })
      : control({...r, token: f.token, of: f.of}, line(r), set(r)));
  return [f.rows.filter(r => r !== last).map(row), last ? row(last) : button('', say('send'), () => send(f, {line: all()}), {k: 'send'})];
}

// ---- The board

// Rows come to stand where the last turn took them once it has been revealed, and count up. At the end the places come from
// the last one up, the first three on a podium.
function onBoard(b) {
  const rows = b.rows || [], r = doc.reveal;
  const high = b.over && rows.some(one => one.won) ? rows.filter(one => one.rank && one.rank < 4).slice(0, 6) : [];
  const row = (one, i) => h('li', {k: one.name + (r?.no || '') + !!r?.fresh, class: b.over ? 'new' : one.was ? 'moves' : '',
    style: (b.over ? fromLast(i) : '') + bar(one) + `--from:${one.was ? one.was - 1 - i : 0};--had:${one.had || 0};--sum:${one.points}`},
    h('span', {class: 'rank'}, one.rank || ''), chip(one.name), h('b', {}, one.name, when(one.away, () => h('small', {}, ' ' + say('away')))),
    h('span', {class: 'reason'}, b.over ? '' : one.why || ''), h('span', {class: 'gain'}, b.over ? '' : one.gain || ''), h('span', {class: 'sum'}, sum(one)));
  const step = (one, i) => h('li', {k: 'step' + one.name, class: 'new rank' + one.rank, style: fromLast(i) + hue(one.name)},
    chip(one.name), h('b', {}, one.name), h('span', {class: 'sum'}, String(one.points)), h('span', {}, one.rank + (doc.lang === 'en' ? '.' : 'º')));
  return [section('head', 'head', h('h1', {}, b.game || 'tablemate'), p(!b.over && b.where)),
    section('you', 'moment outcome', b.over && p(b.where, 'new', last()), p(doc.bye)),
    h('div', {class: rows.length ? 'sides' : 'lobby'},
      h('div', {class: 'standing'}, when(high.length, () => h('ol', {class: 'podium'}, high.map(step))),
        h('ol', {class: 'rows'}, rows.map((one, i) => high.includes(one) ? [] : row(one, i)))),
      h('div', {class: 'side'}, when(doc.clock, clock), when(r, told), fixes(), when(!r?.fresh, () => [about(), waiting()]), when(b.over, () => [p(b.most, 'new', last()), chart(b)]), when(doc.again, again),
        when(doc.code, c => [!doc.asked && when(doc.here, here), code(c)])))];
}

// Makes everything on a board as large as there is room for: where its halves lie side by side, each for itself. Words of names stay
// whole, unless all would be small for one.
function fit() {
  const all = [document.body, ...main.querySelectorAll('.sides > div, .outcome')];
  for (const e of all) e.classList.remove('breaks'), e.style.fontSize = '';
  all.slice(...innerWidth > innerHeight && all[2] ? [1] : [0, 1]).forEach(shrink);
}

function shrink(box) {
  const {style, classList} = box, over = e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;
  const parts = [box, main, ...box.querySelectorAll('.sides, .lobby, .standing b, .plate, .tile b')];
  for (const least of [.6, 0]) {
    classList.toggle('breaks', !least);
    style.fontSize = '';
    let px = parseFloat(getComputedStyle(box).fontSize);
    for (const min = Math.max(14, px * least); px > min && parts.some(over); px *= .95) style.fontSize = Math.max(14, px * .95) + 'px';
    if (!parts.some(over)) return;
  }
}

// ---- Time, fingers, sleep

function tick() {
  const c = doc?.clock, face = main.querySelector('.clock');
  if (!c || !face) return;
  const left = Math.max(0, Math.ceil((c.left - (c.runs ? performance.now() - came : 0)) / 1000));
  const text = left ? Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0') : say('up');
  if (face.textContent !== text) face.textContent = text;
  face.style.setProperty('--part', Math.min(1, (c.left - (c.runs ? performance.now() - came : 0)) / c.whole));
  face.classList.toggle('soon', left > 0 && left <= 10 && !!c.runs);
  if (!left && c.runs && !c.rung) { c.rung = true; buzz([300, 100, 300]); }
}

addEventListener('pointerdown', e => { finger = true; touched = e.target.closest?.('section')?.dataset.k || ''; });
for (const lifted of ['pointerup', 'pointercancel', 'blur']) addEventListener(lifted, () => setTimeout(() => { finger = false; draw(); }, 30));
addEventListener('resize', () => board && doc && fit());
for (const awake of ['pageshow', 'online']) addEventListener(awake, listen);
document.addEventListener('visibilitychange', listen);
setInterval(tick, 200);
