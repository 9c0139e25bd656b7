// Shows the games whose names, region, ruleset or rows hold every word that is typed; colours the map; shows values.
(() => {
  const bar = document.getElementById('find');
  const [field, said, choice] = ['input', 'output', 'select'].map(name => bar.querySelector(name));
  const fold = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const cards = [...document.querySelectorAll('.card')];
  const names = cards.map(card => card.querySelector('.name').textContent);
  const games = cards.map(card => fold(card.dataset.find));
  const parts = [...document.querySelectorAll('[data-v]')];

  // Charts: a line marks the game under the pointer, others the games that were found.
  const tip = document.body.appendChild(document.createElement('div'));
  tip.id = 'tip';
  tip.hidden = true;
  const charts = [...document.querySelectorAll('.crowd')].map(group => {
    const marks = group.dataset.marks.split('|').map(mark => mark.split(/ (.*)/));
    const [found, here] = ['found', 'here'].map(kind => {
      const path = group.appendChild(document.createElementNS(group.namespaceURI, 'path'));
      path.setAttribute('class', kind);
      return path;
    });
    const line = place => `M${(100 * (place + 0.5) / marks.length).toFixed(2)} 0V100`;
    const strip = group.closest('.strip');
    const under = event => {
      const box = group.ownerSVGElement.getBoundingClientRect();
      const place = Math.floor((event.clientX - box.left) / box.width * marks.length);
      return Math.min(Math.max(place, 0), marks.length - 1);
    };
    const show = event => {
      const place = under(event);
      here.setAttribute('d', line(place));
      tip.textContent = `${names[marks[place][0]]} ${marks[place][1]}`;
      tip.hidden = false;
      tip.style.left = `${Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 4)}px`;
      tip.style.top = `${event.clientY + 14}px`;
    };
    strip.addEventListener('pointermove', show);
    strip.addEventListener('pointerdown', show);
    strip.addEventListener('pointerleave', () => {
      here.removeAttribute('d');
      tip.hidden = true;
    });
    strip.addEventListener('click', event => {
      if (event.detail > 1) location.hash = cards[marks[under(event)][0]].id;
    });
    return which => {
      const lines = marks.map(([game], place) => which && which[game] ? line(place) : '');
      found.setAttribute('d', lines.join(''));
    };
  });

  field.addEventListener('input', () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    const found = games.map(game => words.every(word => game.includes(word)));
    for (const part of parts) part.classList.toggle('off', !found[part.dataset.v]);
    for (const chart of charts) chart(words.length > 0 && found);
    document.body.classList.toggle('finding', words.length > 0);
    said.value = words.length > 0 ? `${found.filter(Boolean).length} of ${games.length}` : '';
  });

  // Colours: the most frequent values of a property have their own, the others are grey.
  const colours = ['#0072b2', '#d55e00', '#00795a', '#a0468f', '#b8860b', '#c0392b', '#2f9fd0', '#6b8e23', '#8a6d45', '#5b4bb0'];
  let traits = [];
  const prepare = () => {
    traits = cards.map(card => new Map(card.dataset.traits.split('|').map(pair => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    })));
    const properties = new Set(traits.flatMap(own => [...own.keys()]));
    for (const name of properties) if (name !== 'rows') choice.add(new Option(name));
  };
  // The page is shown first.
  addEventListener('load', () => setTimeout(prepare));
  const marks = [...document.querySelectorAll('.map [data-v] text, .map [data-v] circle, .tree text[data-v]')];
  const usual = marks.map(mark => mark.style.fill);
  const first = document.querySelector('#map .legend');
  const legend = first.parentNode.insertBefore(document.createElement('ul'), first.nextSibling);
  legend.className = 'legend';
  choice.addEventListener('change', () => {
    const name = choice.value;
    const is_usual = choice.selectedIndex === 0;
    const values = traits.map(own => own.get(name) ?? 'none');
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const ranked = [...counts].filter(([value]) => value !== 'none').sort((a, b) => b[1] - a[1]);
    const colour = new Map(ranked.slice(0, colours.length).map(([value], place) => [value, colours[place]]));
    marks.forEach((mark, place) => {
      const game = mark.closest('[data-v]').dataset.v;
      mark.style.fill = is_usual ? usual[place] : colour.get(values[game]) ?? '#8a8780';
    });
    const items = [...colour].map(([value, shade]) => {
      const item = document.createElement('li');
      item.textContent = `${value} (${counts.get(value)})`;
      item.style.color = shade;
      return item;
    });
    const rest = values.filter(value => !colour.has(value)).length;
    if (rest > 0) {
      const item = document.createElement('li');
      item.textContent = `others (${rest})`;
      items.push(item);
    }
    legend.replaceChildren(...(is_usual ? [] : items));
    first.hidden = !is_usual;
  });
  bar.hidden = false;
})();
