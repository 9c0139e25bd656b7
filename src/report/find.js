// Shows the games whose names, region, ruleset or rows hold every word that is typed.
(() => {
  const bar = document.getElementById('find');
  const [field, said] = [bar.querySelector('input'), bar.querySelector('output')];
  const fold = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const games = [...document.querySelectorAll('.card')].map(card => fold(card.dataset.find));
  const parts = [...document.querySelectorAll('[data-v]')];
  field.addEventListener('input', () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    const found = games.map(game => words.every(word => game.includes(word)));
    for (const part of parts) part.classList.toggle('off', !found[part.dataset.v]);
    document.body.classList.toggle('finding', words.length > 0);
    said.value = words.length > 0 ? `${found.filter(Boolean).length} of ${games.length}` : '';
  });
  bar.hidden = false;
})();
