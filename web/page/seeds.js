//! Arrangement of the seeds in a pit: each keeps its place while others come and go.

const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Maximum number of seeds drawn one by one; more are drawn as a heap. */
export const MOST = 12;

/** A number that depends on the name, so that no two pits look the same. */
const turnOf = (name) => [...name].reduce((sum, letter) => sum * 31 + letter.codePointAt(0), 7) % 360;

/**
 * @param {string} name Of the pit. @param {number} count @param {number} radius Of the pit's bottom. @param {number} [most]
 * @returns {{x: number, y: number, turn: number, kind: number, raised: boolean}[]} Seeds from the middle of the pit.
 */
export function arranged(name, count, radius, most = MOST) {
  const start = turnOf(name);
  const lying = Math.min(count, most);
  const seed = (index, reach, raised) => {
    const angle = index * GOLDEN + (start * Math.PI) / 180;
    return {
      x: Math.cos(angle) * reach,
      y: Math.sin(angle) * reach,
      turn: (start * 7 + index * 67) % 180,
      kind: (start + index * 5) % 4,
      raised,
    };
  };
  const below = Array.from({ length: lying }, (_, index) => seed(index, radius * Math.sqrt((index + 0.8) / (most + 0.8)), false));
  const above = count > most ? Array.from({ length: 5 }, (_, index) => seed(index + 3, radius * 0.36, true)) : [];
  return [...below, ...above];
}
