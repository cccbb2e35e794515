// Returns what is too faint, too small to tap or to read, or too wide.
(() => {
  const bad = [], seen = e => { const r = e.getBoundingClientRect(), c = getComputedStyle(e); return r.width > 1 && r.height > 1 && c.visibility !== 'hidden' && c.display !== 'none'; };
  const rgb = s => s.match(/[\d.]+/g).map((n, i) => s.startsWith('color(') && i < 3 ? n * 255 : Number(n));
  const lum = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
  const under = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > .99) return c; } return rgb(getComputedStyle(document.documentElement).backgroundColor); };
  const alpha = e => { let a = 1; for (; e; e = e.parentElement) a *= Number(getComputedStyle(e).opacity); return a; };
  for (const e of document.querySelectorAll('body *')) {
    if (!seen(e)) continue;
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()), c = getComputedStyle(e), name = e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30);
    if (own) {
      const bg = under(e), a = alpha(e), fg = rgb(c.color).slice(0, 3).map((v, i) => v * a + bg[i] * (1 - a)), l = [lum(fg), lum(bg)].sort((x, y) => y - x), k = (l[0] + .05) / (l[1] + .05);
      if (k < 4.5) bad.push(`contrast ${k.toFixed(2)}: ${name}`);
      const px = parseFloat(c.fontSize) * (e.getScreenCTM?.().a ?? 1); // a picture is scaled
      if (px < 13.9) bad.push(`text ${px.toFixed(1)}: ${name}`);
    }
    if (e.matches('button, input, summary, a')) { const r = e.getBoundingClientRect(); if (r.height < 48 || r.width < 48) bad.push(`target ${r.width.toFixed(0)}x${r.height.toFixed(0)}: ${name}`); }
    const r = e.getBoundingClientRect(); if (r.right > innerWidth + 1 || r.left < -1) bad.push(`wide ${r.right.toFixed(0)}: ${name}`);
    if (e.scrollWidth > e.clientWidth + 1 && c.overflow !== 'visible') bad.push('cut: ' + name);
  }
  if (document.documentElement.scrollWidth > innerWidth) bad.push('the page is wider than the window');
  if (document.body.className === 'board' && document.documentElement.scrollHeight > innerHeight + 1) bad.push('the board is higher than the window');
  return bad;
})()
