// Returns what is too faint, too small to tap or to read, too wide, cut, in the way of something else, or focused out of its
// order; and the smallest figures of the page.
(() => {
  const bad = [], least = {contrast: 99, edge: 99, target: 999, text: 99};
  const style = getComputedStyle, board = document.body.className === 'board';
  const seen = e => { const r = e.getBoundingClientRect(), c = style(e); return r.width > 1 && r.height > 1 && c.visibility !== 'hidden' && c.display !== 'none' && e.checkVisibility(); }; // what is folded is not seen
  const rgb = s => s.match(/[\d.]+/g).map((n, i) => s.startsWith('color(') && i < 3 ? n * 255 : Number(n));
  const lum = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
  const ratio = (a, b) => { const l = [lum(a), lum(b)].sort((x, y) => y - x); return (l[0] + .05) / (l[1] + .05); };
  const mix = (a, b, part) => a.slice(0, 3).map((v, i) => v * part + b[i] * (1 - part));
  const under = e => {
    for (let at = e; at; at = at.parentElement) {
      const c = rgb(style(at).backgroundColor), own = style(at).getPropertyValue('--c').trim();
      if (c.length > 3 && c[3] < 1) continue;
      // A row is tinted up to its points.
      return at.matches('tr, .rows li') && own[0] === '#' ? mix([1, 3, 5].map(i => parseInt(own.slice(i, i + 2), 16)), c, .22) : c;
    }
    const c = rgb(style(document.documentElement).backgroundColor);
    return c[3] === 0 ? matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255] : c; // a page without colors of its own
  };
  const alpha = e => { let a = 1; for (; e; e = e.parentElement) a *= Number(style(e).opacity); return a; };
  const note = (kind, value, limit, name) => { least[kind] = Math.min(least[kind], value); if (value < limit) bad.push(`${kind} ${value.toFixed(2)}: ${name}`); };
  const texts = [], called = e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30);
  let before;
  for (const e of document.querySelectorAll('body *')) {
    if (!seen(e)) continue;
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()), c = style(e), name = called(e), r = e.getBoundingClientRect();
    if (own || e.matches('.chip')) {
      const bg = under(e);
      note('contrast', ratio(mix(rgb(c.color), bg, alpha(e)), bg), 4.5, name);
      note('text', parseFloat(c.fontSize) * (e.getScreenCTM?.().a ?? 1), 13.9, name); // a picture is scaled
      if (!e.ownerSVGElement) texts.push(e);
    }
    if (e.closest('.scroll')) continue; // a table that is moved sideways
    if (r.right > innerWidth + 1 || r.left < -1) bad.push(`wide ${r.right.toFixed(0)}: ${name}`);
    if (e.scrollWidth > e.clientWidth + 1 && c.overflow !== 'visible') bad.push('cut: ' + name);
    if (e.matches('button, input, summary, a')) {
      note('target', Math.min(r.width, r.height), 48, name);
      if (e.matches('input, .quiet')) note('edge', ratio(rgb(c.borderTopColor), under(e.parentElement)), 3, name);
      // Tab goes from the top of the page to its bottom.
      if (!e.checkVisibility() || e.disabled) continue;
      if (before && r.bottom <= before.getBoundingClientRect().top) bad.push(`focus goes up from ${called(before)}: ${name}`);
      before = e;
    }
  }
  // Nothing of a board lies below the window, or below the part that holds it, and no text on another one.
  const box = e => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const boxes = board ? texts.map(box) : [];
  boxes.forEach((r, i) => {
    let bottom = innerHeight;
    for (let e = texts[i].parentElement; e; e = e.parentElement) if (style(e).overflow === 'hidden') bottom = Math.min(bottom, e.getBoundingClientRect().bottom);
    if (r.bottom > bottom + 1) bad.push(`cut below by ${(r.bottom - bottom).toFixed(0)}: ${called(texts[i])}`);
    const top = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
    if (top && !top.contains(texts[i]) && !texts[i].contains(top)) bad.push(`covered by ${called(top)}: ${called(texts[i])}`);
    for (let j = 0; j < i; j++) {
      const o = boxes[j], wide = Math.min(r.right, o.right) - Math.max(r.left, o.left), high = Math.min(r.bottom, o.bottom) - Math.max(r.top, o.top);
      if (wide > 3 && high > 3 && !texts[j].contains(texts[i])) bad.push(`lie on each other: ${called(texts[j])} and ${called(texts[i])}`);
    }
  });
  if (document.documentElement.scrollWidth > innerWidth) bad.push('the page is wider than the window');
  if (board && document.documentElement.scrollHeight > innerHeight + 1) bad.push('the board is higher than the window');
  return {bad, least};
})()
